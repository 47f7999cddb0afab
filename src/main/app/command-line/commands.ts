import { m } from '#words';
import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import { wouldForget } from '#shared/journal/unsent.ts';
import { whyNoPicture } from '#shared/picture/archive-dates.ts';
import type { AppState, ServiceName } from '#shared/state.ts';
import type { WallpaperDecision } from '#shared/wallpaper/selection.ts';
import {
  statusOf,
  apiKeyWords,
  lastFailureInWords,
  serviceWords,
  type ServiceStatus,
  type Status,
} from '#shared/status/status.ts';
import { failureSentence } from '#shared/failure-words.ts';
import { inEnglish } from '#shared/language/language.ts';
import { joinSentences } from '#shared/words.ts';
import { dueAt, until } from '#shared/time-words.ts';
import { easternDate } from '#picture/eastern.ts';
import { usage, type CommandLine, type Decision, type RemoteCommand } from './arguments.ts';
import type { Answer } from './hand-over.ts';

/** What a command may use of the running app. */
export interface CommandPorts {
  readonly state: () => AppState;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  checkAll(): void;
  /** Null: the newest picture. */
  setWallpaper(date: string | null): Promise<Result<null>>;
  decide(decision: WallpaperDecision): Promise<void>;
  /** Puts back what the desktop showed before the app's first picture. */
  restoreWallpaper(): Promise<Result<unknown>>;
}

/**
 * Runs a command of another instance. `quit` only checks that nothing would be lost, since there is nobody to ask: the
 * caller quits after it has sent the answer.
 */
export async function runCommand(command: RemoteCommand, ports: CommandPorts): Promise<Answer> {
  const result = await perform(command, ports);
  if (!result.ok) return { kind: 'failed', failure: result.failure };
  const now = ports.now();
  const make = (): Answer => {
    const status = statusOf(ports.state(), now);
    return { kind: 'done', status, text: statusText(status, now) };
  };
  // Programs read JSON: it is the same in every language.
  return command.kind === 'status' && command.json ? inEnglish(make) : make();
}

function perform(
  command: RemoteCommand,
  ports: CommandPorts,
): Result<unknown> | Promise<Result<unknown>> {
  switch (command.kind) {
    case 'check-now':
      ports.checkAll();
      return ok(null);
    case 'set-wallpaper':
      return ports.setWallpaper(command.date);
    case 'decide':
      return decide(command.decision, ports);
    case 'restore':
      return ports.restoreWallpaper();
    case 'status':
      return ok(null);
    case 'quit':
      return wouldForget(ports.state().journal) ? fail({ kind: 'would-forget' }) : ok(null);
  }
}

/** Fails with `not-found` when no picture of the app is on the desktop, or no other one comes. */
async function decide(decision: Decision, ports: CommandPorts): Promise<Result<null>> {
  const before = ports.state().wallpaper;
  if (decision === 'next' || decision === 'previous') {
    await ports.decide({ kind: decision });
    const { wallpaper } = ports.state();
    if (wallpaper.kind === 'failed') {
      const { backend, why, detail } = wallpaper;
      return fail({ kind: 'wallpaper', backend, detail, ...(why && { why }) });
    }
    if (wallpaper !== before) return ok(null);
    const isOff = ports.state().settings.wallpaper.enabled === false;
    return fail({ kind: isOff ? 'wallpaper-off' : 'not-found' });
  }
  if (before.kind !== 'set') return fail({ kind: 'not-found' });
  const { date } = before;
  await (decision === 'pin' || decision === 'unpin'
    ? ports.decide({ kind: 'pin', pinned: decision === 'pin' })
    : ports.decide({ kind: 'favour', date, favourite: decision === 'favourite' }));
  return ok(null);
}

/** What a command prints, and its exit code. */
export interface CommandOutcome {
  readonly code: 0 | 1 | 2 | 3 | 4;
  readonly stdout: string;
  readonly stderr: string;
}

const printed = (stdout: string): CommandOutcome => ({
  code: 0,
  stdout: `${stdout}\n`,
  stderr: '',
});
const failed = (code: CommandOutcome['code'], stderr: string): CommandOutcome => ({
  code,
  stdout: '',
  stderr: `${stderr}\n`,
});

/** The outcome of arguments that need no running instance. */
export function localOutcome(
  line: Extract<CommandLine, { kind: 'help' | 'version' | 'wrong' }>,
  version: string,
): CommandOutcome {
  switch (line.kind) {
    case 'help':
      return printed(usage());
    case 'version':
      return printed(`Overhead ${version}`);
    case 'wrong':
      return failed(2, m.command_wrong({ what: line.message }));
  }
}

export const notRunningOutcome = ({ kind }: RemoteCommand): CommandOutcome =>
  kind === 'quit' ? printed(m.command_not_running()) : failed(3, m.command_not_running());

/**
 * @param answer null when none came in time
 * @param now milliseconds since the Unix epoch
 */
export function answerOutcome(
  command: RemoteCommand,
  answer: Answer | null,
  now: number,
): CommandOutcome {
  if (answer === null) return failed(4, m.command_no_answer());
  if (answer.kind === 'failed' && command.kind === 'quit') return failed(1, m.command_not_quit());
  if (answer.kind === 'failed') return failed(1, whyNot(command, answer.failure, now));
  const { status } = answer;
  switch (command.kind) {
    case 'status':
      return printed(command.json ? JSON.stringify(status, null, 2) : answer.text);
    case 'check-now':
      return printed(m.command_checking());
    case 'decide':
      return printed(decidedWords(command.decision, status));
    case 'restore':
      return printed(m.command_restored());
    case 'set-wallpaper':
      return printed(m.command_wallpaper({ wallpaper: status.wallpaper }));
    case 'quit':
      return printed(m.command_ended());
  }
}

function decidedWords(decision: Decision, { wallpaper }: Status): string {
  switch (decision) {
    case 'pin':
      return m.command_pinned();
    case 'unpin':
      return m.command_unpinned();
    case 'favourite':
      return m.command_favourite();
    case 'unfavourite':
      return m.command_not_favourite();
    case 'next':
    case 'previous':
      return m.command_wallpaper({ wallpaper });
  }
}

/** For a day that can have no picture, says why instead of ‘not found’. */
function whyNot(command: RemoteCommand, failure: Failure, now: number): string {
  if (command.kind === 'decide' && failure.kind === 'not-found')
    return command.decision === 'next' || command.decision === 'previous'
      ? m.command_no_other_picture()
      : m.command_no_picture_shown();
  const date = command.kind === 'set-wallpaper' ? command.date : null;
  const isMissing = failure.kind === 'not-found' && date !== null;
  const why = isMissing ? whyNoPicture(date, easternDate(now)) : null;
  return why ?? m.command_failed({ why: failureSentence(failure) });
}

const names: readonly ServiceName[] = ['picture', 'position', 'posts'];

/** A status as a terminal shows it. `now` is in milliseconds since the Unix epoch. */
export function statusText(status: Status, now: number): string {
  const { today, journal } = status;
  // The headline is the first of them where there are any.
  const needs = status.needsYou.filter((need) => need !== status.headline);
  const services = names.map((name) => [
    serviceWords[name],
    table('  ', [
      ...serviceRows(status.services[name], now),
      ...(name === 'picture' ? sourceRows(status) : []),
    ]),
  ]);
  return [
    ...(status.simulated ? [m.tray_simulated()] : []),
    status.headline,
    ...needs,
    ...(status.sandboxed ? [] : [m.status_no_sandbox()]),
    '',
    table('', [
      [
        m.command_label_today(),
        today === null ? m.command_not_known() : `${today.title} (${today.date})`,
      ],
      [m.command_label_wallpaper(), status.wallpaper],
      [m.command_label_pass(), status.nextPass],
      [m.command_label_unsent(), m.command_unsent(journal)],
      [m.command_label_key(), apiKeyWords(status.apiKey)],
    ]),
    ...services.flatMap((lines) => ['', ...lines]),
  ].join('\n');
}

type Row = readonly [label: string, words: string];

/** The labels in one column, the words in another. */
function table(indent: string, rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([label]) => columnsOf(label))) + 3;
  return rows
    .map(([label, words]) => `${indent}${label}${' '.repeat(width - columnsOf(label))}${words}`)
    .join('\n');
}

/** A terminal shows Japanese letters two columns wide. */
const columnsOf = (text: string): number =>
  text.length + (text.match(/[\u3000-\u9fff\uff00-\uff60]/g)?.length ?? 0);

const sourceRows = ({ pictureSources }: Status): Row[] =>
  pictureSources.map(({ name, words }, index) => [
    index === 0 ? m.command_label_sources() : '',
    m.status_of_service({ service: name, sentence: words }),
  ]);

/** The words of a failure name their time themselves. */
function stateLine({ state, words, waitsFor, since }: ServiceStatus, now: number): string {
  if (state === 'failing' || state === 'no-network') return words;
  return since === null
    ? waitsFor
    : joinSentences([waitsFor, m.command_since({ when: until(since, now) })]);
}

function serviceRows(service: ServiceStatus, now: number): Row[] {
  const { nextAt, nextWhen, lastSuccessAt, lastFailure, quota } = service;
  return [
    [m.command_label_state(), stateLine(service, now)],
    [
      m.command_label_next(),
      nextAt === null ? (nextWhen ?? m.command_not_planned()) : dueAt(nextAt, now),
    ],
    [
      m.command_label_success(),
      lastSuccessAt === null ? m.command_no_success() : until(lastSuccessAt, now),
    ],
    ...(lastFailure === null
      ? []
      : [[m.command_label_failure(), lastFailureInWords(lastFailure, now)] as const]),
    ...(quota === null ? [] : [[m.command_label_quota(), quotaWords(quota)] as const]),
  ];
}

const quotaWords = ({ remaining, limit }: NonNullable<ServiceStatus['quota']>): string =>
  limit === null ? String(remaining) : m.command_quota_of({ remaining, limit });
