// An application that does one thing: it composes a picture as Overhead does, in a page of its own, and says how it went.
import process from 'node:process';
import { app } from 'electron';
import type { PictureMeasure } from '../../src/shared/wallpaper/composition.ts';
import { defaultAppearance, type Appearance } from '../../src/shared/wallpaper/appearance.ts';
import { plainLook, planWallpaper, type Look } from '../../src/main/wallpaper/plan.ts';
import { createComposer } from '../../src/main/platform/compositor/composer.ts';
import { compositionFiles } from '../../src/main/platform/compositor/files.ts';
import { composingPages } from '../../src/main/platform/compositor/page.ts';
import { createAppFileServer } from '../../src/main/platform/windows/app-files.ts';
import { registerAppScheme } from '../../src/main/platform/windows/app-session.ts';
import type { Display } from '../../src/main/platform/windows/display.ts';

/** What the composing application is told, as JSON in `COMPOSING_JOB`. */
export interface Job {
  /** The folder of the built pages. */
  readonly pages: string;
  /** Where the results go. */
  readonly folder: string;
  readonly picture: {
    readonly path: string;
    readonly lossless: boolean;
  };
  readonly displays: readonly Display[];
  /** For the caption; of a galaxy far away unless told. */
  readonly text?: { readonly title: string; readonly credit: string };
  /** In place of the defaults. */
  readonly appearance?: Partial<Appearance>;
  readonly look?: Partial<Look>;
  readonly timeoutMs: number;
}

/** Milliseconds since the order was given. */
export interface Done {
  readonly paths: readonly string[];
  /** What went wrong, or null. */
  readonly detail: string | null;
  /** When Chromium had started and the page asked for the picture. */
  readonly askedMs: number;
  /** Decoded and measured. */
  readonly measuredMs: number;
  readonly composedMs: number;
  /** On the disk. */
  readonly writtenMs: number;
}

const say = (what: 'measured' | 'done', value: PictureMeasure | Done): void =>
  void process.stdout.write(`${JSON.stringify({ what, value })}\n`);

registerAppScheme();
app.on('window-all-closed', () => undefined);

const galaxy = { title: 'A galaxy far away', credit: 'Somebody' };

async function run(job: Job): Promise<void> {
  const { pages, folder, picture, displays, timeoutMs, text = galaxy } = job;
  const files = compositionFiles(folder);
  const open = composingPages(createAppFileServer({ pages }), 'composing');
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
      path: picture.path,
      plan(measure) {
        measuredAt = performance.now();
        say('measured', measure);
        const appearance = { ...defaultAppearance, ...job.appearance };
        const settings = { fit: 'automatic', caption: true, appearance } as const;
        const dated = { ...text, date: '2026-11-21' };
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
  say('done', {
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
  .then(() => run(JSON.parse(process.env['COMPOSING_JOB'] ?? '') as Job))
  // The end is asked for from outside, so that whatever is left can be looked at before.
  .catch((error: unknown) => console.error(error));
