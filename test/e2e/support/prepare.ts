import { ensureBuilt } from '#tools/setup/build.ts';
import { chooseRuntime, describeRuntime } from '#tools/setup/runtime.ts';

/** Builds the app once before the workers start, and downloads Electron if possible. */
export default async function prepare(): Promise<void> {
  const log = (line: string): void => void process.stdout.write(`${line}\n`);
  const signal = AbortSignal.timeout(240_000);
  await ensureBuilt({ log, signal });
  log(describeRuntime(await chooseRuntime({ log, signal })));
}
