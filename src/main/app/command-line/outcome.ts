import { whyNoPicture } from '#shared/picture/archive-dates.ts';
import type { Failure } from '#shared/failure.ts';
import { describeFailure } from '#shared/words.ts';
import { easternDate } from '#picture/eastern.ts';
import type { Answer } from './hand-over.ts';
import { usage, type CommandLine, type RemoteCommand } from './parse.ts';

/** How a command ends on the terminal. */
export interface Outcome {
  readonly code: 0 | 1 | 2 | 3 | 4;
  readonly stdout: string;
  readonly stderr: string;
}

const said = (stdout: string): Outcome => ({ code: 0, stdout: `${stdout}\n`, stderr: '' });
const failed = (code: Outcome['code'], stderr: string): Outcome => ({
  code,
  stdout: '',
  stderr: `${stderr}\n`,
});

/** What needs no instance at all. */
export function outcomeAlone(
  line: Extract<CommandLine, { kind: 'help' | 'version' | 'wrong' }>,
  version: string,
): Outcome {
  switch (line.kind) {
    case 'help':
      return said(usage);
    case 'version':
      return said(`Overhead ${version}`);
    case 'wrong':
      return failed(2, `overhead: ${line.message}\n‘overhead --help’ says what there is.`);
  }
}

/** Its only reason not to end. */
const stillRunning =
  'Overhead goes on running: the disk has not taken everything that you wrote in the journal, and quitting would forget it. Make room on the disk, or quit from the tray, which asks first.';

/** No instance runs: what is to be ended has ended; everything else cannot be had. */
export const outcomeNobody = (command: RemoteCommand): Outcome =>
  command.kind === 'quit'
    ? said('Overhead is not running.')
    : failed(3, 'Overhead is not running.');

/** `answer` is null when none came in time. `now` is in milliseconds since the Unix epoch. */
export function outcomeOf(command: RemoteCommand, answer: Answer | null, now: number): Outcome {
  if (answer === null) return failed(4, 'Overhead is running, and does not answer.');
  if (answer.kind === 'failed' && command.kind === 'quit') return failed(1, stillRunning);
  if (answer.kind === 'failed') return failed(1, whyNot(command, answer.failure, now));
  const { status } = answer;
  switch (command.kind) {
    case 'status':
      return said(command.json ? JSON.stringify(status, null, 2) : answer.text);
    case 'check-now':
      return said('Overhead looks at all services now, but asks none more often than it allows.');
    case 'set-wallpaper':
      return said(`Wallpaper: ${status.wallpaper}.`);
    case 'quit':
      return said('Overhead has ended.');
  }
}

/** Of a day that can have no picture there is more to say than that it was not found. */
function whyNot(command: RemoteCommand, failure: Failure, now: number): string {
  const date = command.kind === 'set-wallpaper' ? command.date : null;
  const none = failure.kind === 'not-found' && date !== null;
  const why = none ? whyNoPicture(date, easternDate(now)) : null;
  return why ?? `It did not work: ${describeFailure(failure)}.`;
}
