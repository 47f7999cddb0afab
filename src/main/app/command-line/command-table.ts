import { m } from '#words';
import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import type { HookEvent } from '#shared/hook-events.ts';
import { wouldForget } from '#shared/journal/unsent.ts';
import { whyNoPicture } from '#shared/picture/archive-dates.ts';
import type { AppState } from '#shared/state.ts';
import type { Status } from '#shared/status/status.ts';
import type { WallpaperDecision } from '#shared/wallpaper/selection.ts';
import { easternDate } from '#picture/eastern.ts';
import type { Clock } from '#runtime/clock.ts';
import type { Query, QueryOptions } from '#runtime/query.ts';

/** The functions of the running app that commands use. */
export interface CommandTarget {
  readonly state: () => AppState;
  readonly clock: Clock;
  /** Calls the listener after each change of the state. Returns its unsubscribe. */
  subscribe(listener: () => void): () => void;
  /** Aborted when the app is disposed of: it ends, or is composed again. */
  readonly ended: AbortSignal;
  /** The answers of the features. */
  readonly queries: Readonly<Record<QueryName, Query>>;
  checkAll(): void;
  /** Null: the newest picture. */
  setWallpaper(date: string | null): Promise<Result<null>>;
  decide(decision: WallpaperDecision): Promise<void>;
  /** Restores the wallpaper that the desktop showed before the app's first picture. */
  restoreWallpaper(): Promise<Result<unknown>>;
  /** A report of a problem, with all parts. */
  report(): string;
  /** Called for each command before it is performed. */
  onCommand?(name: CommandName): void;
}

/** An option that only some commands take. */
export type Extra = 'json' | 'watch' | 'days' | 'visible';

/** One option that asks the running instance. */
interface CommonRow {
  /** The option and its argument in `--help`; default: the name. */
  readonly usage?: string;
  /** Consecutive rows with the same words share a line of `--help`. */
  readonly help: () => string;
  /** How long the running instance may take to answer, in milliseconds. */
  readonly answerMs: number;
}

/** The running instance answers a query, and nothing changes. */
interface QueryRow extends CommonRow {
  readonly takes: readonly Extra[];
}

/** The running instance does something. */
interface ActionRow extends CommonRow {
  /** Whether the running instance ends after its answer. */
  readonly endsApp?: true;
  perform(app: CommandTarget, date: string | null): Result<unknown> | Promise<Result<unknown>>;
  /** The printed line. */
  words(status: Status): string;
  /** The printed line of a failure; null: the usual words. `now`: milliseconds since the Unix epoch. */
  failureWords?(failure: Failure, date: string | null, now: number): string | null;
}

type CommandRow = QueryRow | ActionRow;

const promptMs = 5_000;
/** A search of two weeks, on a slow computer. */
const searchMs = 30_000;
/** A picture may have to be downloaded. */
const wallpaperMs = 120_000;

/** Shows another picture. Fails with `not-found` when there is none. */
const show = (direction: 'next' | 'previous'): ActionRow => ({
  help: () => m.command_help_next(),
  answerMs: wallpaperMs,
  async perform(app) {
    const earlier = app.state().wallpaper;
    await app.decide({ kind: direction });
    const { wallpaper, settings } = app.state();
    if (wallpaper.kind === 'failed') {
      const { backend, why, detail } = wallpaper;
      return fail({ kind: 'wallpaper', backend, detail, ...(why && { why }) });
    }
    if (wallpaper !== earlier) return ok(null);
    // Null: the question of the first start is not answered yet, and no wallpaper is set.
    return fail({ kind: settings.wallpaper.enabled === true ? 'not-found' : 'wallpaper-off' });
  },
  words: ({ wallpaper }) => m.command_wallpaper({ wallpaper }),
  failureWords: ({ kind }) => (kind === 'not-found' ? m.command_no_other_picture() : null),
});

/** Marks the picture on the desktop. Fails with `not-found` when the desktop shows no picture of the app. */
const mark = (
  words: { readonly help: () => string; readonly words: () => string },
  decision: (date: string) => WallpaperDecision,
): ActionRow => ({
  ...words,
  answerMs: wallpaperMs,
  async perform(app) {
    const { wallpaper } = app.state();
    if (wallpaper.kind !== 'set') return fail({ kind: 'not-found' });
    await app.decide(decision(wallpaper.date));
    return ok(null);
  },
  failureWords: ({ kind }) => (kind === 'not-found' ? m.command_no_picture_shown() : null),
});

const queryRows = {
  status: {
    help: () => m.command_help_status(),
    takes: ['json', 'watch'],
    answerMs: promptMs,
  },
  passes: {
    usage: '--passes [--days N] [--visible]',
    help: () => m.command_help_passes(),
    takes: ['json', 'watch', 'days', 'visible'],
    answerMs: promptMs,
  },
  transits: {
    help: () => m.command_help_transits(),
    takes: ['json', 'watch'],
    answerMs: searchMs,
  },
  position: {
    help: () => m.command_help_position(),
    takes: ['json', 'watch'],
    answerMs: promptMs,
  },
  picture: {
    help: () => m.command_help_picture(),
    takes: ['json', 'watch'],
    answerMs: promptMs,
  },
} as const satisfies Record<string, QueryRow>;

export type QueryName = keyof typeof queryRows;

const actionRows = {
  'check-now': {
    help: () => m.command_help_check(),
    answerMs: promptMs,
    perform(app) {
      app.checkAll();
      return ok(null);
    },
    words: () => m.command_checking(),
  },
  'set-wallpaper': {
    usage: '--set-wallpaper [DATE]',
    help: () => m.command_help_wallpaper(),
    answerMs: wallpaperMs,
    perform: (app, date) => app.setWallpaper(date),
    words: ({ wallpaper }) => m.command_wallpaper({ wallpaper }),
    // A day that can have no picture.
    failureWords: ({ kind }, date, now) =>
      kind === 'not-found' && date !== null ? whyNoPicture(date, easternDate(now)) : null,
  },
  next: show('next'),
  previous: show('previous'),
  pin: mark({ help: () => m.command_help_pin(), words: () => m.command_pinned() }, () => ({
    kind: 'pin',
    pinned: true,
  })),
  unpin: mark({ help: () => m.command_help_pin(), words: () => m.command_unpinned() }, () => ({
    kind: 'pin',
    pinned: false,
  })),
  favorite: mark(
    { help: () => m.command_help_favourite(), words: () => m.command_favourite() },
    (date) => ({ kind: 'favour', date, favourite: true }),
  ),
  unfavorite: mark(
    { help: () => m.command_help_unfavourite(), words: () => m.command_not_favourite() },
    (date) => ({ kind: 'favour', date, favourite: false }),
  ),
  restore: {
    help: () => m.command_help_restore(),
    answerMs: wallpaperMs,
    perform: (app) => app.restoreWallpaper(),
    words: () => m.command_restored(),
  },
  report: {
    usage: '--report FILE',
    help: () => m.command_help_report(),
    answerMs: promptMs,
    // `runCommand` sends the text of the report, which the asking instance writes into the file.
    perform: () => ok(null),
    words: () => '',
  },
  quit: {
    help: () => m.command_help_quit(),
    endsApp: true,
    // It waits for work that is under way.
    answerMs: 15_000,
    /** Only checks that no post would be lost: nobody is there to answer a question. The caller quits after the answer. */
    perform: (app) =>
      wouldForget(app.state().journal) ? fail({ kind: 'would-forget' }) : ok(null),
    words: () => m.command_ended(),
    failureWords: () => m.command_not_quit(),
  },
} as const satisfies Record<string, ActionRow>;

const rows = { ...queryRows, ...actionRows };
export type CommandName = keyof typeof rows;

/** The options that ask the running instance, in the order of `--help`. Parser, help and answers derive from it. */
export const commandTable: Readonly<Record<QueryName, QueryRow>> &
  Readonly<Record<Exclude<CommandName, QueryName>, ActionRow>> = rows;

export const isCommandName = (name: string): name is CommandName => Object.hasOwn(rows, name);
export const isQueryName = (name: string): name is QueryName => Object.hasOwn(queryRows, name);

export const takesDate = (name: string): name is 'set-wallpaper' => name === 'set-wallpaper';
export const takesFile = (name: string): name is 'report' => name === 'report';

/** Whether the running instance ends after its answer. */
export const endsApp = (name: CommandName): boolean =>
  !isQueryName(name) && commandTable[name].endsApp === true;

/** The commands that take an option. */
export const commandsWith = (extra: Extra): string[] =>
  Object.entries<QueryRow>(queryRows).flatMap(([name, { takes }]) =>
    takes.includes(extra) ? [name] : [],
  );

/** A request to the running instance. */
export interface RemoteCommand extends QueryOptions {
  readonly name: CommandName;
  /** Null: none was given. */
  readonly date: string | null;
  readonly json: boolean;
  /** Whether an answer follows each change. */
  readonly watch: boolean;
  /** The file for the report, which the asking instance writes; `-`: its standard output. */
  readonly file?: string;
}

/** The options with a shell command for an event. */
export const hookOptions = {
  hook: { event: 'wallpaper', help: () => m.command_help_hook() },
  'hook-picture': { event: 'picture', help: () => m.command_help_hook_picture() },
  'hook-pass-soon': { event: 'passSoon', help: () => m.command_help_hook_pass_soon() },
  'hook-pass-begins': { event: 'passBegins', help: () => m.command_help_hook_pass_begins() },
  'hook-post-refused': { event: 'postRefused', help: () => m.command_help_hook_post_refused() },
} as const satisfies Record<string, { readonly event: HookEvent; readonly help: () => string }>;

export const isHookOption = (name: string): name is keyof typeof hookOptions =>
  Object.hasOwn(hookOptions, name);

/** The options of a start, for `--help`. */
const launchOptions = (): (readonly [string, string])[] => [
  ['--hidden', m.command_help_hidden()],
  ['--services=SOURCE', m.command_help_services()],
  ['--user-data-dir=FOLDER', m.command_help_folder()],
  ['--no-first-run', m.command_help_no_first_run()],
  ...Object.entries(hookOptions).map(([name, { help }]) => [`--${name}=COMMAND`, help()] as const),
];

/** The text of `--help`. */
export function usage(): string {
  const asking = new Map<string, string[]>();
  for (const [name, row] of Object.entries<CommandRow>(rows)) {
    const words = row.help();
    asking.set(words, [...(asking.get(words) ?? []), row.usage ?? `--${name}`]);
  }
  const running = [
    ...[...asking].map(([words, options]) => [options.join(', '), words] as const),
    ['--json', m.command_help_json()] as const,
    ['--watch', m.command_help_watch()] as const,
  ];
  const general = [
    ['--version', m.command_help_version()],
    ['-h, --help', m.command_help_help()],
  ] as const;
  const width = Math.max(
    ...[...launchOptions(), ...running, ...general].map(([option]) => option.length),
  );
  const lines = (options: readonly (readonly [string, string])[]): string[] =>
    options.map(([option, words]) => `  ${option.padEnd(width)}   ${words}`);
  return [
    m.command_help_usage(),
    ...lines(launchOptions()),
    '',
    m.command_help_running(),
    ...lines(running),
    '',
    ...lines(general),
    '',
    m.command_help_codes(),
  ].join('\n');
}
