import { z } from 'zod';
import { failureSchema, type Result } from '../failure.ts';
import { instantSchema } from '../instant.ts';

/** Why this app never checks for updates. */
const updatesOffSchema = z.enum([
  /** The build contains no address of a feed, as in every build from a checkout. */
  'no-feed',
  /** The build contains no public key, so that no update could be trusted. */
  'no-key',
  /** The feed's address in the build is not https, or the public key is not an ed25519 key. */
  'unusable-build',
  /** The app was not started from a package whose updates the app reports. */
  'not-a-package',
]);
export type UpdatesOff = z.infer<typeof updatesOffSchema>;

/**
 * Why an update was refused or did not arrive, as data; `update-words.ts` has the sentences. Times are milliseconds
 * since the Unix epoch.
 */
const updateFailureSchema = z.discriminatedUnion('kind', [
  /** The feed did not return a manifest. */
  z.object({ kind: z.literal('feed'), failure: failureSchema }),
  /** The feed has no signature beside the manifest. */
  z.object({ kind: z.literal('unsigned') }),
  /** The signature was not made with a key of this build, or not for these bytes and this name. */
  z.object({ kind: z.literal('bad-signature') }),
  /** Signed, but not a manifest that this version of the app can read. */
  z.object({ kind: z.literal('malformed'), detail: z.string() }),
  /** Signed, but for a version lower than the running version or an earlier verified one. */
  z.object({ kind: z.literal('downgrade'), offered: z.string(), known: z.string() }),
  /** Signed, and older than a manifest that was verified before. */
  z.object({ kind: z.literal('replayed'), signedAt: instantSchema, knownAt: instantSchema }),
  z.object({ kind: z.literal('expired'), at: instantSchema }),
  /** Signed at a time in the future: one of the two clocks is wrong. */
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
export const refusedUpdate = (failure: UpdateFailure): UpdateResult<never> => ({
  ok: false,
  failure,
});

/** A verified version in the form for the user. */
const releaseSchema = z.object({
  version: z.string(),
  /** Plain text, never markup; '' when the release has none. */
  notes: z.string(),
  /** Time of the release, in milliseconds since the Unix epoch. */
  releasedAt: instantSchema,
  /** Size of the package in bytes. */
  bytes: z.number(),
  /** `user`: the user gets it from the download page, as a deb or rpm; the app neither downloads nor installs it. */
  installedBy: z.enum(['app', 'user']),
});
export type Release = z.infer<typeof releaseSchema>;

/** The user's choice for the update when the app quits; `unsupported`: macOS restarts the app. */
const onQuitSchema = z.enum(['leave', 'install', 'unsupported']);

/**
 * The state of updates. `checkedAt` is the time of the feed's last verified answer, in milliseconds since the Unix
 * epoch. `release` in `checking` and `failed` is a version that can still be installed. `updates/rules.ts` has a
 * diagram of the states and their changes.
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
    /** The bytes received so far, of `release.bytes`. */
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

/** The stored state: the newest verified version, and the time of the last request to the feed. */
export const updateRecordSchema = z.object({
  /** The highest version of a verified manifest, and the latest time of signing; null: none was verified yet. */
  seen: z.object({ version: z.string(), signedAt: instantSchema }).nullable(),
  /** The time of the last request to the feed, with any result. */
  askedAt: instantSchema.nullable(),
  /** The time of the feed's last verified answer. */
  checkedAt: instantSchema.nullable(),
});
export type UpdateRecord = z.infer<typeof updateRecordSchema>;
export const noUpdateRecord: UpdateRecord = { seen: null, askedAt: null, checkedAt: null };
