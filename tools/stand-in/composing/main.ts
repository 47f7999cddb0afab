// An application that does one thing: it composes a picture as Overhead does, in a page of its own, and says how it went.
import process from 'node:process';
import { app } from 'electron';
import { planWallpaper } from '../../../src/main/wallpaper/plan.ts';
import { createComposer } from '../../../src/main/platform/compositor/composer.ts';
import { compositionFiles } from '../../../src/main/platform/compositor/files.ts';
import { composingPages } from '../../../src/main/platform/compositor/page.ts';
import { createAppFileServer } from '../../../src/main/platform/windows/app-files.ts';
import { registerAppScheme } from '../../../src/main/platform/windows/app-session.ts';
import type { Job, Said } from './job.ts';

const say = (line: Said): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

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
        say({ what: 'measured', value: measure });
        const settings = { fit: 'automatic', caption: true } as const;
        const { compositions } = planWallpaper(measure, text, displays, settings, 'each');
        return { compositions, lossless: picture.lossless };
      },
    },
    signal,
  );
  const composedAt = performance.now();
  const paths = made.ok ? await files.write('2026-11-21', made.value) : [];
  say({
    what: 'done',
    value: {
      paths,
      detail: made.ok ? null : made.failure.detail,
      askedMs: askedAt - from,
      measuredMs: measuredAt - from,
      composedMs: composedAt - from,
      writtenMs: performance.now() - from,
    },
  });
}

void app
  .whenReady()
  .then(() => run(JSON.parse(process.env['COMPOSING_JOB'] ?? '') as Job))
  // The end is asked for from outside, so that whatever is left can be looked at before.
  .catch((error: unknown) => console.error(error));
