import { m } from '#words';
import type { Result, StorageFailure } from '#shared/failure.ts';
import { failureSentence } from '#shared/failure-words.ts';
import { inEnglish } from '#shared/language/language.ts';
import { statusText } from '#shared/status/status-text.ts';
import { statusOf } from '#shared/status/status.ts';
import type { CommandLine } from './arguments.ts';
import { commandTable, usage, type CommandTarget, type RemoteCommand } from './command-table.ts';
import type { Answer } from './hand-over.ts';

/** Runs a command of another instance. */
export async function runCommand(command: RemoteCommand, app: CommandTarget): Promise<Answer> {
  const row = commandTable[command.name];
  app.onCommand?.(command.name);
  const result = await row.perform(app, command.date);
  if (!result.ok) return { kind: 'failed', failure: result.failure };
  if (row.takesFile === true) return { kind: 'file', text: String(result.value) };
  const now = app.now();
  const make = (): Answer => {
    const status = statusOf(app.state(), now);
    return { kind: 'done', status, text: statusText(status, now) };
  };
  // Programs read JSON: it is the same in every language.
  return command.json ? inEnglish(make) : make();
}

/** The output of a command, and its exit code. */
export interface CommandOutcome {
  readonly code: 0 | 1 | 2 | 3 | 4;
  readonly stdout: string;
  readonly stderr: string;
  /** A new file that is written first; see `writtenOutcome`. */
  readonly file?: { readonly path: string; readonly text: string };
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

export const notRunningOutcome = ({ name }: RemoteCommand): CommandOutcome =>
  commandTable[name].endsApp === true
    ? printed(m.command_not_running())
    : failed(3, m.command_not_running());

/** The outcome after the file of another one was written. It fails with EEXIST if there is one of that name. */
export function writtenOutcome(
  file: string,
  written: Result<unknown, StorageFailure>,
): CommandOutcome {
  if (written.ok) return printed(m.command_report_saved({ file }));
  const { failure } = written;
  const why =
    failure.code === 'EEXIST' ? m.command_file_exists({ file }) : failureSentence(failure);
  return failed(1, m.command_failed({ why }));
}

/**
 * @param answer null when none came in time
 * @param now milliseconds since the Unix epoch
 */
export function answerOutcome(
  { name, date, json, file }: RemoteCommand,
  answer: Answer | null,
  now: number,
): CommandOutcome {
  if (answer === null) return failed(4, m.command_no_answer());
  const row = commandTable[name];
  if (answer.kind === 'failed') {
    const words = row.failureWords?.(answer.failure, date, now) ?? null;
    return failed(1, words ?? m.command_failed({ why: failureSentence(answer.failure) }));
  }
  if (answer.kind === 'file') {
    const { text } = answer;
    return file === undefined || file === '-'
      ? { code: 0, stdout: text, stderr: '' }
      : { code: 0, stdout: '', stderr: '', file: { path: file, text } };
  }
  return printed(json ? JSON.stringify(answer.status, null, 2) : row.words(answer));
}
