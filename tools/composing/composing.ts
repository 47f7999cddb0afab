// An application with a single task: it composes a picture in the composing page, as Overhead does, and reports the
// result.
import process from 'node:process';
import { app } from 'electron';
import type { PictureMeasure } from '../../src/shared/wallpaper/composition.ts';
import { defaultAppearance } from '../../src/shared/wallpaper/appearance.ts';
import { plainLook, planWallpaper } from '../../src/main/wallpaper/plan.ts';
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
  readonly timeoutMs: number;
}

export interface ComposingResult {
  readonly paths: readonly string[];
  /** The failure, or null. */
  readonly detail: string | null;
}

const printResult = (what: 'measured' | 'done', value: PictureMeasure | ComposingResult): void =>
  void process.stdout.write(`${JSON.stringify({ what, value })}\n`);

registerAppScheme();
app.on('window-all-closed', () => undefined);

const text = {
  title: 'A simulated sky',
  credit: 'The Overhead authors',
  explanation: '',
  date: '2026-11-21',
};
const settings = { fit: 'automatic', caption: true, appearance: defaultAppearance } as const;

async function runJob(job: ComposingJob): Promise<void> {
  const { pages, folder, picture, displays, timeoutMs } = job;
  const openPage = createPageOpener(createAppFileServer({ pages }));
  const composer = createComposer({ openPage, timeoutMs });
  const made = await composer.compose(
    {
      picture: picture.path,
      plan(measure) {
        printResult('measured', measure);
        const { compositions } = planWallpaper(
          measure,
          text,
          displays,
          settings,
          'each',
          plainLook,
        );
        return { compositions, lossless: picture.lossless };
      },
    },
    new AbortController().signal,
  );
  composer.close();
  const paths = made.ok ? await compositionFiles(folder).write(text.date, made.value) : [];
  printResult('done', { paths, detail: made.ok ? null : made.failure.detail });
}

void app
  .whenReady()
  .then(() => runJob(JSON.parse(process.env['COMPOSING_JOB'] ?? '') as ComposingJob))
  // This application does not exit by itself. The parent process ends it after checking which processes remain.
  .catch((error: unknown) => console.error(error));
