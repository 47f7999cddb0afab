import type { Status } from '#shared/status/status.ts';
import { statusSchema } from '#shared/status/status-schema.ts';
import type { Start } from './fixtures.ts';

/** Another instance with these arguments: what it printed, and its exit code. */
export async function run(start: Start, ...args: string[]) {
  const app = await start({ args });
  return { code: await app.exited, output: app.output.trim() };
}

/** What the running instance answers to `--status --json`. */
export async function statusOf(start: Start): Promise<Status> {
  const { output } = await run(start, '--status', '--json');
  return statusSchema.parse(JSON.parse(output.slice(output.indexOf('{'))));
}
