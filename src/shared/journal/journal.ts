import { z } from 'zod';
import { failureSchema } from '../failure.ts';
import { postKinds } from './post-kinds.ts';
import { fitsDraft, fitsRequest, toWellFormedText } from './post-text.ts';
import { instantSchema } from '../instant.ts';
import { photoTimeSchema } from './photo-schema.ts';
import { indexQueryOf } from '../search-words.ts';

/** The request that the app sends to the posts service for a post. */
const operationSchema = z.enum(['create', 'replace', 'delete']);
export type Operation = z.infer<typeof operationSchema>;

/** The place in the outbox: lower numbers are sent first. */
const turnSchema = z.number().int();
/** Attempts above this number are not counted. */
export const maxAttempts = 1_000_000_000;
const attemptsSchema = z.number().int().min(0).max(maxAttempts);
const httpStatusSchema = z.number().int().min(100).max(999);
/** Why the last attempt failed; null before the first. */
const lastFailureSchema = failureSchema.nullable();

/**
 * The state of a post.
 *
 *              publish                    begin                 service accepted it
 *   draft ──────────────▶ waiting ─────────────────▶ sending ─────────────────────▶ accepted
 *     ▲ ◀── edit ───────────┘ ▲ ◀── not reached ───────┤                               │
 *     │                       │                        └──▶ refused ── try again ─▶ (back)
 *     └────────── edit ───────┼──────────────────────────────┴──────────── edit ───────┘
 *                             │ undo
 *      any ── delete ──▶ deleting ── begin ──▶ sending ──▶ deleted      (undo: back to draft or waiting)
 *
 * A post that the service never received is set to `deleted` at once, without a request, when the user deletes it or
 * removes its whole text. An edit while a request is running is recorded in `edit`, and a delete in `remove`; both are
 * applied when the answer arrives.
 */
const postStateSchema = z.discriminatedUnion('kind', [
  /** A post that was written, or changed since the service accepted it, and is not to be sent yet. */
  z.object({ kind: z.literal('draft') }),
  z.object({
    kind: z.literal('waiting'),
    turn: turnSchema,
    attempts: attemptsSchema,
    lastFailure: lastFailureSchema,
  }),
  z.object({
    kind: z.literal('sending'),
    operation: operationSchema,
    turn: turnSchema,
    attempts: attemptsSchema,
    /**
     * What happens to the text that the user changed while the request was running; `none`: the user changed nothing.
     */
    edit: z.enum(['none', 'draft', 'waiting']),
    /** The user deleted the post while the request was running. */
    remove: z.boolean(),
  }),
  /** The text is the one in `lastAccepted`. */
  z.object({ kind: z.literal('accepted') }),
  /** The service rejected the post; the user decides what to do. */
  z.object({
    kind: z.literal('refused'),
    operation: operationSchema,
    at: instantSchema,
    failure: failureSchema,
  }),
  z.object({
    kind: z.literal('deleting'),
    turn: turnSchema,
    attempts: attemptsSchema,
    lastFailure: lastFailureSchema,
  }),
  /** The post is kept for 30 days, so that it can be restored. `status` is null if nothing had to be sent. */
  z.object({ kind: z.literal('deleted'), at: instantSchema, status: httpStatusSchema.nullable() }),
]);
export type PostState = z.infer<typeof postStateSchema>;
export type PostKind = PostState['kind'];

const postKindSchema: z.ZodEnum<{ readonly [K in PostKind]: K }> = z.enum(postKinds);

/** The service stores nothing: a receipt contains only what the service accepted, and the time. */
const receiptSchema = z.object({
  operation: z.enum(['create', 'replace']),
  /** Milliseconds since the Unix epoch. */
  at: instantSchema,
  status: httpStatusSchema,
  /** The id in the service's answer. Every new post is answered with 101, so this identifies nothing. */
  serviceId: z.number().int().nullable(),
});
export type PostReceipt = z.infer<typeof receiptSchema>;

/** Fields common to a post and its row in the list. */
const commonPostFields = {
  /** The app's own id, a UUID. */
  id: z.uuid(),
  /** Place in the journal: later posts have higher numbers. Local to this database. */
  sequence: z.number().int(),
  /**
   * The service's id under which this post is replaced and deleted, 1 to 100. By the specification, the service answers
   * every create with the id 101, but has only the posts 1 to 100: it accepts their replacement and deletion without
   * storing anything. So each post of the app has one of these ids permanently; after a hundred posts the ids repeat,
   * which does no harm.
   */
  slot: z.number().int().min(1).max(100),
  createdAt: instantSchema.int(),
  changedAt: instantSchema.int(),
  /** An attempt ended without an answer: the service may have accepted it. */
  possiblyAccepted: z.boolean(),
  /** The user's last choice for this text: to be published (true) or a draft (false). */
  published: z.boolean(),
  /** The photo, which stays on this computer and is not sent. Default: none, for a post in a file that a user edited. */
  photo: photoTimeSchema.default(null),
  state: postStateSchema,
};

const textFields = { title: z.string(), body: z.string() };

export const journalPostSchema = z.object({
  ...commonPostFields,
  ...textFields,
  /** The last text that the service accepted. Null if there is none, or if the service has deleted the post since. */
  lastAccepted: receiptSchema.extend(textFields).nullable(),
});
export type JournalPost = z.infer<typeof journalPostSchema>;

/** A post in the list: of a long text it has only the beginning. */
export const postSummarySchema = z.object({
  ...commonPostFields,
  titleStart: z.string(),
  bodyStart: z.string(),
  lastAccepted: receiptSchema.nullable(),
});
export type PostSummary = z.infer<typeof postSummarySchema>;

/** Lone surrogates (half characters) are replaced by U+FFFD. */
const textSchema = z.string().transform(toWellFormedText);
const fitsOneRequest = (text: PostText): boolean => fitsRequest(text);
const tooLongProblem = 'longer than the service takes: 1 MiB as JSON';

/** A text during writing; may be empty. */
export interface PostText {
  readonly title: string;
  readonly body: string;
}

const nonEmptyTextSchema = textSchema.refine((text) => text.trim() !== '', 'it is empty');

/** A text that can be published: neither part is empty. */
export const postDraftSchema = z
  .object({ title: nonEmptyTextSchema, body: nonEmptyTextSchema })
  .refine(fitsOneRequest, tooLongProblem);
export type PostDraft = z.infer<typeof postDraftSchema>;

/**
 * Saves the text of the post `id`; creates the post if it does not exist, so that a repetition changes nothing. A
 * draft may be longer than a post that can be published.
 */
export const postWritingSchema = z
  .discriminatedUnion('publish', [
    z.object({ id: z.uuid(), publish: z.literal(false), title: textSchema, body: textSchema }),
    z.object({
      id: z.uuid(),
      publish: z.literal(true),
      title: nonEmptyTextSchema,
      body: nonEmptyTextSchema,
    }),
  ])
  .refine(
    (writing) => (writing.publish ? fitsRequest(writing) : fitsDraft(writing)),
    tooLongProblem,
  );
export type PostWriting = z.infer<typeof postWritingSchema>;

/** A post's position in a list; see `listOrderOf`. */
const listPlaceSchema = z.object({ createdAt: instantSchema.int(), sequence: z.number().int() });
export type ListPlace = z.infer<typeof listPlaceSchema>;

export const listPlaceOf = ({ createdAt, sequence }: ListPlace): ListPlace => ({
  createdAt,
  sequence,
});

type ListOrder = (a: ListPlace, b: ListPlace) => number;
const newestFirstOrder: ListOrder = (a, b) => b.createdAt - a.createdAt || b.sequence - a.sequence;
const lastAddedFirstOrder: ListOrder = (a, b) => b.sequence - a.sequence;

/**
 * The order of a list: by date, newest first. The results of a search are ordered by `sequence`, last added first,
 * because the order by date would sort every match of a common word.
 */
export const listOrderOf = ({ words }: { readonly words: string }): ListOrder =>
  indexQueryOf(words) === '' ? newestFirstOrder : lastAddedFirstOrder;

export const pageQuerySchema = z.object({
  /** Only posts that come after this position in the list; null: from the first post of the list. */
  before: listPlaceSchema.nullable(),
  limit: z.number().int().min(1).max(200),
  /** Search words, as typed. Each must occur in title or text, by the rules of `indexQueryOf`; '': every post. */
  words: z.string().max(500),
  /** Null: all except deleted posts. */
  state: z.enum([...postKinds, 'everything']).nullable(),
});
export type PageQuery = z.infer<typeof pageQuerySchema>;

export const postPageSchema = z.object({
  /** In the order of `listOrderOf`. */
  posts: z.array(postSummarySchema),
  /** The position at which the next page begins (`before`), or null when this was the last. */
  next: listPlaceSchema.nullable(),
});
export type PostPage = z.infer<typeof postPageSchema>;

const postCountsSchema = z.record(postKindSchema, z.number().int().min(0));
export type PostCounts = z.infer<typeof postCountsSchema>;
export const zeroPostCounts: PostCounts = {
  draft: 0,
  waiting: 0,
  sending: 0,
  accepted: 0,
  refused: 0,
  deleting: 0,
  deleted: 0,
};

/** The journal's part of AppState. The posts themselves are requested page by page. */
export const journalStatusSchema = z.object({
  counts: postCountsSchema,
  /** Incremented whenever a post changes: pages requested earlier are then outdated. */
  change: z.number().int(),
  /** The posts of the last change; null: any post may have changed. */
  changed: z.array(z.uuid()).nullable(),
  /** False when the posts cannot be written to the disk. */
  durable: z.boolean(),
  paused: z.boolean(),
  /** The number of rows that could not be read; they stay in the database, but no list shows them. */
  unreadable: z.number().int(),
  /**
   * The database could not be used, or was missing. `at`: when this was found; `aside`: where the unusable file was
   * moved, or null; `backupFrom`: the time of the backup that replaced it, or null; `isNewer`: a later version of the
   * app wrote it.
   */
  recovered: z
    .object({
      at: instantSchema,
      aside: z.string().nullable(),
      backupFrom: instantSchema.nullable(),
      isNewer: z.boolean(),
    })
    .nullable(),
});
export type JournalStatus = z.infer<typeof journalStatusSchema>;

export const emptyJournalStatus: JournalStatus = {
  counts: zeroPostCounts,
  change: 0,
  changed: null,
  durable: true,
  paused: false,
  unreadable: 0,
  recovered: null,
};
