import { z } from 'zod';
import {
  journalPostSchema,
  pageQuerySchema,
  postDraftSchema,
  postPageSchema,
  postWritingSchema,
} from './journal.ts';
import type { Result } from './failure.ts';
import { exportFormatSchema, exportReportSchema, importReportSchema } from './transfer.ts';
import { observerSchema } from './sky/observer.ts';
import { appStateSchema } from './state.ts';
import { alertSettingsSchema } from './station.ts';

export { channelName } from './channels.ts';

/** The renderer asks, main answers. */
interface Command<I extends z.ZodType, O extends z.ZodType> {
  readonly direction: 'command';
  readonly input: I;
  readonly output: O;
}
/** Main tells, the renderer listens. */
interface Broadcast<P extends z.ZodType> {
  readonly direction: 'broadcast';
  readonly payload: P;
}

const command = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Command<I, O> => ({
  direction: 'command',
  input,
  output,
});
const broadcast = <P extends z.ZodType>(payload: P): Broadcast<P> => ({
  direction: 'broadcast',
  payload,
});
const nothing = z.null();

/** Every channel between main and the renderer. The bridge, the preload and all types derive from it. */
export const contract = {
  state: {
    snapshot: command(nothing, appStateSchema),
    changed: broadcast(appStateSchema),
  },
  picture: {
    /** Look for today's picture now. */
    check: command(nothing, nothing),
    setWallpaper: command(nothing, nothing),
    /** Opens the page of the day at the picture service's site in the browser. */
    openPage: command(nothing, nothing),
  },
  station: {
    /** Says whether the map is on screen; only then is the position ever polled every 5 s. */
    watch: command(z.boolean(), nothing),
    /** Where the person looks from; null: guessed from the time zone of the system. It stays on this machine. */
    setObserver: command(observerSchema.nullable(), nothing),
    setAlerts: command(alertSettingsSchema, nothing),
  },
  journal: {
    /** Posts as a list shows them, newest first. */
    page: command(pageQuerySchema, postPageSchema),
    get: command(z.uuid(), journalPostSchema),
    /** A new post, to be published. */
    create: command(postDraftSchema, journalPostSchema),
    /** The text of a post as it is now, as a draft or to be published. */
    write: command(postWritingSchema, journalPostSchema),
    /** Takes back what was changed since the service took it. */
    revert: command(z.uuid(), journalPostSchema),
    delete: command(z.uuid(), journalPostSchema),
    /** Takes a delete back. */
    restore: command(z.uuid(), journalPostSchema),
    /** Sends again what the service refused. */
    retry: command(z.uuid(), journalPostSchema),
    /** Try all that waits now; ends a pause. */
    publish: command(nothing, nothing),
    /** Hold back what waits, or no longer. */
    pause: command(z.boolean(), nothing),
    /** Asks for a file and writes the whole journal into it. Null when the person has chosen none. */
    export: command(exportFormatSchema, exportReportSchema.nullable()),
    /** Asks for a file and takes every post in it that is not here yet: all of them, or none. */
    import: command(nothing, importReportSchema.nullable()),
  },
} as const;

export type Contract = typeof contract;

type Method<C> =
  C extends Command<infer I, infer O>
    ? [z.input<I>] extends [null]
      ? () => Promise<Result<z.output<O>>>
      : (input: z.input<I>) => Promise<Result<z.output<O>>>
    : C extends Broadcast<infer P>
      ? (listener: (payload: z.output<P>) => void) => () => void
      : never;

/** What the preload puts on `window.overhead`. Broadcasts give back their unsubscribe. */
export type Bridge = {
  readonly [G in keyof Contract]: { readonly [N in keyof Contract[G]]: Method<Contract[G][N]> };
};

type CommandNames<G> = {
  [N in keyof G]: G[N] extends Command<z.ZodType, z.ZodType> ? N : never;
}[keyof G];

type Handler<C> =
  C extends Command<infer I, infer O>
    ? (input: z.output<I>) => Result<z.output<O>> | Promise<Result<z.output<O>>>
    : never;

/** What main implements: a handler for every command. */
export type Handlers = {
  readonly [G in keyof Contract]: {
    readonly [N in CommandNames<Contract[G]>]: Handler<Contract[G][N]>;
  };
};
