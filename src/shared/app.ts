import { z } from 'zod';
import { instantSchema } from './instant.ts';

/** The views of the main window. */
const viewSchema = z.enum(['today', 'archive', 'station', 'journal', 'settings', 'status']);
export type View = z.infer<typeof viewSchema>;

/** Where the main window can open: a view, or a part of one. */
export const destinationSchema = z.enum([
  ...viewSchema.options,
  'station/passes',
  'station/transits',
  'journal/new',
  'settings/about',
  'settings/updates',
  'status/report',
]);
export type Destination = z.infer<typeof destinationSchema>;

/**
 * Whether requests are suspended. The app sends all requests when `paused` is null and `power` is `awake`; while the
 * screen is locked, it sends only those of the posts service.
 */
export const suspensionSchema = z.object({
  /** Paused by the user until a time (milliseconds since the Unix epoch) or until the user resumes. */
  paused: z.union([instantSchema, z.literal('indefinite')]).nullable(),
  power: z.enum(['awake', 'asleep', 'locked']),
});
export type SuspensionState = z.infer<typeof suspensionSchema>;
export const noSuspension: SuspensionState = { paused: null, power: 'awake' };

/** How long a pause lasts. `today` ends at midnight in the user's time zone. */
export const pauseLengthSchema = z.enum(['hour', 'today', 'indefinite']);
export type PauseLength = z.infer<typeof pauseLengthSchema>;

/**
 * Whether the app starts with the session. `switched-off`: the user turned it on, and later switched it off in the
 * settings of the desktop. `refused`: the user turned it on, but the desktop refused. `unsupported`: this system has no
 * autostart, or the app may not use it.
 */
export const loginItemSchema = z.enum(['on', 'off', 'switched-off', 'refused', 'unsupported']);
export type LoginItemState = z.infer<typeof loginItemSchema>;

/**
 * The command `overhead` of Terminal on macOS, a symbolic link. `outdated`: it leads to another copy of the app.
 * `isTemporary`: the app runs from a disk image or a temporary copy, to which no link is made.
 */
export const terminalCommandSchema = z.object({
  link: z.enum(['none', 'current', 'outdated', 'foreign']),
  isTemporary: z.boolean(),
});
export type TerminalCommand = z.infer<typeof terminalCommandSchema>;

/** The last lines of the log, the oldest first, without secrets. */
export const logLinesSchema = z.array(z.string());

export const systemFactsSchema = z.object({
  /** For example `Electron 45.1.0, Chromium 150.0.1, Node 24.2.0`. */
  runtime: z.string(),
  /** The operating system with its version and architecture; on Linux also the desktop and the kind of session. */
  system: z.string(),
  /** Absolute paths. */
  dataFolder: z.string(),
  logFolder: z.string(),
  /** Dumps of processes that crashed; `newestAt` in milliseconds since the Unix epoch. */
  crashes: z.object({ folder: z.string(), count: z.int(), newestAt: z.number().nullable() }),
});
export type SystemFacts = z.infer<typeof systemFactsSchema>;

/** The licences and sources that the About view names and can open in the browser; main has their addresses. */
export const creditSchema = z.enum([
  'geonames',
  'cc-by',
  'natural-earth',
  'd3-celestial',
  'apod',
  'nasa-media',
]);
export type Credit = z.infer<typeof creditSchema>;
