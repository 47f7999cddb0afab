import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { openBus } from '#stand-in/dbus/bus.ts';
import { serveLogind } from '#stand-in/dbus/logind.ts';
import { bundleForElectron, followProgram, writeManifest } from '../setup/electron-program.ts';
import { electronEnvironment, type Runtime } from '../setup/runtime.ts';
import type { Outcome } from './program/rule.ts';

/** The commit of Electron's repository whose files the rules name. */
export const electronCommit = '96f3996d8d3ce6e2fcfb86326fc4b953b53936fb';

/** Writes the bundled program, and the files that it needs, into `folder`. */
async function buildProgram(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const at = (name: string): string => join(import.meta.dirname, 'program', name);
  await bundleForElectron(at('program.ts'), join(folder, 'main.js'));
  copyFileSync(at('child.js'), join(folder, 'child.js'));
  writeFileSync(join(folder, 'pixel.png'), PNG.sync.write(new PNG({ width: 1, height: 1 })));
  writeManifest(folder, { name: 'contract', productName: 'Contract', version: '1.2.3' });
}

interface ContractOptions {
  readonly runtime: Runtime;
  readonly env: NodeJS.ProcessEnv;
  /** The address of a message bus that the program uses as the system bus; null: no bus is available. */
  readonly busAddress: string | null;
  /** An empty folder for temporary files. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

/** Checks all rules on a program. Throws when the program ends with an unexpected code. */
export async function runContract(options: ContractOptions): Promise<readonly Outcome[]> {
  const { runtime, scratch, signal } = options;
  const folder = join(scratch, 'program');
  await buildProgram(folder);
  const bus = options.busAddress === null ? null : await openBus(options.busAddress);
  const logind = bus === null ? null : await serveLogind(bus);
  const env = {
    ...electronEnvironment(options.env),
    ...(bus === null ? {} : { DBUS_SYSTEM_BUS_ADDRESS: bus.address, CONTRACT_LOGIND: 'yes' }),
  };
  const outcomes: Outcome[] = [];
  try {
    for (const [part, expected] of [
      ['', 0],
      ['first-listener', 0],
      ['exit', 3],
    ] as const) {
      const args = [
        ...runtime.args,
        folder,
        `--user-data-dir=${join(scratch, `data-${part}`)}`,
        '--contract-switch=Value',
        ...(part === '' ? [] : [`--contract-part=${part}`]),
      ];
      const code = await followProgram(
        runtime.command,
        args,
        { env, signal, limitMs: 120_000 },
        ({ what, value }) => {
          if (what === 'rule') outcomes.push(value as Outcome);
          else if (value === 'sleep') logind?.sleep();
          else if (value === 'wake') logind?.wake();
          else if (value === 'shutdown') logind?.shutDown();
        },
      );
      signal.throwIfAborted();
      if (code !== expected)
        throw new Error(
          `part "${part}" ended with ${code} instead of ${expected}, after "${outcomes.at(-1)?.title ?? 'nothing'}"`,
        );
    }
  } finally {
    await logind?.stop();
    bus?.close();
  }
  return outcomes;
}

/** One line for each rule. */
export const outcomeLines = (outcomes: readonly Outcome[]): string[] =>
  outcomes.map(({ module, title, source, result, detail }) => {
    const more = detail === '' ? '' : `: ${detail.replaceAll(/\s+/g, ' ')}`;
    return `${result.padEnd(8)}${module}: ${title} (${source})${more}`;
  });
