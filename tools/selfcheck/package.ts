import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { runCommandLine } from '../setup/process.ts';
import { fuses } from '../package/fuses.ts';
import { askFinding, judgeFacts, type Finding } from './points.ts';

/** Point 20: the fuses of a packaged program, read from its binary and tested by their effect. */
export async function checkPackage(program: string | null, signal: AbortSignal): Promise<Finding> {
  if (program === null) return askFinding('name a package: npm run selfcheck -- PROGRAM');
  if (/\.appimage$/i.test(program))
    return askFinding('unpack it first: PROGRAM --appimage-extract');
  const wire = await getCurrentFuseWire(program);
  const names = Object.entries(FuseV1Options).filter(
    (entry): entry is [string, FuseV1Options] => typeof entry[1] === 'number',
  );
  const facts = Object.fromEntries(
    names.map(([name, option]) => [
      name,
      wire[option] === (fuses[option] ? FuseState.ENABLE : FuseState.DISABLE),
    ]),
  );
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const limit = AbortSignal.any([signal, AbortSignal.timeout(20_000)]);
  const { output } = await runCommandLine(program, ['--version'], { env, signal: limit });
  facts['ELECTRON_RUN_AS_NODE has no effect'] = !/^v\d+\.\d+\.\d+/m.test(output);
  return judgeFacts(facts, `${names.length} fuses`);
}
