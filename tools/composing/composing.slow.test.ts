import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { jpegBytes } from '../../test/support/images.ts';
import { sendSignal } from '../../packages/electron-stand-in/src/desktop/processes.ts';
import { chromiumPath } from '../../packages/electron-stand-in/src/system/chromium.ts';
import { waitUntil } from '../../packages/electron-stand-in/src/system/until.ts';
import type { ComposingJob } from './composing.ts';
import { buildComposingPage, startComposing, type Composing } from './run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'composing #1 100% '));
afterAll(() => rm(scratch, { recursive: true, force: true, maxRetries: 5 }));
const pages = join(scratch, 'pages');
const bounds = { x: 0, y: 0, width: 640, height: 360 };
const display = { id: 1, isPrimary: true, bounds, workArea: bounds, scaleFactor: 2 };
const convert = (...args: string[]) => promisify(execFile)('convert', args);

/** An EXIF segment with orientation 6: the JPEG must be rotated clockwise. */
const turned = Buffer.from(
  'ffe10022' +
    '457869660000' +
    '4d4d002a00000008' +
    '0001' +
    '0112000300000001' +
    '00060000' +
    '00000000',
  'hex',
);

/** Writes a page that replaces the real composing page. */
function pageOf(name: string, script: string): string {
  const folder = join(scratch, name);
  for (const inner of ['composer', 'assets']) mkdirSync(join(folder, inner), { recursive: true });
  const html = '<!doctype html><script type="module" src="../assets/a.js"></script>';
  writeFileSync(join(folder, 'composer', 'index.html'), html);
  writeFileSync(join(folder, 'assets', 'a.js'), script);
  return folder;
}

function start(job: Partial<ComposingJob> & Pick<ComposingJob, 'picture'>): Composing {
  const whole = { pages, folder: join(scratch, 'made'), displays: [display], timeoutMs: 120_000 };
  const composing = startComposing({ ...whole, ...job }, scratch);
  onTestFinished(() => composing.end());
  return composing;
}

const gone = (composing: Composing) =>
  waitUntil(() => composing.browsers().length === 0, {
    message: 'Chromium is still there',
    timeoutMs: 120_000,
  });

const picture = { path: join(scratch, 'a.jpg'), lossless: false };

describe.skipIf(chromiumPath() === null)(
  'startComposing with a real browser (skipped: no Chromium)',
  () => {
    beforeAll(async () => {
      await buildComposingPage(pages);
      await convert('-size', '600x400', 'gradient:red-blue', picture.path);
      const upright = readFileSync(picture.path);
      writeFileSync(
        picture.path,
        Buffer.concat([upright.subarray(0, 2), turned, upright.subarray(2)]),
      );
      await convert('-size', '600x400', 'xc:white', join(scratch, 'a.png'));
    });

    it('rotates a picture by its EXIF data, composes it in the pixels of the display, and ends Chromium', async () => {
      const composing = start({ picture });
      expect(await composing.measured).toMatchObject({ width: 400, height: 600 });
      const { paths, detail } = await composing.done;
      expect(detail).toBeNull();
      const { stdout } = await promisify(execFile)('identify', ['-format', '%m %w %h', ...paths]);
      expect(stdout).toBe('JPEG 1280 720');
      // The orientation in the file turns the picture clockwise, so that its upper edge appears on the right.
      const at = async (x: number): Promise<string> =>
        (await convert(paths[0] ?? '', '-format', `%[pixel:p{${x},360}]`, 'info:')).stdout;
      expect(await at(860)).toMatch(/\(2[345]\d,[0-3]?\d,[0-5]?\d\)/);
      expect(await at(420)).toMatch(/\([0-5]?\d,[0-3]?\d,2[345]\d\)/);
      await gone(composing);
    });

    it('writes a PNG for a lossless picture', async () => {
      const drawing = { ...picture, path: join(scratch, 'a.png'), lossless: true };
      const { paths } = await start({ picture: drawing }).done;
      expect(paths[0]).toMatch(/\.png$/);
      expect(
        readFileSync(paths[0] ?? '')
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG');
    });

    it.each([
      ['a file that is not a picture', 'not a picture', 'the picture cannot be read'],
      [
        'a JPEG that hides its size from a parser of headers',
        Buffer.concat([
          Buffer.from([0xff, 0xd8, 0xff, 0x00, 0, 200]),
          jpegBytes(22_000, 20_000).subarray(2),
        ]),
        'the picture has more than 200 megapixels',
      ],
    ])('reports %s as a failure', async (_what, content, words) => {
      const path = join(scratch, 'bad.jpg');
      writeFileSync(path, content);
      const composing = start({ picture: { ...picture, path } });
      const { detail } = await composing.done;
      expect(detail).toBe(words);
      await gone(composing);
    });

    it('kills a page that hangs', async () => {
      const composing = start({ picture, pages: pageOf('hangs', 'for (;;);'), timeoutMs: 3_000 });
      expect((await composing.done).detail).toBe('it was not composed within 3 s');
      await gone(composing);
    });

    it('reports the crash of a page as a failure', async () => {
      const script = `
      const body = JSON.stringify({ width: 1, height: 1, focus: { x: 0, y: 0 } });
      await fetch('/measure', { method: 'POST', body });`;
      const composing = start({ picture, pages: pageOf('dies', script) });
      await composing.measured;
      const renderers = composing.browsers().filter(({ isRenderer }) => isRenderer);
      expect(renderers).not.toEqual([]);
      for (const { pid } of renderers) sendSignal(pid, 'SIGKILL');
      expect((await composing.done).detail).toBe('the process that composes it ended (crashed)');
      await gone(composing);
    });

    it('lets the page access only its own files and the picture', async () => {
      const script = `
      const reach = (url) => fetch(url).then((r) => r.status, () => 'no');
      const seen = await Promise.all([
        reach('https://example.org/'), reach('http://127.0.0.1:1/'), reach('overhead://app/'),
        reach('/picture/a.jpg'), reach('/index.html'), reach('/../a.jpg'), reach('/source'),
      ]);
      const node = ['require', 'process', 'overhead', 'electron'].filter((name) => name in window);
      await fetch('/failed', { method: 'POST', body: JSON.stringify({ seen, node }) });`;
      const looks = pageOf('looks', script);
      // These two files exist, but the composing page must not be able to read them.
      writeFileSync(join(looks, 'index.html'), '<!doctype html>');
      mkdirSync(join(scratch, 'made'), { recursive: true });
      writeFileSync(join(scratch, 'made', 'a.jpg'), 'another picture');
      const composing = start({ picture, pages: looks });
      const { detail } = await composing.done;
      expect(JSON.parse(detail?.replace('it could not be composed: ', '') ?? '')).toEqual({
        seen: ['no', 'no', 'no', 404, 404, 404, 200],
        node: [],
      });
    });
  },
);
