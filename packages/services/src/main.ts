import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type PositionSets, readCommand, usage } from './arguments.ts';
import { readElements } from './position/elements.ts';
import type { Elements } from './position/orbit.ts';
import { oldSetsWarning, type SetReplay, readSets } from './position/replay.ts';
import { type Recording, readRecording } from './recording.ts';
import type { ReadResult } from './scenarios/choice.ts';
import { type Services, startServices } from './server.ts';
import { decodeTextFile } from './text-file.ts';

/** The reason why the services could not start, in one line. */
function startFailureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { readonly port?: number };
  if (code === 'EADDRINUSE') return `port ${port ?? '?'} of 127.0.0.1 is in use`;
  if (code === 'EACCES') return `port ${port ?? '?'} of 127.0.0.1 is not allowed to this user`;
  return error.message;
}

/** The text of a file, or one line with the reason why the file could not be read. */
async function textOf(path: string): Promise<ReadResult<string>> {
  try {
    const value = decodeTextFile(await readFile(path));
    return value === null
      ? { ok: false, message: `${path} is not text in UTF-8 or UTF-16` }
      : { ok: true, value };
  } catch (error) {
    return { ok: false, message: `${path} could not be read: ${startFailureReason(error)}` };
  }
}

/** @throws an Error whose message states in one line why the file cannot be used */
async function loadElements(path: string): Promise<Elements> {
  const text = await textOf(path);
  if (!text.ok) throw new Error(text.message);
  const readResult = readElements(text.value);
  if (!readResult.ok) throw new Error(`${path}: ${readResult.message}`);
  return readResult.elements;
}

async function loadSets({ path, ...rest }: PositionSets): Promise<ReadResult<SetReplay>> {
  const text = await textOf(path);
  if (!text.ok) return text;
  const readResult = readSets(text.value);
  if (!readResult.ok) return { ok: false, message: `${path}: ${readResult.message}` };
  return { ok: true, value: { sets: readResult.value, ...rest } };
}

async function loadRecording(path: string): Promise<ReadResult<Recording>> {
  const text = await textOf(path);
  if (!text.ok) return text;
  const readResult = readRecording(text.value);
  return readResult.ok ? readResult : { ok: false, message: `${path}: ${readResult.message}` };
}

/** Runs the command. Returns its exit code. */
async function runServices(args: readonly string[]): Promise<number> {
  const command = readCommand(args, process.env);
  if (command.kind === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  if (command.kind === 'wrong') {
    process.stderr.write(`${command.message}\n\n${usage}`);
    return 2;
  }
  const { options, elementFile, positionSets } = command;
  const loadedSets = positionSets === null ? null : await loadSets(positionSets);
  if (loadedSets?.ok === false) {
    process.stderr.write(`--position-sets: ${loadedSets.message}\n`);
    return 2;
  }
  const recording = command.replay === null ? null : await loadRecording(command.replay);
  if (recording?.ok === false) {
    process.stderr.write(`--replay: ${recording.message}\n`);
    return 2;
  }
  const interruption = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  let services: Services;
  try {
    const elements = elementFile === null ? undefined : await loadElements(elementFile);
    services = await startServices({
      ...options,
      elements,
      positionSets: loadedSets?.value,
      recording: recording?.value,
    });
    const warning =
      loadedSets === null ? null : oldSetsWarning(loadedSets.value, services.inProcess.clock.now());
    if (warning !== null) process.stderr.write(`services: ${warning}\n`);
  } catch (error) {
    process.stderr.write(`services: ${startFailureReason(error)}\n`);
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
