import { app } from 'electron';
import type { HandOver } from './hand-over.ts';
import { outcomeAlone, outcomeNobody, outcomeOf, type Outcome } from './outcome.ts';
import { parseCommandLine, type LaunchOptions, type RemoteCommand } from './parse.ts';
import { openQuestion, type Patience } from './ask.ts';
import { ownArguments } from './own-arguments.ts';

/**
 * Reads the command line and takes the lock. Gives back how to start when this is the instance that runs; null when
 * it is not, or was started to ask only: then it prints the outcome and ends.
 */
export function enter(): LaunchOptions | null {
  const args = ownArguments(process.argv, app.isPackaged);
  const line = parseCommandLine(args);
  switch (line.kind) {
    case 'help':
    case 'version':
    case 'wrong':
      leave(outcomeAlone(line, app.getVersion()));
      return null;
    case 'start':
      if (takeLock(args, null)) return line.options;
      leave({ code: 0, stdout: '', stderr: '' });
      return null;
    case 'ask':
      ask(line.command, args);
      return null;
  }
}

/** True when this is the only instance; otherwise the other one has been told. */
function takeLock(args: readonly string[], answerAt: string | null): boolean {
  const handOver: HandOver = { overhead: 1, args: [...args], answerAt };
  return app.requestSingleInstanceLock(handOver);
}

function ask(command: RemoteCommand, args: readonly string[]): void {
  const question = openQuestion(patienceFor(command));
  if (takeLock(args, question.address)) {
    question.close();
    app.releaseSingleInstanceLock();
    leave(outcomeNobody(command));
    return;
  }
  void question.answer().then((answer) => leave(outcomeOf(command, answer, Date.now())));
}

/** A picture may have to be fetched first; an end takes as long as what is under way. */
function patienceFor({ kind }: RemoteCommand): Patience {
  const answer = kind === 'set-wallpaper' ? 120_000 : kind === 'quit' ? 15_000 : 5_000;
  return { call: 10_000, answer, untilGone: kind === 'quit' };
}

/** Prints, and ends once it is printed. */
function leave({ code, stdout, stderr }: Outcome): void {
  const end = (): void => app.exit(code);
  // A reader that has gone (`| head`) is no trouble of ours.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', end);
  process.stdout.write(stdout, () => process.stderr.write(stderr, end));
}
