import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { PictureMeasure } from '../../../src/shared/wallpaper/composition.ts';
import { descendants, readProcess } from '../../system/processes.ts';
import type { Done, Job, Said } from './job.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Builds the composing page into `folder`, as the app has it. Takes some 300 ms. */
export async function buildComposingPage(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: at('../../../src/renderer'),
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      rolldownOptions: { input: { composer: at('../../../src/renderer/composer/index.html') } },
    },
  });
}

export interface Composing {
  readonly measured: Promise<PictureMeasure>;
  /** Rejects when it ends without a word. */
  readonly done: Promise<Done>;
  /** The processes of Chromium that it has now. */
  browsers(): readonly BrowserProcess[];
  end(): Promise<void>;
}

export interface BrowserProcess {
  readonly pid: number;
  readonly isRenderer: boolean;
  /** The most memory that it ever had, in bytes. */
  readonly peak: number;
}

/** Runs the composing application in the stand-in. `scratch` is a folder for its settings and temporary files. */
export function startComposing(job: Job, scratch: string): Composing {
  const args = [at('../main.ts'), at('.'), '--no-sandbox', `--user-data-dir=${scratch}/data`];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DISPLAY: '',
      WAYLAND_DISPLAY: '',
      DBUS_SESSION_BUS_ADDRESS: '',
      TMPDIR: scratch,
      COMPOSING_JOB: JSON.stringify(job),
    },
  });
  const measured = Promise.withResolvers<PictureMeasure>();
  const done = Promise.withResolvers<Done>();
  const exited = once(child, 'exit');
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as Said;
    if (line.what === 'measured') measured.resolve(line.value);
    else done.resolve(line.value);
  });
  void exited.then(() => {
    const error = new Error('the composing application ended without a result');
    for (const promise of [measured, done]) promise.reject(error);
  });
  for (const { promise } of [measured, done]) promise.catch(() => undefined);
  return {
    measured: measured.promise,
    done: done.promise,
    browsers: () => descendants(child.pid ?? 0).flatMap((pid) => describe(pid) ?? []),
    async end() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function describe(pid: number): BrowserProcess | null {
  const line = readProcess(pid, 'cmdline');
  const peak = /^VmHWM:\s*(\d+) kB$/m.exec(readProcess(pid, 'status'))?.[1];
  if (!line.includes('chrom') || peak === undefined) return null;
  return { pid, isRenderer: line.includes('--type=renderer'), peak: 1024 * Number(peak) };
}
