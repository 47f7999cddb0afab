import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { startDesktop } from './desktop.ts';

/** `node tools/desktop/main.ts run -- CMD…`: runs a command inside a fresh desktop and takes its exit code. */
async function main(args: readonly string[]): Promise<number> {
  const [verb, dashes, command, ...rest] = args;
  if (verb !== 'run' || dashes !== '--' || command === undefined) {
    console.error('usage: node tools/desktop/main.ts run -- COMMAND [ARGUMENT…]');
    return 2;
  }
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => interrupted.abort(new Error(name)));
  }
  const { signal } = interrupted;
  const desktop = await startDesktop({ signal });
  try {
    return await new Promise<number>((resolve, reject) => {
      const child = spawn(command, rest, { env: desktop.env, stdio: 'inherit', signal });
      child.once('error', (error) => (signal.aborted ? resolve(130) : reject(error)));
      child.once('exit', (code, killedBy) =>
        resolve(code ?? 128 + (killedBy === null ? 0 : constants.signals[killedBy])),
      );
    });
  } finally {
    await desktop.stop();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
