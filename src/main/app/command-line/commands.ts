import { m } from '#words';
import { fail, ok, type Result, type StorageFailure } from '#shared/failure.ts';
import { failureSentence } from '#shared/failure-words.ts';
import { wouldLosePosts } from '#shared/journal/unsent.ts';
import { runInEnglish } from '#shared/language/language.ts';
import type { AppState } from '#shared/state.ts';
import { statusText } from '#shared/status/status-text.ts';
import { statusOf } from '#shared/status/status.ts';
import type { CommandLine } from './arguments.ts';
import type { Action } from '#runtime/command-row.ts';
import type { Query, QueryAnswer } from '#runtime/query.ts';
import {
  actionTable,
  endsApp,
  fileTable,
  isActionName,
  isFileName,
  isQueryName,
  usage,
  type CommandTarget,
  type RemoteCommand,
  type QueryName,
} from './command-table.ts';
import type { Answer } from './hand-over.ts';

export async function runCommand(command: RemoteCommand, app: CommandTarget): Promise<Answer> {
  const { name, date } = command;
  if (isQueryName(name)) return queryAnswer(name, command, app);
  if (isFileName(name)) return { kind: 'file', text: app.files[name]() };
  const result = await app.actions[name](date);
  if (!result.ok) return { kind: 'failed', failure: result.failure };
  return { kind: 'done', status: statusOf(app.state(), app.clock.now()) };
}

/** The answer to a query command. */
export async function queryAnswer(
  name: QueryName,
  command: RemoteCommand,
  { queries, state, clock }: CommandTarget,
): Promise<Extract<Answer, { kind: 'answer' }>> {
  const query = queries[name];
  await query.prepare?.();
  const make = (): QueryAnswer => query.answer(state(), clock.now(), command);
  // The JSON is the same in every language, because programs parse it.
  const { content, text, line } = command.json ? runInEnglish(make) : make();
  return { kind: 'answer', content, text: command.watch ? line : text };
}

/** The answer to `--status`. @param isTrayShown whether a tray shows the icon */
export const statusQuery = (isTrayShown: () => boolean): Query => ({
  follows: (state) => state,
  answer(state, now) {
    const status = statusOf(state, now);
    const content = { ...status, tray: isTrayShown() };
    return { content, text: statusText(status, now), line: status.headline };
  },
});

/** The actions of the app as a whole. */
export const appActions = (
  state: () => AppState,
  askAll: () => void,
): Readonly<Record<'check-now' | 'quit', Action>> => ({
  'check-now'() {
    askAll();
    return ok(null);
  },
  // A command cannot ask the user a question. The app quits after the answer.
  quit: () => (wouldLosePosts(state().journal) ? fail({ kind: 'would-forget' }) : ok(null)),
});

/** The output of a command, and its exit code. */
export interface CommandOutcome {
  readonly code: 0 | 1 | 2 | 3 | 4;
  readonly stdout: string;
  readonly stderr: string;
  /** A new file that is written before the outcome is printed; see `writtenOutcome`. */
  readonly file?: { readonly path: string; readonly text: string };
}

const okOutcome = (stdout: string): CommandOutcome => ({
  code: 0,
  stdout: `${stdout}\n`,
  stderr: '',
});
const errorOutcome = (code: CommandOutcome['code'], stderr: string): CommandOutcome => ({
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
      return okOutcome(usage());
    case 'version':
      return okOutcome(`Overhead ${version}`);
    case 'wrong':
      return errorOutcome(2, m.command_wrong({ what: line.message }));
  }
}

export const notRunningOutcome = ({ name }: RemoteCommand): CommandOutcome =>
  endsApp(name) ? okOutcome(m.command_not_running()) : errorOutcome(3, m.command_not_running());

/** The outcome after the attempt to write the file of a command. The attempt fails with EEXIST if the file exists. */
export function writtenOutcome(
  { name, file = '' }: RemoteCommand,
  written: Result<unknown, StorageFailure>,
): CommandOutcome {
  if (written.ok) return okOutcome(isFileName(name) ? fileTable[name].words(file) : '');
  const { failure } = written;
  const reason =
    failure.code === 'EEXIST' ? m.command_file_exists({ file }) : failureSentence(failure);
  return errorOutcome(1, m.command_failed({ why: reason }));
}

/**
 * @param answer null when no answer came in time
 * @param now milliseconds since the Unix epoch
 */
export function answerOutcome(
  { name, date, json, watch, file }: RemoteCommand,
  answer: Answer | null,
  now: number,
): CommandOutcome {
  if (answer === null) return errorOutcome(4, m.command_no_answer());
  switch (answer.kind) {
    case 'answer':
      return okOutcome(
        json ? jsonText(answer.content, watch ? 0 : 2) : printableText(answer.text, watch),
      );
    case 'file':
      return file === undefined || file === '-'
        ? { code: 0, stdout: answer.text, stderr: '' }
        : { code: 0, stdout: '', stderr: '', file: { path: file, text: answer.text } };
    case 'failed': {
      const words = isActionName(name)
        ? (actionTable[name].failureWords?.(answer.failure, date, now) ?? null)
        : null;
      return errorOutcome(1, words ?? m.command_failed({ why: failureSentence(answer.failure) }));
    }
    case 'done':
      // An action has the answer `done`. A query and a file have their own kinds of answer.
      return isActionName(name)
        ? okOutcome(printableText(actionTable[name].words(answer.status), watch))
        : errorOutcome(4, m.command_no_answer());
  }
}

/** The text without control characters, which a terminal would interpret: titles come from a service. */
const printableText = (text: string, onOneLine: boolean): string =>
  text.replaceAll(onOneLine ? /[\p{Cc}\u2028\u2029]+/gu : /[^\P{Cc}\n]+/gu, ' ');

/** The content as JSON with all control characters escaped: JSON.stringify escapes only those below U+0020. */
const jsonText = (content: object, indent: number): string =>
  JSON.stringify(content, null, indent).replaceAll(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * The outcome of a start while another instance runs: a line for each option that only the start of an instance reads.
 * The exit code is 0, because the other instance opens its window.
 */
export const secondStartOutcome = (ignoredOptions: readonly string[]): CommandOutcome => ({
  code: 0,
  stdout: '',
  stderr: ignoredOptions.map((option) => `${m.command_option_ignored({ option })}\n`).join(''),
});

/** The outcome of `--watch` when the running instance has ended. */
export const watchEndOutcome = (): CommandOutcome => errorOutcome(3, m.command_not_running());
