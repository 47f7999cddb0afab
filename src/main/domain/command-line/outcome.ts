import { describeFailure } from '../../../shared/words.ts';
import { statusText } from '../status/status-text.ts';
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
      return failed(2, `overhead: ${line.message}\n\n${usage}`);
  }
}

/** No instance runs: what is to be ended has ended; everything else cannot be had. */
export const outcomeNobody = (command: RemoteCommand): Outcome =>
  command.kind === 'quit'
    ? said('Overhead is not running.')
    : failed(3, 'Overhead is not running.');

/** `answer` is null when none came in time. `now` is in milliseconds since the Unix epoch. */
export function outcomeOf(command: RemoteCommand, answer: Answer | null, now: number): Outcome {
  if (answer === null) return failed(4, 'Overhead is running, and does not answer.');
  if (answer.kind === 'failed')
    return failed(1, `It did not work: ${describeFailure(answer.failure)}.`);
  const { status } = answer;
  switch (command.kind) {
    case 'status':
      return said(command.json ? JSON.stringify(status, null, 2) : statusText(status, now));
    case 'check-now':
      return said('Overhead looks at all services now, as far as their manners allow.');
    case 'set-wallpaper':
      return said(`Wallpaper: ${status.wallpaper}.`);
    case 'quit':
      return said('Overhead has ended.');
  }
}
