import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAppFileServer } from './app-files.ts';
import { isAppUrl } from './origin.ts';

const folder = mkdtempSync(join(tmpdir(), 'overhead-files-'));
const serve = createAppFileServer({
  pages: join(folder, 'pages'),
  picture: (name) =>
    Promise.resolve(
      name === '2026-11-20-ab.jpg' ? { bytes: new Uint8Array([1, 2]), format: 'png' } : null,
    ),
  thumbnails: join(folder, 'thumbnails'),
  photos: join(folder, 'photos'),
  licenses: join(folder, 'licenses'),
});
const get = (url: string, init?: RequestInit): Promise<Response> => serve(new Request(url, init));

beforeAll(() => {
  for (const name of ['pages/assets', 'pictures', 'thumbnails', 'photos', 'licenses', 'outside'])
    mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'pages/index.html'), '<h1>page</h1>');
  writeFileSync(join(folder, 'licenses/LICENSES.txt'), 'MIT');
  writeFileSync(join(folder, 'licenses/other.txt'), 'no licence');
  writeFileSync(join(folder, 'pages/assets/a.js'), 'script');
  writeFileSync(join(folder, 'pages/assets/a.js.map'), 'no type of ours');
  writeFileSync(join(folder, 'pictures/2026-11-20-ab.jpg'), 'jpeg');
  writeFileSync(join(folder, 'pictures/page.html'), '<script>');
  writeFileSync(join(folder, 'pictures/drawing.svg'), '<svg>');
  symlinkSync(join(folder, 'outside/secret.jpg'), join(folder, 'pictures/link.jpg'));
  writeFileSync(join(folder, 'thumbnails/2026-11-20-ab.jpg'), 'small');
  writeFileSync(join(folder, 'thumbnails/2026-11-20-ab.png'), 'no thumbnail');
  writeFileSync(join(folder, 'photos/5e5e0e2d-0000-4000-8000-000000000001.5.jpg'), 'photo');
  writeFileSync(
    join(folder, 'photos/holiday-5e5e0e2d-0000-4000-8000-000000000001.5.jpg'),
    'no photo of a post',
  );
  writeFileSync(join(folder, 'outside/secret.json'), 'secret');
  writeFileSync(join(folder, 'outside/secret.jpg'), 'secret');
  symlinkSync(join(folder, 'outside/secret.jpg'), join(folder, 'thumbnails/link.jpg'));
  symlinkSync(join(folder, 'outside/secret.json'), join(folder, 'pages/link.json'));
  symlinkSync(join(folder, 'outside'), join(folder, 'pages/out'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * The complete content security policy. A missing directive, or one that allows more, would make the policy useless.
 */
const policy = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'"],
  ...["connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ');

describe('createAppFileServer', () => {
  it.each([
    ['overhead://app/', 'text/html; charset=utf-8', '<h1>page</h1>'],
    ['overhead://app/index.html?x#y', 'text/html; charset=utf-8', '<h1>page</h1>'],
    ['overhead://app/assets/a.js', 'text/javascript; charset=utf-8', 'script'],
    ['overhead://app/picture/2026-11-20-ab.jpg', 'image/png', '\x01\x02'],
    ['overhead://app/thumbnails/2026-11-20-ab.jpg', 'image/jpeg', 'small'],
    ['overhead://app/photos/5e5e0e2d-0000-4000-8000-000000000001.5.jpg', 'image/jpeg', 'photo'],
    ['overhead://app/LICENSES.txt', 'text/plain; charset=utf-8', 'MIT'],
  ])('serves %s', async (url, type, body) => {
    const response = await get(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('content-security-policy')).toBe(policy);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(await response.text()).toBe(body);
  });

  it.each([
    'overhead://app/missing.js',
    'overhead://app/assets/a.js.map',
    'overhead://app/assets',
    'overhead://app/../outside/secret.json',
    'overhead://app/%2e%2e/outside/secret.json',
    'overhead://app/..%2foutside%2fsecret.json',
    'overhead://app/assets/..%2f..%2foutside/secret.json',
    'overhead://app/link.json',
    'overhead://app/out/secret.json',
    'overhead://app/picture/..%2f..%2foutside%2fsecret.json',
    'overhead://app/picture/',
    'overhead://app/other.txt',
    'overhead://app/licenses/LICENSES.txt',
    'overhead://app/picture/page.html',
    'overhead://app/picture/drawing.svg',
    'overhead://app/picture/link.jpg',
    'overhead://app/picture/2026-11-20-cd.jpg',
    'overhead://app/picture/2026-11-20-ab.jpg/x',
    'overhead://app/x/picture/2026-11-20-ab.jpg',
    'overhead://app/thumbnails/2026-11-20-ab.jpg%0Ax',
    'overhead://app/x/thumbnails/2026-11-20-ab.jpg',
    'overhead://app/photos/5e5e0e2d-0000-4000-8000-000000000001.5.jpg%0Ax',
    'overhead://app/x/photos/5e5e0e2d-0000-4000-8000-000000000001.5.jpg',
    'overhead://app/thumbnails/',
    'overhead://app/thumbnails/2026-11-20-ab.png',
    'overhead://app/thumbnails/link.jpg',
    'overhead://app/photos/holiday-5e5e0e2d-0000-4000-8000-000000000001.5.jpg',
    'overhead://app/photos/..%2foutside%2f5e5e0e2d-0000-4000-8000-000000000001.5.jpg',
    'overhead://app/thumbnails/..%2foutside%2fsecret.jpg',
    'overhead://app/thumbnails/%2e%2e/pictures/2026-11-20-ab.jpg',
    'overhead://app/%00.html',
    'overhead://app/%E0%A4%A.html',
    'overhead://other/index.html',
  ])('refuses %s', async (url) => {
    const response = await get(url);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-security-policy')).toBe(policy);
    expect(await response.text()).toBe('Not found');
  });

  it.each(['picture/2026-11-20-ab.jpg', 'thumbnails/2026-11-20-ab.jpg', 'LICENSES.txt'])(
    'refuses %s if there is no such folder',
    async (path) => {
      const served = createAppFileServer({ pages: join(folder, 'pages') });
      expect((await served(new Request(`overhead://app/${path}`))).status).toBe(404);
    },
  );

  it('answers only GET', async () => {
    expect((await get('overhead://app/', { method: 'POST' })).status).toBe(404);
  });
});

it.each([
  ['overhead://app/', true],
  ['overhead://app/index.html#journal', true],
  ['overhead://app.evil/', false],
  ['overhead://application/', false],
  ['https://app/', false],
  ['file:///etc/passwd', false],
  ['', false],
])('isAppUrl(%s) is %s', (url, ours) => {
  expect(isAppUrl(url)).toBe(ours);
});
