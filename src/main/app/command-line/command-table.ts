import { m } from '#words';
import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import { wouldForget } from '#shared/journal/unsent.ts';
import { whyNoPicture } from '#shared/picture/archive-dates.ts';
import type { AppState } from '#shared/state.ts';
import type { Status } from '#shared/status/status.ts';
import type { WallpaperDecision } from '#shared/wallpaper/selection.ts';
import { easternDate } from '#picture/eastern.ts';

/** The functions of the running app that commands use. */
export interface CommandTarget {
  readonly state: () => AppState;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
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

/** One option that asks the running instance. */
interface CommandRow {
  /** The option and its argument in `--help`; default: the name. */
  readonly usage?: string;
  /** Consecutive rows with the same words share a line of `--help`. */
  readonly help: () => string;
  readonly takesDate?: true;
  /** Whether it needs a file, into which the asking instance writes the value of the answer, a text. */
  readonly takesFile?: true;
  /** Whether `--json` is allowed. */
  readonly takesJson?: true;
  /** Whether the running instance ends after its answer. */
  readonly endsApp?: true;
  /** How long the running instance may take to answer, in milliseconds. */
  readonly answerMs: number;
  perform(app: CommandTarget, date: string | null): Result<unknown> | Promise<Result<unknown>>;
  /** The printed line. `text`: the status as the running instance writes it. */
  words(answer: { readonly status: Status; readonly text: string }): string;
  /** The printed line of a failure; null: the usual words. `now`: milliseconds since the Unix epoch. */
  failureWords?(failure: Failure, date: string | null, now: number): string | null;
}

const promptMs = 5_000;
/** A picture may have to be downloaded. */
const wallpaperMs = 120_000;

/** Shows another picture. Fails with `not-found` when there is none. */
const show = (direction: 'next' | 'previous'): CommandRow => ({
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
    return fail({ kind: settings.wallpaper.enabled === false ? 'wallpaper-off' : 'not-found' });
  },
  words: ({ status }) => m.command_wallpaper({ wallpaper: status.wallpaper }),
  failureWords: ({ kind }) => (kind === 'not-found' ? m.command_no_other_picture() : null),
});

/** Marks the picture on the desktop. Fails with `not-found` when the desktop shows no picture of the app. */
const mark = (
  words: { readonly help: () => string; readonly words: () => string },
  decision: (date: string) => WallpaperDecision,
): CommandRow => ({
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

const rows = {
  status: {
    usage: '--status [--json]',
    help: () => m.command_help_status(),
    takesJson: true,
    answerMs: promptMs,
    perform: () => ok(null),
    words: ({ text }) => text,
  },
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
    takesDate: true,
    answerMs: wallpaperMs,
    perform: (app, date) => app.setWallpaper(date),
    words: ({ status }) => m.command_wallpaper({ wallpaper: status.wallpaper }),
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
    takesFile: true,
    answerMs: promptMs,
    perform: (app) => ok(app.report()),
    words: ({ text }) => text,
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
} as const satisfies Record<string, CommandRow>;

export type CommandName = keyof typeof rows;

/** The options that ask the running instance, in the order of `--help`. Parser, help and answers derive from it. */
export const commandTable: Readonly<Record<CommandName, CommandRow>> = rows;

export const isCommandName = (name: string): name is CommandName => Object.hasOwn(rows, name);

/** A request to the running instance. */
export interface RemoteCommand {
  readonly name: CommandName;
  /** Null: none was given. */
  readonly date: string | null;
  readonly json: boolean;
  /** Where the answer goes; `-`: to the standard output. */
  readonly file?: string;
}

/** The options of a start, for `--help`. */
const launchOptions = (): (readonly [string, string])[] => [
  ['--hidden', m.command_help_hidden()],
  ['--services=SOURCE', m.command_help_services()],
  ['--user-data-dir=FOLDER', m.command_help_folder()],
  ['--no-first-run', m.command_help_no_first_run()],
  ['--hook=COMMAND', m.command_help_hook()],
];

/** The text of `--help`. */
export function usage(): string {
  const asking = new Map<string, string[]>();
  for (const [name, row] of Object.entries<CommandRow>(rows)) {
    const words = row.help();
    asking.set(words, [...(asking.get(words) ?? []), row.usage ?? `--${name}`]);
  }
  const running = [...asking].map(([words, options]) => [options.join(', '), words] as const);
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
