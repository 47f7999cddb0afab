import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { PictureMeasure } from '../../src/shared/wallpaper/composition.ts';
import { descendants, readProcess } from '../../packages/electron-stand-in/src/system/processes.ts';
import { runInStandIn } from '../../packages/electron-stand-in/src/electron/run.ts';
import type { ComposingResult, ComposingJob } from './composing.ts';

const pathHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Builds the composing page into `folder`, as for the app. Takes about 300 ms. */
export async function buildComposingPage(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: pathHere('../../src/renderer'),
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      rolldownOptions: { input: { composer: pathHere('../../src/renderer/composer/index.html') } },
    },
  });
}

export interface Composing {
  readonly measured: Promise<PictureMeasure>;
  /** Rejects if the application ends without a result. */
  readonly done: Promise<ComposingResult>;
  /** The current processes of Chromium below the application. */
  browsers(): readonly BrowserProcess[];
  end(): Promise<void>;
}

interface BrowserProcess {
  readonly pid: number;
  readonly isRenderer: boolean;
  /** The highest memory use of this process so far, in bytes. */
  readonly peak: number;
}

/** Runs the composing application in the stand-in. `scratch` is a folder for its settings and temporary files. */
export function startComposing(job: ComposingJob, scratch: string): Composing {
  const app = runInStandIn(import.meta.dirname, scratch, [], {
    COMPOSING_JOB: JSON.stringify(job),
  });
  const measured = app.said('measured') as Promise<PictureMeasure>;
  const result = app.said('done') as Promise<ComposingResult>;
  for (const promise of [measured, result]) promise.catch(() => undefined);
  return {
    measured,
    done: result,
    browsers: () => browserProcesses(app.child.pid ?? 0),
    end: () => app.end('SIGTERM'),
  };
}

/** The processes of Chromium below a process. */
export const browserProcesses = (parent: number): readonly BrowserProcess[] =>
  descendants(parent).flatMap((pid) => describeBrowserProcess(pid) ?? []);

function describeBrowserProcess(pid: number): BrowserProcess | null {
  const line = readProcess(pid, 'cmdline');
  const peak = /^VmHWM:\s*(\d+) kB$/m.exec(readProcess(pid, 'status'))?.[1];
  if (!line.includes('chrom') || peak === undefined) return null;
  return { pid, isRenderer: line.includes('--type=renderer'), peak: 1024 * Number(peak) };
}
