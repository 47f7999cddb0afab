import type { Status } from '#shared/status/status.ts';
import { statusSchema } from '#shared/status/status-schema.ts';
import type { Start } from './fixtures.ts';

/** Runs another instance with these arguments; returns its output and its exit code. */
export async function run(start: Start, ...args: string[]) {
  const app = await start({ args });
  return { code: await app.exited, output: app.output.trim() };
}

/** The answer of the running instance to `--status --json`. */
export async function statusOf(start: Start): Promise<Status> {
  const { output } = await run(start, '--status', '--json');
  return statusSchema.parse(JSON.parse(output.slice(output.indexOf('{'))));
}
