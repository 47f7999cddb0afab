import { z } from 'zod';
import { instantSchema } from './instant.ts';

const httpStatusSchema = z.number().int().min(100).max(999);

/** Why a wallpaper was not set. Without a reason: the desktop refused it. */
export const wallpaperFailureReasonSchema = z.enum([
  'unknown-desktop',
  'no-display',
  'file-gone',
  'displays-gone',
  'not-composed',
  'damaged',
  'simulated-stays',
  'policy',
  'module-missing',
  'disk',
]);
export type WallpaperFailureReason = z.infer<typeof wallpaperFailureReasonSchema>;

/**
 * Every failure that is expected to happen in a working app, as data.
 * A failure that is not in this list is a defect and is thrown as an Error with a `cause`.
 *
 * Times are milliseconds since the Unix epoch. No text in here ever holds a query string or a key.
 */
export const failureSchema = z.discriminatedUnion('kind', [
  /** The service could not be reached, or another machine on the way answered in its place (a portal, a proxy). */
  z.object({
    kind: z.literal('offline'),
    reason: z.enum([
      'dns',
      'refused',
      'reset',
      'tls',
      'portal',
      'proxy',
      // The proxy requires a name and a password.
      'proxy-password',
      'unreachable',
      'starting',
    ]),
  }),
  /** A deadline passed; `stage` names the deadline. */
  z.object({
    kind: z.literal('timeout'),
    stage: z.enum(['connect', 'headers', 'idle', 'total']),
    afterMs: z.number().min(0).max(86_400_000),
  }),
  /** 429: the quota of the key or of this address is used up. */
  z.object({ kind: z.literal('quota'), retryAt: instantSchema.nullable() }),
  /** 403 with a text about the key. */
  z.object({ kind: z.literal('key-refused') }),
  /** 404: no such picture, not published yet, or no such post. */
  z.object({ kind: z.literal('not-found') }),
  /**
   * Any other 4xx: the service understood the request and rejected it. `message` holds the service's text, shortened.
   */
  z.object({ kind: z.literal('refused'), status: httpStatusSchema, message: z.string() }),
  /** 5xx. */
  z.object({
    kind: z.literal('unavailable'),
    status: httpStatusSchema,
    retryAt: instantSchema.nullable(),
  }),
  /** The answer arrived, but violates the contract: malformed JSON, wrong types, out of range. */
  z.object({ kind: z.literal('malformed'), detail: z.string() }),
  /** An impossible position: the same as before, with a wrong time, or away from the orbit of the station. */
  z.object({
    kind: z.literal('implausible'),
    reason: z.enum(['frozen', 'wrong-time', 'displaced']),
  }),
  /** More bytes (or pixels) than the limit; nothing was stored. */
  z.object({
    kind: z.literal('too-large'),
    limit: z.number().min(0),
    unit: z.enum(['bytes', 'pixels']),
  }),
  /** Fewer bytes than promised. */
  z.object({ kind: z.literal('truncated') }),
  /** All bytes of a picture arrived, but it ends too soon or cannot be decoded. */
  z.object({ kind: z.literal('damaged') }),
  /** The bytes of a picture are not in a format that the app accepts. */
  z.object({ kind: z.literal('not-an-image'), found: z.enum(['html', 'svg', 'text', 'unknown']) }),
  /** The site sent a logo or a thumbnail in place of the day's picture. */
  z.object({ kind: z.literal('placeholder') }),
  /** The day's record has no picture to show. */
  z.object({ kind: z.literal('no-picture'), mediaType: z.enum(['image', 'video', 'other']) }),
  /** A service named an address that the app does not follow. */
  z.object({ kind: z.literal('address-refused'), detail: z.string() }),
  /**
   * Writing to the disk failed. `code` is the code of the operating system or of SQLite (ENOSPC, EROFS, SQLITE_BUSY
   * …).
   */
  z.object({ kind: z.literal('storage'), code: z.string() }),
  /** An action would lose posts that are only in memory. */
  z.object({ kind: z.literal('would-forget') }),
  /** The administrator has set the setting. */
  z.object({ kind: z.literal('managed') }),
  /** The settings do not allow the app to set wallpapers. */
  z.object({ kind: z.literal('wallpaper-off') }),
  /** The desktop did not accept the wallpaper, or no way to set it is known here. */
  z.object({
    kind: z.literal('wallpaper'),
    backend: z.string().nullable(),
    why: wallpaperFailureReasonSchema.optional(),
    /** The desktop's own message, for the log. */
    detail: z.string(),
  }),
  /** The desktop did not report whether it starts the app with the session. */
  z.object({ kind: z.literal('login-item'), detail: z.string() }),
  /**
   * The system refused to change the command of Terminal on macOS. `code` is the code of the operating system;
   * `command` is the line for Terminal that makes the change as administrator.
   */
  z.object({ kind: z.literal('terminal-command'), code: z.string(), command: z.string() }),
  /** The desktop showed no file dialog. */
  z.object({ kind: z.literal('no-file-dialog'), detail: z.string() }),
  /** The input over the bridge or the command line violates the contract. */
  z.object({ kind: z.literal('invalid-input'), detail: z.string() }),
  /** A newer request of the same page replaced this request: nothing is shown to the user. */
  z.object({ kind: z.literal('superseded') }),
  /** The operation was cancelled. */
  z.object({ kind: z.literal('cancelled') }),
]);

export type Failure = z.infer<typeof failureSchema>;

/** The result of an operation with expected failures. */
export type Result<T, F = Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: F };

/** The failure of an operation that can fail only because of the disk. */
export type StorageFailure = Extract<Failure, { kind: 'storage' }>;

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });
export const fail = <F extends Failure>(failure: F): Result<never, F> => ({ ok: false, failure });
