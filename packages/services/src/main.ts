import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type Command, readCommand, usage } from './arguments.ts';
import { readElements } from './position/elements.ts';
import { readRecording } from './recording.ts';
import type { ReadResult } from './scenarios/choice.ts';
import { type Services, startServices } from './server.ts';
import { decodeTextFile } from './text-file.ts';

/** Reads a file that an option names. Throws an Error whose message states in one line why it cannot be used. */
async function load<T>(path: string, read: (text: string) => ReadResult<T>): Promise<T> {
  const text = decodeTextFile(await readFile(path));
  if (text === null) throw new Error(`${path} is not text in UTF-8 or UTF-16`);
  const readResult = read(text);
  if (readResult.ok) return readResult.value;
  throw new Error(`${path}: ${readResult.message}`);
}

type RunCommand = Extract<Command, { kind: 'run' }>;

/** The options of the services, with the contents of the files that the command names. Throws as {@link load}. */
const loadOptions = async ({ options, elementFile, replay }: RunCommand) => ({
  ...options,
  elements: elementFile === null ? undefined : await load(elementFile, readElements),
  recording: replay === null ? undefined : await load(replay, readRecording),
});

/** Writes the reason why the services cannot start, in one line. */
const reportFailure = (error: unknown): boolean =>
  process.stderr.write(`services: ${error instanceof Error ? error.message : String(error)}\n`);

/** Runs the command. Returns its exit code. */
async function runServices(args: readonly string[]): Promise<number> {
  const command = readCommand(args);
  if (command.kind === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  if (command.kind === 'wrong') {
    process.stderr.write(`${command.message}\n\n${usage}`);
    return 2;
  }
  const interruption = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  let options: Awaited<ReturnType<typeof loadOptions>>;
  try {
    options = await loadOptions(command);
  } catch (error) {
    reportFailure(error);
    return 2;
  }
  let services: Services;
  try {
    services = await startServices(options);
  } catch (error) {
    reportFailure(error);
    return 1;
  }
  // An error means that the program that reads the addresses has closed the pipe.
  process.stdout.once('error', () => process.exit(1));
  process.stdout.write(`${JSON.stringify(services.urls)}\n`);
  await interruption;
  await services.stop();
  return 0;
}

// The process exits explicitly, because the IPC channel to a parent process would keep it running.
process.exit(await runServices(process.argv.slice(2)));
