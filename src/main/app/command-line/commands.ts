import { m } from '#words';
import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import { wouldForget } from '#shared/journal/unsent.ts';
import { whyNoPicture } from '#shared/picture/archive-dates.ts';
import type { AppState, ServiceName } from '#shared/state.ts';
import {
  statusOf,
  apiKeyWords,
  lastFailureInWords,
  serviceWords,
  type ServiceStatus,
  type Status,
} from '#shared/status/status.ts';
import { describeFailure, joinSentences } from '#shared/words.ts';
import { dueAt, until } from '#shared/time-words.ts';
import { easternDate } from '#picture/eastern.ts';
import { usage, type CommandLine, type RemoteCommand } from './arguments.ts';
import type { Answer } from './hand-over.ts';

/** What a command may use of the running app. */
export interface CommandPorts {
  readonly state: () => AppState;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  checkAll(): void;
  /** Null: the newest picture. */
  setWallpaper(date: string | null): Promise<Result<null>>;
}

/**
 * Runs a command of another instance. `quit` only checks that nothing would be lost, since there is nobody to ask: the
 * caller quits after it has sent the answer.
 */
export async function runCommand(command: RemoteCommand, ports: CommandPorts): Promise<Answer> {
  const result = await perform(command, ports);
  if (!result.ok) return { kind: 'failed', failure: result.failure };
  const now = ports.now();
  const status = statusOf(ports.state(), now);
  return { kind: 'done', status, text: statusText(status, now) };
}

function perform(
  command: RemoteCommand,
  ports: CommandPorts,
): Result<null> | Promise<Result<null>> {
  switch (command.kind) {
    case 'check-now':
      ports.checkAll();
      return ok(null);
    case 'set-wallpaper':
      return ports.setWallpaper(command.date);
    case 'status':
      return ok(null);
    case 'quit':
      return wouldForget(ports.state().journal) ? fail({ kind: 'would-forget' }) : ok(null);
  }
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
      return printed(usage);
    case 'version':
      return printed(`Overhead ${version}`);
    case 'wrong':
      return failed(2, `overhead: ${line.message}\n‘overhead --help’ says what there is.`);
  }
}

export const notRunningOutcome = ({ kind }: RemoteCommand): CommandOutcome =>
  kind === 'quit' ? printed('Overhead is not running.') : failed(3, 'Overhead is not running.');

const stillRunning =
  'Overhead goes on running: the disk has not taken everything that you wrote in the journal, and quitting would forget it. Make room on the disk, or quit from the tray, which asks first.';

/**
 * @param answer null when none came in time
 * @param now milliseconds since the Unix epoch
 */
export function answerOutcome(
  command: RemoteCommand,
  answer: Answer | null,
  now: number,
): CommandOutcome {
  if (answer === null) return failed(4, 'Overhead is running, and does not answer.');
  if (answer.kind === 'failed' && command.kind === 'quit') return failed(1, stillRunning);
  if (answer.kind === 'failed') return failed(1, whyNot(command, answer.failure, now));
  const { status } = answer;
  switch (command.kind) {
    case 'status':
      return printed(command.json ? JSON.stringify(status, null, 2) : answer.text);
    case 'check-now':
      return printed(
        'Overhead looks at all services now, but asks none more often than it allows.',
      );
    case 'set-wallpaper':
      return printed(`Wallpaper: ${status.wallpaper}.`);
    case 'quit':
      return printed('Overhead has ended.');
  }
}

/** For a day that can have no picture, says why instead of ‘not found’. */
function whyNot(command: RemoteCommand, failure: Failure, now: number): string {
  const date = command.kind === 'set-wallpaper' ? command.date : null;
  const isMissing = failure.kind === 'not-found' && date !== null;
  const why = isMissing ? whyNoPicture(date, easternDate(now)) : null;
  return why ?? `It did not work: ${describeFailure(failure)}.`;
}

const names: readonly ServiceName[] = ['picture', 'position', 'posts'];

/** A status as a terminal shows it. `now` is in milliseconds since the Unix epoch. */
export function statusText(status: Status, now: number): string {
  const { today, journal } = status;
  const first = status.simulated ? ['Simulated: nothing here is real.'] : [];
  // The headline is the first of them where there are any.
  const needs = status.needsYou.filter((need) => need !== status.headline);
  const lines = [
    ...first,
    status.headline,
    ...needs,
    ...(status.sandboxed ? [] : [m.status_no_sandbox()]),
    '',
    `Today       ${today === null ? 'not known yet' : `${today.title} (${today.date})`}`,
    `Wallpaper   ${status.wallpaper}`,
    `Next pass   ${status.nextPass}`,
    `Unsent      ${journal.unsent}, refused ${journal.refused}`,
    `API key     ${apiKeyWords(status.apiKey)}`,
    ...names.flatMap((name) => [
      '',
      ...serviceLines(name, status.services[name], now),
      ...(name === 'picture' ? sourceLines(status) : []),
    ]),
  ];
  return lines.join('\n');
}

const sourceLines = ({ pictureSources }: Status): string[] =>
  pictureSources.map(
    ({ name, words }, index) => `  ${index === 0 ? 'sources' : '       '}        ${name}: ${words}`,
  );

/** The words of a failure name their time themselves. */
function stateLine({ state, words, waitsFor, since }: ServiceStatus, now: number): string {
  if (state === 'failing' || state === 'no-network') return words;
  return since === null
    ? waitsFor
    : joinSentences([waitsFor, m.command_since({ time: until(since, now) })]);
}

function serviceLines(name: ServiceName, service: ServiceStatus, now: number): string[] {
  const { nextAt, nextWhen, lastSuccessAt, lastFailure, quota } = service;
  const next = nextAt === null ? (nextWhen ?? 'not planned') : dueAt(nextAt, now);
  return [
    serviceWords[name],
    `  state          ${stateLine(service, now)}`,
    `  next request   ${next}`,
    `  last success   ${lastSuccessAt === null ? 'none since the start' : until(lastSuccessAt, now)}`,
    ...(lastFailure === null ? [] : [`  last failure   ${lastFailureInWords(lastFailure, now)}`]),
    ...(quota === null
      ? []
      : [`  quota left     ${quota.remaining}${quota.limit === null ? '' : ` of ${quota.limit}`}`]),
  ];
}
