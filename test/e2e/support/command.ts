import { expect } from '@playwright/test';
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

/**
 * The first status of the running instance that fits. One other instance prints them all, because the start of an
 * instance takes more time than a status.
 */
export async function statusWhen(start: Start, fits: (status: Status) => boolean): Promise<Status> {
  const watch = await start({ args: ['--status', '--json', '--watch'] });
  const find = (): Status | undefined =>
    watch.output
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
      .map((line) => statusSchema.parse(JSON.parse(line)))
      .find(fits);
  await expect.poll(() => find() !== undefined).toBe(true);
  await watch.stop();
  const status = find();
  if (status === undefined) throw new Error('the output lost its status');
  return status;
}
