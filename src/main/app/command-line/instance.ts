import { accessSync, constants, writeFileSync } from 'node:fs';
import { app } from 'electron';
import type { Overhead } from '../compose.ts';
import { separateSessionData } from '../process-setup.ts';
import { ownArguments, parseCommandLine, type LaunchOptions } from './arguments.ts';
import { answerLimitMs, endsApp, isQueryName, type RemoteCommand } from './command-table.ts';
import {
  answerOutcome,
  localOutcome,
  notRunningOutcome,
  runCommand,
  secondStartOutcome,
  watchEndOutcome,
  writtenOutcome,
  type CommandOutcome,
} from './commands.ts';
import {
  listenForAnswer,
  listenForAnswers,
  readHandOver,
  type Answer,
  type HandOver,
} from './hand-over.ts';
import { sendChanges } from './watch.ts';
import type { LineTimeouts } from '#platform/process/answer-socket.ts';
import { connectToCaller, newestLineWriter } from '#platform/process/answer-socket.ts';
import { attemptStorage } from '#platform/files/attempt.ts';
import { systemClock } from '#runtime/clock.ts';
import { reportDefect } from '#runtime/defects.ts';

/**
 * Parses the command line and takes the single-instance lock. Returns the options of the start; null when this instance
 * must not start, because it only sends a command or another instance runs: then this instance prints the outcome and
 * exits.
 *
 * @param onRefused reports that no instance can start because the data folder cannot be written; awaited before the exit
 */
export function acquireInstance(
  onRefused: (error: unknown) => Promise<void>,
): LaunchOptions | null {
  const args = ownArguments(process.argv, app.isPackaged);
  const commandLine = parseCommandLine(args);
  switch (commandLine.kind) {
    case 'help':
    case 'version':
    case 'wrong':
      // As in `askRunningInstance`: a pipe on Windows may take the output only after Electron has started.
      separateSessionData(false);
      exitWithOutcome(localOutcome(commandLine, app.getVersion()));
      return null;
    case 'start':
      if (takeLock(args, null)) return commandLine.options;
      endRefusedInstance(commandLine.options, onRefused);
      return null;
    case 'ask':
      askRunningInstance(commandLine.command, args);
      return null;
  }
}

/** Returns false if another instance runs, which then gets the arguments, or if the data folder cannot be written. */
function takeLock(args: readonly string[], answerAt: string | null): boolean {
  const handOver: HandOver = { overhead: 1, args: [...args], answerAt };
  return app.requestSingleInstanceLock(handOver);
}

/**
 * Ends this instance, which has not got the lock. Electron refuses the lock if another instance has it, and also if the
 * data folder cannot be written: `RequestSingleInstanceLock` in `shell/browser/api/electron_api_app.cc` returns false
 * for `LOCK_ERROR`.
 */
function endRefusedInstance(
  { services, wallpaperCommand }: LaunchOptions,
  onRefused: (error: unknown) => Promise<void>,
): void {
  // As in `askRunningInstance`: Electron goes on starting until the output is written or the dialog is closed.
  separateSessionData(false);
  try {
    accessSync(app.getPath('userData'), constants.W_OK);
    // These options apply to the start of an instance only.
    const ignoredOptions = [
      ...(services === null ? [] : ['--services']),
      ...(wallpaperCommand === null ? [] : ['--wallpaper-command']),
    ];
    exitWithOutcome(secondStartOutcome(ignoredOptions));
  } catch (error) {
    void onRefused(error).finally(() => app.exit(1));
  }
}

function askRunningInstance(command: RemoteCommand, args: readonly string[]): void {
  const timeouts = { connect: 10_000, answer: answerLimitMs(command.name) };
  const listener = command.watch
    ? listenToChanges(command, timeouts)
    : listenOnce(command, timeouts);
  const isFirst = takeLock(args, listener.address);
  // Electron continues to start while this instance waits, and writes `Local State` (`browser_process_impl.cc`). That
  // file must not be written into the data folder, where "Remove all my data" would find a file of unknown origin.
  separateSessionData(!isFirst);
  if (isFirst) {
    listener.close();
    app.releaseSingleInstanceLock();
    exitWithOutcome(notRunningOutcome(command));
    return;
  }
  void listener.outcome().then(exitWithOutcome);
}

function listenOnce(command: RemoteCommand, timeouts: LineTimeouts) {
  const { address, answer, close } = listenForAnswer(timeouts, endsApp(command.name));
  const outcome = async () =>
    saveFile(command, answerOutcome(command, await answer(), systemClock.now()));
  return { address, close, outcome };
}

/** Writes the file of an outcome, if the outcome has one: a new file that only the user can read. */
function saveFile(command: RemoteCommand, outcome: CommandOutcome): CommandOutcome {
  if (outcome.file === undefined) return outcome;
  const { path, text } = outcome.file;
  return writtenOutcome(
    command,
    attemptStorage(() => writeFileSync(path, text, { flag: 'wx', mode: 0o600 })),
  );
}

/** Prints each answer when it arrives, until the running instance ends or the reader of the output closes the pipe. */
function listenToChanges(command: RemoteCommand, timeouts: LineTimeouts) {
  const print = newestLineWriter(process.stdout);
  const { address, finished, close } = listenForAnswers(timeouts, (answer) =>
    print(answerOutcome(command, answer, systemClock.now()).stdout.trimEnd()),
  );
  async function outcome() {
    process.stdout.on('error', () => app.exit(0));
    return (await finished) === 'ended'
      ? watchEndOutcome()
      : answerOutcome(command, null, systemClock.now());
  }
  return { address, close, outcome };
}

/** Exits as soon as everything is printed. */
function exitWithOutcome({ code, stdout, stderr }: CommandOutcome): void {
  const end = (): void => app.exit(code);
  // Ignore a reader that has closed the pipe, as in `| head`.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', end);
  process.stdout.write(stdout, () => process.stderr.write(stderr, end));
}

/** The part of the running app that another instance may use. */
export type CommandedApp = Pick<Overhead, 'commands' | 'openWindow'>;

/**
 * Answers the requests of other instances. Ignores wrong arguments, because the other instance has already reported
 * them.
 *
 * @param running resolves with the app when it has started, or with null when it ends instead
 * @param onLateStart called with the arguments of another instance that was started while this instance ends: the
 *   other instance has exited, so this instance must start the app again at its end
 */
export function serveSecondInstances(
  running: () => Promise<CommandedApp | null>,
  onLateStart: (args: readonly string[]) => void,
): void {
  app.on('second-instance', (_event, _argv, _cwd, data: unknown) => {
    const handOver = readHandOver(data);
    if (handOver === null) return;
    const { line, args, answerAt } = handOver;
    const serve = async (): Promise<void> => {
      if (line.kind === 'start') {
        const overhead = await running();
        if (overhead === null) onLateStart(args);
        else if (!line.options.hidden) overhead.openWindow();
      }
      if (line.kind === 'ask' && answerAt !== null) await answerTo(line.command, answerAt, running);
    };
    serve().catch(reportDefect);
  });
}

async function answerTo(
  command: RemoteCommand,
  address: string,
  running: () => Promise<CommandedApp | null>,
): Promise<void> {
  const caller = connectToCaller<Answer>(address);
  if (caller === null) return;
  if (command.watch && isQueryName(command.name)) {
    await sendChanges(command.name, command, caller, async () => (await running())?.commands);
    caller.end();
    return;
  }
  const target = await running();
  const answer = target === null ? null : await runCommand(command, target.commands);
  if (answer !== null) await caller.send(answer);
  // After `--quit` the connection stays open, because the other instance waits until it is closed.
  if (endsApp(command.name) && answer?.kind !== 'failed') app.quit();
  else caller.end();
}
