import { z } from 'zod';
import { failureSchema } from './failure.ts';

/**
 * Where a post is on its way.
 *
 *   waiting ──▶ sending ──▶ accepted
 *      ▲           │
 *      │ (retry)   ├──▶ waiting     the service could not be reached, or was busy: tried again later
 *      └───────────┴──▶ refused     the service understood and said no: the person decides
 */
export const postStateSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('waiting'),
    attempts: z.number().int(),
    /** Why the last attempt did not work; null before the first. */
    lastFailure: failureSchema.nullable(),
  }),
  z.object({ kind: z.literal('sending'), attempts: z.number().int() }),
  z.object({
    kind: z.literal('accepted'),
    at: z.number(),
    status: z.number().int(),
    /** What the service called it, if it did. It stores nothing, so this identifies nothing. */
    serviceId: z.number().int().nullable(),
  }),
  z.object({ kind: z.literal('refused'), at: z.number(), failure: failureSchema }),
]);
export type PostState = z.infer<typeof postStateSchema>;

/** 1 MiB is what the service takes for a whole request; JSON can double a text. */
export const maxBodyLength = 400_000;

export const postDraftSchema = z.object({
  title: z.string().trim().min(1).max(500),
  body: z.string().trim().min(1).max(maxBodyLength),
});
export type PostDraft = z.infer<typeof postDraftSchema>;

export const journalPostSchema = z.object({
  /** Our own id, a UUID. */
  id: z.uuid(),
  title: z.string(),
  body: z.string(),
  createdAt: z.number(),
  state: postStateSchema,
});
export type JournalPost = z.infer<typeof journalPostSchema>;
