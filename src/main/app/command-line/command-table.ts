import { m } from '#words';
import type { AppState } from '#shared/state.ts';
import { pictureRows } from '#picture/picture-queries.ts';
import { reportRows } from '#report/make-report.ts';
import type { Clock } from '#runtime/clock.ts';
import {
  promptAnswerMs,
  type Action,
  type ActionRow,
  type QueryOption,
  type FileRow,
  type QueryRow,
} from '#runtime/command-row.ts';
import type { Query, QueryOptions } from '#runtime/query.ts';
import { stationRows } from '#station/station-queries.ts';
import { wallpaperRows } from '#wallpaper/index.ts';

const queryRows = {
  status: {
    help: () => m.command_help_status(),
    takes: ['json', 'watch'],
    answerMs: promptAnswerMs,
  },
  ...stationRows,
  ...pictureRows,
} as const satisfies Record<string, QueryRow>;

const actionRows = {
  'check-now': {
    help: () => m.command_help_check(),
    answerMs: promptAnswerMs,
    words: () => m.command_checking(),
  },
  ...wallpaperRows,
  quit: {
    help: () => m.command_help_quit(),
    endsApp: true,
    // The app quits only when running work has ended.
    answerMs: 15_000,
    words: () => m.command_ended(),
    failureWords: () => m.command_not_quit(),
  },
} as const satisfies Record<string, ActionRow>;

export type QueryName = keyof typeof queryRows;
type FileName = keyof typeof reportRows;
type ActionName = keyof typeof actionRows;
export type CommandName = QueryName | FileName | ActionName;

/** The options that ask the running instance, in the order of `--help`. */
const allRows = { ...queryRows, ...reportRows, ...actionRows };
export const fileTable: Readonly<Record<FileName, FileRow>> = reportRows;
export const actionTable: Readonly<Record<ActionName, ActionRow>> = actionRows;

export const isCommandName = (name: string): name is CommandName => Object.hasOwn(allRows, name);
export const isQueryName = (name: string): name is QueryName => Object.hasOwn(queryRows, name);
/** Whether the option is followed by the name of a file. */
export const isFileName = (name: string): name is FileName => Object.hasOwn(reportRows, name);
export const isActionName = (name: string): name is ActionName => Object.hasOwn(actionRows, name);

export const takesDate = (name: string): name is ActionName =>
  isActionName(name) && actionTable[name].takesDate === true;

/** Whether the running instance quits after its answer. */
export const endsApp = (name: CommandName): boolean =>
  isActionName(name) && actionTable[name].endsApp === true;

export const answerLimitMs = (name: CommandName): number => allRows[name].answerMs;

export const queriesWithOption = (extra: QueryOption): string[] =>
  Object.entries<QueryRow>(queryRows).flatMap(([name, { takes }]) =>
    takes.includes(extra) ? [name] : [],
  );

/** The functions of the running app that answer commands. */
export interface CommandTarget {
  readonly state: () => AppState;
  readonly clock: Clock;
  /** Calls the listener after each change of the state. Returns a function that stops these calls. */
  subscribe(listener: () => void): () => void;
  /** Aborted when the app is disposed of, because it ends or is composed again. */
  readonly ended: AbortSignal;
  readonly queries: Readonly<Record<QueryName, Query>>;
  readonly actions: Readonly<Record<ActionName, Action>>;
  /** The functions that make the text of each file. */
  readonly files: Readonly<Record<FileName, () => string>>;
}

/** A request to the running instance. */
export interface RemoteCommand extends QueryOptions {
  readonly name: CommandName;
  /** The day given after the option; null: none. */
  readonly date: string | null;
  readonly json: boolean;
  /** Whether the command (`--watch`) stays open and prints a new answer after each change of the state. */
  readonly watch: boolean;
  /** The file that the asking instance writes; `-`: its standard output. */
  readonly file?: string;
}

/** The options of a start, for `--help`. */
const launchOptions = (): (readonly [string, string])[] => [
  ['--hidden', m.command_help_hidden()],
  ['--services=SOURCE', m.command_help_services()],
  ['--user-data-dir=FOLDER', m.command_help_folder()],
  ['--no-first-run', m.command_help_no_first_run()],
  ['--wallpaper-command=COMMAND', m.command_help_wallpaper_command()],
];

/** The text of `--help`. */
export function usage(): string {
  const optionsByHelp = new Map<string, string[]>();
  for (const [name, row] of Object.entries<QueryRow | FileRow | ActionRow>(allRows)) {
    const words = row.help();
    optionsByHelp.set(words, [...(optionsByHelp.get(words) ?? []), row.usage ?? `--${name}`]);
  }
  const runningOptions = [
    ...[...optionsByHelp].map(([words, options]) => [options.join(', '), words] as const),
    ['--json', m.command_help_json()] as const,
    ['--watch', m.command_help_watch()] as const,
  ];
  const generalOptions = [
    ['--version', m.command_help_version()],
    ['-h, --help', m.command_help_help()],
  ] as const;
  const width = Math.max(
    ...[...launchOptions(), ...runningOptions, ...generalOptions].map(([option]) => option.length),
  );
  const lines = (options: readonly (readonly [string, string])[]): string[] =>
    options.map(([option, words]) => `  ${option.padEnd(width)}   ${words}`);
  return [
    m.command_help_usage(),
    ...lines(launchOptions()),
    '',
    m.command_help_running(),
    ...lines(runningOptions),
    '',
    ...lines(generalOptions),
    '',
    m.command_help_codes(),
  ].join('\n');
}
