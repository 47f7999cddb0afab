import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { readCommand, usage } from './arguments.ts';
import { type Elements, readElements } from './position/elements.ts';
import { type Services, startServices } from './server.ts';

/** Why the services could not start, in one line. */
function refusal(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { readonly port?: number };
  if (code === 'EADDRINUSE') return `port ${port ?? '?'} of 127.0.0.1 is in use`;
  if (code === 'EACCES') return `port ${port ?? '?'} of 127.0.0.1 is not allowed to this user`;
  return error.message;
}

/** @throws an Error that says in one line why the file is of no use */
async function loadElements(path: string): Promise<Elements> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new Error(`${path} could not be read: ${refusal(cause)}`, { cause });
  }
  const read = readElements(text);
  if (!read.ok) throw new Error(`${path}: ${read.message}`);
  return read.elements;
}

/** Runs the command; gives its exit code. */
async function run(args: readonly string[]): Promise<number> {
  const command = readCommand(args);
  if (command.kind === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  if (command.kind === 'wrong') {
    process.stderr.write(`${command.message}\n\n${usage}`);
    return 2;
  }
  const { options, elementFile } = command;
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  let services: Services;
  try {
    const elements = elementFile === null ? undefined : await loadElements(elementFile);
    services = await startServices({ ...options, elements });
  } catch (error) {
    process.stderr.write(`services: ${refusal(error)}\n`);
    return 1;
  }
  // The reader of the addresses is gone.
  process.stdout.once('error', () => process.exit(1));
  process.stdout.write(`${JSON.stringify(services.urls)}\n`);
  await interrupted;
  await services.stop();
  return 0;
}

// Explicit, because the IPC channel to a parent process would keep this process alive.
process.exit(await run(process.argv.slice(2)));
