import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { openBus } from '#stand-in/dbus/bus.ts';
import { serveLogind, type Logind } from '#stand-in/dbus/logind.ts';
import { programManifest, programSwitch } from '#stand-in/rules/app.ts';
import type { CheckedRule, Outcome } from '#stand-in/rules/rule.ts';
import { bundleForElectron, followProgram, writeManifest } from '../setup/electron-program.ts';
import { root } from '../setup/paths.ts';
import { electronEnvironment, type Runtime } from '../setup/runtime.ts';
import { checkedRules } from './own-code-rules.ts';
import type { ProgramJob } from './program-job.ts';

/** The time limit for one run of the program, in milliseconds. */
const limitMs = 1_200_000;

/** Writes a picture of coloured squares. */
function writePicture(path: string, width: number, height: number): void {
  const image = new PNG({ width, height });
  for (let n = 0; n < image.data.length; n += 4) {
    const x = ((n / 4) % width) >> 4;
    const y = Math.floor(n / 4 / width) >> 4;
    image.data.set([x, y, x ^ y, 255], n);
  }
  writeFileSync(path, PNG.sync.write(image, { deflateStrategy: 0, filterType: 0 }));
}

/**
 * Writes the bundled program, and the files that it needs, into `folder`, unless an earlier check has written them. The
 * stand-in composes in another Chromium, whose limits are not those of Electron: it gets pictures of a tenth of the width.
 */
async function buildProgram(folder: string, kind: Runtime['kind']): Promise<void> {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  const here = (name: string): string => join(import.meta.dirname, name);
  await bundleForElectron(here('program.ts'), join(folder, 'main.js'));
  await bundleForElectron(here('page.ts'), join(folder, 'page.js'), 'browser');
  copyFileSync(
    join(root, 'packages', 'electron-stand-in', 'src', 'rules', 'child.js'),
    join(folder, 'child.js'),
  );
  writePicture(join(folder, 'pixel.png'), 1, 1);
  const share = kind === 'electron' ? 1 : 10;
  writePicture(join(folder, '4k.png'), 3840 / share, 2160 / share);
  writePicture(join(folder, '8k.png'), 7680 / share, 4320 / share);
  writeManifest(folder, programManifest);
}

interface ProgramOptions {
  readonly runtime: Runtime;
  readonly env: NodeJS.ProcessEnv;
  /** The address of a message bus that the program uses as the system bus; null: no bus is available. */
  readonly busAddress: string | null;
  /** A folder for temporary files, which is empty at the first check. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

/** Checks rules in Electron (or the stand-in). Passes each outcome to `onOutcome`. */
export async function runProgram(
  rules: readonly CheckedRule[],
  { runtime, env, busAddress, scratch, signal }: ProgramOptions,
  onOutcome: (rule: CheckedRule, outcome: Outcome) => void,
): Promise<void> {
  const folder = join(scratch, 'program');
  await buildProgram(folder, runtime.kind);
  const pictures = { '4K': join(folder, '4k.png'), '8K': join(folder, '8k.png') };
  const bus = busAddress === null ? null : await openBus(busAddress).catch(() => null);
  const logind = bus === null ? null : await serveLogind(bus);
  const busEnv = bus === null ? {} : { DBUS_SYSTEM_BUS_ADDRESS: bus.address, RULES_LOGIND: 'yes' };

  async function run(chosen: readonly CheckedRule[], onLine: typeof onOutcome): Promise<number> {
    const waiting = new Map(chosen.map((rule) => [checkedRules.indexOf(rule), rule]));
    const pages = join(root, 'out', 'renderer');
    const job: ProgramJob = { rules: [...waiting.keys()], pages, pictures };
    const code = await followProgram(
      runtime.command,
      [...runtime.args, folder, `--user-data-dir=${join(scratch, 'program-data')}`, programSwitch],
      {
        env: { ...electronEnvironment(env), ...busEnv, RULES_JOB: JSON.stringify(job) },
        signal,
        limitMs,
      },
      ({ what, value }) => {
        if (what === 'logind') emitSignal(logind, value);
        if (what !== 'outcome') return;
        const { index, ...outcome } = value as { index: number } & Outcome;
        const rule = waiting.get(index);
        if (rule !== undefined) onLine(rule, outcome);
        waiting.delete(index);
      },
    );
    signal.throwIfAborted();
    const detail = `the process ended with ${code} before the check`;
    for (const rule of waiting.values()) onLine(rule, { result: 'differs', detail });
    return code;
  }
  try {
    const together = rules.filter(({ when }) => when !== 'alone');
    if (together.length > 0) await run(together, onOutcome);
    for (const rule of rules.filter(({ when }) => when === 'alone')) {
      const seen: Outcome[] = [];
      const code = await run([rule], (_rule, outcome) => seen.push(outcome));
      const { exitCode = 0 } = rule;
      if (code !== exitCode && seen.every(({ result }) => result === 'ok'))
        seen[0] = { result: 'differs', detail: `exit code ${code} in place of ${exitCode}` };
      for (const outcome of seen) onOutcome(rule, outcome);
    }
  } finally {
    await logind?.stop();
    bus?.close();
  }
}

function emitSignal(logind: Logind | null, which: unknown): void {
  if (which === 'sleep') logind?.sleep();
  else if (which === 'wake') logind?.wake();
  else if (which === 'shutdown') logind?.shutDown();
}
