import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PNG } from 'pngjs';
import { rolldown } from 'rolldown';
import { openBus } from '../dbus/bus.ts';
import { becomeLogind, type Logind } from '../dbus/logind.ts';
import { root } from '../setup/paths.ts';
import { signalGroup } from '../setup/process.ts';
import { asElectron, type Runtime } from '../setup/runtime.ts';
import type { Outcome } from './program/rule.ts';

/** The commit of Electron's repository whose files the rules name. */
export const origin = '96f3996d8d3ce6e2fcfb86326fc4b953b53936fb';

/** Bundles the program into `folder`: Electron runs JavaScript alone. */
async function build(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const built = await rolldown({
    input: join(import.meta.dirname, 'program', 'main.ts'),
    platform: 'node',
    external: ['electron'],
    tsconfig: join(root, 'tsconfig.tools.json'),
    logLevel: 'warn',
  });
  await built.write({ file: join(folder, 'main.js'), format: 'esm', codeSplitting: false });
  await built.close();
  copyFileSync(join(import.meta.dirname, 'program', 'child.js'), join(folder, 'child.js'));
  writeFileSync(join(folder, 'pixel.png'), PNG.sync.write(new PNG({ width: 1, height: 1 })));
  const manifest = {
    name: 'contract',
    productName: 'Contract',
    version: '1.2.3',
    type: 'module',
    main: 'main.js',
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
}

interface ContractOptions {
  readonly runtime: Runtime;
  readonly env: NodeJS.ProcessEnv;
  /** Address of a message bus that may serve as the system's, or null where there is none. */
  readonly busAddress: string | null;
  /** An empty folder. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

/** Checks all rules on a program. Throws when it ends otherwise than it should. */
export async function runContract(options: ContractOptions): Promise<readonly Outcome[]> {
  const { runtime, scratch, signal } = options;
  const folder = join(scratch, 'program');
  await build(folder);
  const bus = options.busAddress === null ? null : await openBus(options.busAddress);
  const logind = bus === null ? null : await becomeLogind(bus);
  const env = {
    ...asElectron(options.env),
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
      const code = await follow(runtime.command, args, { env, signal, logind }, (outcome) =>
        outcomes.push(outcome),
      );
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

interface FollowOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly logind: Logind | null;
}

/** Runs the program once; resolves with its exit code. */
async function follow(
  command: string,
  args: readonly string[],
  { env, signal, logind }: FollowOptions,
  onOutcome: (outcome: Outcome) => void,
): Promise<number> {
  const child = spawn(command, args, {
    env,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { pid } = child;
  if (pid === undefined) throw (await once(child, 'error'))[0];
  const stop = (): void => void signalGroup(pid, 'SIGKILL');
  const limit = AbortSignal.any([signal, AbortSignal.timeout(120_000)]);
  limit.addEventListener('abort', stop, { once: true });
  createInterface({ input: child.stdout }).on('line', (line) => {
    // Electron and Chromium print lines of their own.
    if (!line.startsWith('{"what":')) return;
    const { what, value } = JSON.parse(line) as { what: string; value: unknown };
    if (what === 'rule') onOutcome(value as Outcome);
    else if (value === 'sleep') logind?.sleep();
    else if (value === 'wake') logind?.wake();
    else if (value === 'shutdown') logind?.shutDown();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  limit.removeEventListener('abort', stop);
  stop();
  signal.throwIfAborted();
  return code ?? 137;
}

/** One line for each rule. */
export const lines = (outcomes: readonly Outcome[]): string[] =>
  outcomes.map(({ module, title, source, result, detail }) => {
    const more = detail === '' ? '' : `: ${detail.replaceAll(/\s+/g, ' ')}`;
    return `${result.padEnd(8)}${module}: ${title} (${source})${more}`;
  });
