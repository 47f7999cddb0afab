import { z } from 'zod';
import {
  creditSchema,
  destinationSchema,
  logLinesSchema,
  pauseLengthSchema,
  systemFactsSchema,
  terminalCommandSchema,
} from './app.ts';
import {
  archiveDaySchema,
  archiveMonthSchema,
  archivePageSchema,
  archiveQuerySchema,
} from './picture/archive.ts';
import { wallpaperPreviewOrderSchema, wallpaperPreviewSchema } from './wallpaper/composition.ts';
import {
  hiddenCountSchema,
  showRulesSchema,
  wallpaperDecisionSchema,
  wallpaperOrderSchema,
} from './wallpaper/selection.ts';
import {
  journalPostSchema,
  pageQuerySchema,
  postDraftSchema,
  postPageSchema,
  postWritingSchema,
} from './journal/journal.ts';
import { passPostsSchema } from './journal/pass-posts.ts';
import { newPhotoSchema, photoChoiceSchema } from './journal/photo-schema.ts';
import type { Result } from './failure.ts';
import { dayPictureSchema, pictureDateSchema } from './picture/picture.ts';
import { viewChoicesSchema } from './view-choices.ts';
import { newApiKeySchema, serviceTestSchema, settingsChangeSchema } from './settings/settings.ts';
import { settingsImportSchema } from './settings/settings-import.ts';
import { exportFormatSchema, exportReportSchema, importReportSchema } from './journal/transfer.ts';
import { reportSchema, reportSelectionSchema } from './report/report-schema.ts';
import { appStateSchema } from './state.ts';
import { orbitHistorySchema } from './station/burn.ts';
import { calendarExportSchema, calendarOpeningSchema } from './station/calendar.ts';
import { ledgerSchema } from './station/ledger.ts';
import { eveningSchema } from './station/sky/evening.ts';
import { skySchema } from './station/sky/sky.ts';
import { starFieldSchema } from './station/sky/star-field.ts';

/** Commands: the renderer sends a request, and main answers. */
interface Command<I extends z.ZodType, O extends z.ZodType> {
  readonly direction: 'command';
  readonly input: I;
  readonly output: O;
}
/** Broadcasts: main sends, and the renderer listens. */
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
const noInputSchema = z.null();

/** Every channel between main and the renderer. The bridge, the preload and all types derive from it. */
export const contract = {
  state: {
    snapshot: command(noInputSchema, appStateSchema),
    changed: broadcast(appStateSchema),
  },
  picture: {
    /** Checks now for today's picture. */
    check: command(noInputSchema, noInputSchema),
    /**
     * The picture of any day, from the disk or else from the services. A newer request of the same page aborts the
     * older request; the older request then fails with `superseded`.
     */
    day: command(pictureDateSchema, dayPictureSchema),
    /**
     * Opens the day's page on the site of the picture service in the browser. Null: the page of the day that is
     * shown.
     */
    openPage: command(pictureDateSchema.nullable(), noInputSchema),
    /**
     * Opens a link of a day's explanation, or the translated page, in the browser. Copies the link if the app does not
     * open its host. Returns what it did.
     */
    openLink: command(
      z.object({ date: pictureDateSchema, href: z.string().max(4096) }),
      z.enum(['opened', 'copied']),
    ),
    /** Shows a save dialog and copies the day's file there in full resolution; null when the user cancelled. */
    save: command(pictureDateSchema, z.string().nullable()),
  },
  wallpaper: {
    set: command(wallpaperOrderSchema, noInputSchema),
    /** The wallpaper that each display would show. The page draws a small preview of it. */
    preview: command(wallpaperPreviewOrderSchema, wallpaperPreviewSchema),
    decide: command(wallpaperDecisionSchema, noInputSchema),
    /** The number of saved pictures that these rules would hide. */
    countHidden: command(showRulesSchema, hiddenCountSchema),
    /**
     * Restores the user's own wallpaper until the next day's picture or until the user sets one. Returns false if the
     * desktop does not confirm it.
     */
    restore: command(noInputSchema, z.boolean()),
  },
  archive: {
    /** Saved days, newest first. With search words: only the days that match them. */
    page: command(archiveQuerySchema, archivePageSchema),
    /** The saved days of a month, in order. */
    month: command(archiveMonthSchema, z.array(archiveDaySchema)),
    /** The saved days among the given days, newest first. */
    days: command(z.array(pictureDateSchema).min(1).max(100), z.array(archiveDaySchema)),
    /** Requests the thumbnails of these days; AppState’s `archive` changes when they are ready. */
    thumbnails: command(z.array(pictureDateSchema).max(100), noInputSchema),
  },
  station: {
    /** Reports whether the map is on screen. Only while it is, the position may be polled every 5 s. */
    watch: command(z.boolean(), noInputSchema),
    /** The scored predictions. */
    ledger: command(noInputSchema, ledgerSchema),
    /** Altitude of the orbit and burns over months. */
    history: command(noInputSchema, orbitHistorySchema),
    /** The sky behind the pass that culminates at that time, Unix seconds; null when no such pass is predicted. */
    sky: command(z.number(), skySchema.nullable()),
    /** The coming night over the user's place: Sun, Moon and planets; null without a place. */
    evening: command(noInputSchema, eveningSchema.nullable()),
    /** The bundled stars over the user's place this evening, drawn while there is no picture. */
    starField: command(noInputSchema, starFieldSchema),
    /** Shows a save dialog and writes all predictions with their scores there as CSV; null when the user cancelled. */
    exportLedger: command(noInputSchema, z.string().nullable()),
    /**
     * Shows a save dialog and writes line, band and place of a transit there as GPX or KML; null when the user cancelled.
     */
    exportTransit: command(
      z.object({ body: z.enum(['sun', 'moon']), t: z.number() }),
      z.string().nullable(),
    ),
    /** Opens a place in the maps app of the system, and copies its coordinates. */
    openPlace: command(
      z.object({
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
      }),
      noInputSchema,
    ),
    /** Shows a save dialog and writes a calendar file there; null when the user cancelled. */
    exportCalendar: command(calendarExportSchema, z.string().nullable()),
    /** Opens a calendar file in the system's app: of one event, or the file saved last. */
    openCalendar: command(calendarOpeningSchema, z.enum(['opened', 'no-app'])),
    /**
     * True: shows a save dialog, and keeps a calendar file there up to date; null when the user cancelled. False: no
     * longer updates the file, but does not delete it. Only the dialog names the file, so that no page can choose one.
     */
    keepCalendar: command(z.boolean(), z.string().nullable()),
  },
  journal: {
    /** Posts for a list, in the order of `listOrderOf`. */
    page: command(pageQuerySchema, postPageSchema),
    get: command(z.uuid(), journalPostSchema),
    /** The posts about passes that were written or changed after the pass began, without deleted ones. */
    passes: command(noInputSchema, passPostsSchema),
    /** Creates a post, to be published. */
    create: command(postDraftSchema, journalPostSchema),
    /** Saves the text of a post, as a draft or to be published. */
    write: command(postWritingSchema, journalPostSchema),
    /** Reverts the changes since the service accepted the post. */
    revert: command(z.uuid(), journalPostSchema),
    delete: command(z.uuid(), journalPostSchema),
    /** Undoes a deletion. */
    restore: command(z.uuid(), journalPostSchema),
    /** Queues a refused post, or its refused deletion, again. */
    retry: command(z.uuid(), journalPostSchema),
    /** Adds a photo to a post, in place of an earlier one. Creates a draft if there is no post with that id. */
    addPhoto: command(newPhotoSchema, journalPostSchema),
    /** Removes the photo of a post, or shows an earlier photo of the post again. */
    usePhoto: command(photoChoiceSchema, journalPostSchema),
    /** Opens a link of a post in the browser. Copies the link if the app does not open its host. */
    openLink: command(
      z.object({ id: z.uuid(), href: z.string().max(4096) }),
      z.enum(['opened', 'copied']),
    ),
    /** Publishes all waiting posts now; ends a pause of publishing. */
    publish: command(noInputSchema, noInputSchema),
    /** Pauses or resumes publishing. */
    pause: command(z.boolean(), noInputSchema),
    /** Shows a save dialog and writes the whole journal into the file. Null when the user cancelled. */
    export: command(exportFormatSchema, exportReportSchema.nullable()),
    /**
     * Shows an open dialog and imports all posts of the file that are not in the journal yet. If one post is invalid,
     * no post is imported. Null when the user cancelled.
     */
    import: command(noInputSchema, importReportSchema.nullable()),
  },
  settings: {
    /** Changes some settings, with immediate effect. */
    change: command(settingsChangeSchema, noInputSchema),
    /** Sets the API key; null deletes it. */
    setApiKey: command(newApiKeySchema.nullable(), noInputSchema),
    /** Tests the service at an address. */
    test: command(serviceTestSchema, noInputSchema),
    /** Shows a save dialog and writes the settings into the file, without secrets. Null when the user cancelled. */
    export: command(noInputSchema, z.string().nullable()),
    /**
     * Shows an open dialog, and returns what an import of the file would change. `change` then imports it. Null when
     * the user cancelled.
     */
    readImport: command(noInputSchema, settingsImportSchema.nullable()),
    reset: command(noInputSchema, noInputSchema),
    /** The command `overhead` of Terminal; null on other systems than macOS, and in a checkout. */
    terminalCommand: command(noInputSchema, terminalCommandSchema.nullable()),
    /**
     * Adds the command `overhead` of Terminal (true) or removes it (false). Does not change a file of another program.
     * Fails with `terminal-command` if the system refuses the change.
     */
    setTerminalCommand: command(z.boolean(), noInputSchema),
    /** Asks in a dialog of the system, then deletes all files that the app has on this computer, and quits the app. */
    removeData: command(noInputSchema, noInputSchema),
  },
  app: {
    /** Sends a request to each service now, unless the service does not allow a request yet. */
    check: command(noInputSchema, noInputSchema),
    /** Pauses all requests; null resumes them. */
    pause: command(pauseLengthSchema.nullable(), noInputSchema),
    log: command(noInputSchema, logLinesSchema),
    copyText: command(z.string().max(1 << 20), noInputSchema),
    facts: command(noInputSchema, systemFactsSchema),
    /** Opens the page of a licence or a source in the browser, or copies its address where there is no browser. */
    openCredit: command(creditSchema, z.enum(['opened', 'copied'])),
  },
  report: {
    /** Makes a report of a problem with all parts, and keeps it for `save`. */
    make: command(noInputSchema, reportSchema),
    /**
     * Shows a save dialog and writes the chosen parts of the shown report; null when the user cancelled. Fails with
     * `superseded` if another report was made since.
     */
    save: command(reportSelectionSchema, z.string().nullable()),
  },
  updates: {
    check: command(noInputSchema, noInputSchema),
    download: command(noInputSchema, noInputSchema),
    /** Opens the download page in the browser; without a browser, copies its address. */
    openPage: command(noInputSchema, z.enum(['opened', 'copied'])),
    /** Sets whether a downloaded update is installed when the app quits. */
    onQuit: command(z.boolean(), noInputSchema),
    /** Installs the downloaded update, and restarts the app. */
    install: command(noInputSchema, noInputSchema),
  },
  window: {
    /** Whether the window is on screen: not hidden and not minimised. */
    shown: broadcast(z.boolean()),
    /** Opens the main window at this view. */
    open: command(destinationSchema, noInputSchema),
    /** Hides the glance. */
    hideGlance: command(noInputSchema, noInputSchema),
    /** The choices of the views that `rememberViews` stored last. */
    views: command(noInputSchema, viewChoicesSchema),
    /** Stores the choices of the views for the next window. */
    rememberViews: command(viewChoicesSchema, noInputSchema),
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

/** The object that the preload puts on `window.overhead`. Broadcasts return their unsubscribe. */
export type Bridge = {
  readonly [G in keyof Contract]: { readonly [N in keyof Contract[G]]: Method<Contract[G][N]> };
};

type CommandNames<G> = {
  [N in keyof G]: G[N] extends Command<z.ZodType, z.ZodType> ? N : never;
}[keyof G];

/** Handlers distinguish pages by this number; a page keeps its number when it is reloaded. */
type PageId = number;

type Handler<C> =
  C extends Command<infer I, infer O>
    ? | AnswerFunction<z.output<I>, Result<z.output<O>>>
      // A command without an answer succeeds when its handler returns nothing.
      | ([z.output<O>] extends [null] ? AnswerFunction<z.output<I>, void> : never)
    : never;
type AnswerFunction<I, A> = (input: I, page: PageId) => A | Promise<A>;

/** The handlers that main implements: one for every command. */
export type Handlers = {
  readonly [G in keyof Contract]: {
    readonly [N in CommandNames<Contract[G]>]: Handler<Contract[G][N]>;
  };
};
