import { z } from 'zod';
import { failureSchema, type Result } from '../failure.ts';
import { instantSchema } from '../instant.ts';

/** Why this app never looks for updates. */
const updatesOffSchema = z.enum([
  /** No address of a feed was built in, as in every build from a checkout. */
  'no-feed',
  /** No public key was built in, so that nothing could be trusted. */
  'no-key',
  /** What was built in is no https address, or no ed25519 key. */
  'unusable-build',
  /** The app was not started from a package that can replace itself. */
  'not-a-package',
]);
export type UpdatesOff = z.infer<typeof updatesOffSchema>;

/**
 * Why an update was refused or did not arrive, as data; `update-words.ts` has the sentences. Times are milliseconds
 * since the Unix epoch.
 */
const updateFailureSchema = z.discriminatedUnion('kind', [
  /** The feed did not return its manifest. */
  z.object({ kind: z.literal('feed'), failure: failureSchema }),
  /** There is no signature beside the manifest. */
  z.object({ kind: z.literal('unsigned') }),
  /** The signature is not that of a key that is built in, over these bytes under this name. */
  z.object({ kind: z.literal('bad-signature') }),
  /** Signed, but not a manifest that this app understands. */
  z.object({ kind: z.literal('malformed'), detail: z.string() }),
  /** Signed, but lower than the running version or one that was verified before. */
  z.object({ kind: z.literal('downgrade'), offered: z.string(), known: z.string() }),
  /** Signed, and older than a manifest that was verified before. */
  z.object({ kind: z.literal('replayed'), signedAt: instantSchema, knownAt: instantSchema }),
  z.object({ kind: z.literal('expired'), at: instantSchema }),
  /** Signed at a time that has not come yet: one of the two clocks is wrong. */
  z.object({ kind: z.literal('not-yet'), signedAt: instantSchema }),
  /** The release has no package for this system. */
  z.object({ kind: z.literal('no-package'), version: z.string() }),
  /** The package could not be downloaded. */
  z.object({ kind: z.literal('download'), failure: failureSchema }),
  /** The downloaded file is not the one that the manifest describes. */
  z.object({ kind: z.literal('wrong-file') }),
  /** The system refused to replace the old version. */
  z.object({ kind: z.literal('install'), detail: z.string() }),
]);
export type UpdateFailure = z.infer<typeof updateFailureSchema>;

/** The result of a step of an update. */
export type UpdateResult<T> = Result<T, UpdateFailure>;
export const refuse = (failure: UpdateFailure): UpdateResult<never> => ({
  ok: false,
  failure,
});

/** A version that was verified, as a person sees it. */
const releaseSchema = z.object({
  version: z.string(),
  /** Plain text, never markup; '' when there is none. */
  notes: z.string(),
  /** When it was released, in milliseconds since the Unix epoch. */
  releasedAt: instantSchema,
  /** Size of the package. */
  bytes: z.number(),
});
export type Release = z.infer<typeof releaseSchema>;

/** What the person has said about the end of the app; `unsupported`: this kind of package asks for a password. */
const onQuitSchema = z.enum(['leave', 'install', 'unsupported']);

/**
 * Where the updates stand. `checkedAt` is when the feed last gave a verified answer, in milliseconds since the Unix
 * epoch. `release` in `checking` and `failed` is what can be downloaded all the same. The states and their changes
 * are drawn in `updates/rules.ts`.
 */
export const updateStateSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('off'), reason: updatesOffSchema }),
  z.object({ status: z.literal('idle'), checkedAt: instantSchema.nullable() }),
  z.object({
    status: z.literal('checking'),
    checkedAt: instantSchema.nullable(),
    release: releaseSchema.nullable(),
  }),
  z.object({ status: z.literal('available'), checkedAt: instantSchema, release: releaseSchema }),
  z.object({
    status: z.literal('downloading'),
    checkedAt: instantSchema,
    release: releaseSchema,
    /** Of `release.bytes`. */
    bytes: z.number(),
  }),
  z.object({
    status: z.literal('ready'),
    checkedAt: instantSchema,
    release: releaseSchema,
    onQuit: onQuitSchema,
  }),
  z.object({
    status: z.literal('failed'),
    checkedAt: instantSchema.nullable(),
    failure: updateFailureSchema,
    release: releaseSchema.nullable(),
  }),
]);
export type UpdateState = z.infer<typeof updateStateSchema>;

/** Persisted: the newest verified version, and when the feed was last asked. */
export const updateRecordSchema = z.object({
  /** The highest version of a verified manifest, and the latest time of signing; null: none was verified yet. */
  seen: z.object({ version: z.string(), signedAt: instantSchema }).nullable(),
  /** When the feed was last asked, with any outcome. */
  askedAt: instantSchema.nullable(),
  /** When it last gave a verified answer. */
  checkedAt: instantSchema.nullable(),
});
export type UpdateRecord = z.infer<typeof updateRecordSchema>;
export const noUpdateRecord: UpdateRecord = { seen: null, askedAt: null, checkedAt: null };
