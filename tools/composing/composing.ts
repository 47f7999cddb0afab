// An application with a single task: it composes a picture in the composing page, as Overhead does, and reports the
// result.
import process from 'node:process';
import { app } from 'electron';
import type { PictureMeasure } from '../../src/shared/wallpaper/composition.ts';
import { defaultAppearance, type Appearance } from '../../src/shared/wallpaper/appearance.ts';
import { plainLook, planWallpaper, type Look } from '../../src/main/wallpaper/plan.ts';
import { createComposer } from '../../src/main/platform/composer/composer.ts';
import { compositionFiles } from '../../src/main/platform/composer/files.ts';
import { createPageOpener } from '../../src/main/platform/composer/page.ts';
import { createAppFileServer } from '../../src/main/platform/windows/app-files.ts';
import { registerAppScheme } from '../../src/main/platform/windows/app-session.ts';
import type { Display } from '../../src/main/platform/windows/display.ts';

/** The input of the composing application, as JSON in `COMPOSING_JOB`. */
export interface ComposingJob {
  /** The folder of the built pages. */
  readonly pages: string;
  /** The folder for the results. */
  readonly folder: string;
  readonly picture: {
    readonly path: string;
    readonly lossless: boolean;
  };
  readonly displays: readonly Display[];
  /** The text of the caption. Default: a sample text about a distant galaxy. */
  readonly text?: {
    readonly title: string;
    readonly credit: string;
    readonly explanation?: string;
  };
  /** Replaces parts of the default appearance. */
  readonly appearance?: Partial<Appearance>;
  readonly look?: Partial<Look>;
  readonly timeoutMs: number;
}

/** The result. Times are milliseconds since the start of the job. */
export interface ComposingResult {
  readonly paths: readonly string[];
  /** The failure, or null. */
  readonly detail: string | null;
  /** The time at which Chromium had started and the page requested the picture. */
  readonly askedMs: number;
  /** The time at which the picture was decoded and measured. */
  readonly measuredMs: number;
  readonly composedMs: number;
  /** The time at which the files were on the disk. */
  readonly writtenMs: number;
}

const printResult = (what: 'measured' | 'done', value: PictureMeasure | ComposingResult): void =>
  void process.stdout.write(`${JSON.stringify({ what, value })}\n`);

registerAppScheme();
app.on('window-all-closed', () => undefined);

const captionTexts = { title: 'A galaxy far away', credit: 'Somebody' };

async function runJob(job: ComposingJob): Promise<void> {
  const { pages, folder, picture, displays, timeoutMs, text = captionTexts } = job;
  const files = compositionFiles(folder);
  const open = createPageOpener(createAppFileServer({ pages }));
  let askedAt = 0;
  const composer = createComposer({
    openPage: (answer) =>
      open((request) => {
        if (request.url.endsWith('/source')) askedAt = performance.now();
        return answer(request);
      }),
    timeoutMs,
  });
  const { signal } = new AbortController();
  const from = performance.now();
  let measuredAt = from;
  const made = await composer.compose(
    {
      picture: picture.path,
      plan(measure) {
        measuredAt = performance.now();
        printResult('measured', measure);
        const appearance = { ...defaultAppearance, ...job.appearance };
        const settings = { fit: 'automatic', caption: true, appearance } as const;
        const dated = { explanation: '', ...text, date: '2026-11-21' };
        const look = { ...plainLook, ...job.look };
        const { compositions } = planWallpaper(measure, dated, displays, settings, 'each', look);
        return { compositions, lossless: picture.lossless };
      },
    },
    signal,
  );
  composer.close();
  const composedAt = performance.now();
  const paths = made.ok ? await files.write('2026-11-21', made.value) : [];
  printResult('done', {
    paths,
    detail: made.ok ? null : made.failure.detail,
    askedMs: askedAt - from,
    measuredMs: measuredAt - from,
    composedMs: composedAt - from,
    writtenMs: performance.now() - from,
  });
}

void app
  .whenReady()
  .then(() => runJob(JSON.parse(process.env['COMPOSING_JOB'] ?? '') as ComposingJob))
  // This application does not exit by itself. The parent process ends it after checking which processes remain.
  .catch((error: unknown) => console.error(error));
