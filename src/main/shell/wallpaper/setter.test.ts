import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayPicture } from '../../../../test/support/pictures.ts';
import { fail, ok } from '../../../shared/failure.ts';
import type { Composer } from '../composer/composer.ts';
import { compositionFiles } from '../composer/files.ts';
import { composingFailure } from '../composer/order.ts';
import type { Backend } from './desktops/backend.ts';
import { command } from './desktops/backend.ts';
import { desktopMemory } from './memory.ts';
import { createWallpapers, type WallpaperOptions } from './setter.ts';

let folder = '';
let source = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead wallpaper #1 '));
  source = join(folder, 'source.jpg');
  writeFileSync(source, 'a picture');
});
afterEach(() => rmSync(folder, { recursive: true }));

const { signal } = new AbortController();
const area = { x: 0, y: 0, width: 1920, height: 1080 };
const display = { id: 1, isPrimary: true, bounds: area, workArea: area, scaleFactor: 1 };
const picture = dayPicture('2026-11-21');

/** A desktop with two settings, told by `tell KEY VALUE`, asked by `ask`. */
const backend: Backend = {
  name: 'sample',
  reach: 'each',
  survey: [command('ask')],
  held: ([answer = '']) => new Map(Object.entries(JSON.parse(answer) as Record<string, string>)),
  settings: (_answers, { pictures }) => [
    { key: 'style', value: 'zoom' },
    { key: 'image', value: pictures[0]?.path ?? '' },
  ],
  write: (key, value) => command('tell', key, ...(value === null ? [] : [value])),
};

function composing(plan = true): Composer {
  return {
    compose: (order) => {
      if (!plan) return Promise.resolve(fail(composingFailure('the process ended (oom)')));
      order.plan({ width: 3000, height: 2000, focus: { x: 0.5, y: 0.5 } });
      return Promise.resolve(ok([{ bytes: Buffer.from('composed'), format: 'jpeg' }]));
    },
  };
}

function desktop(held: Record<string, string>, options: Partial<WallpaperOptions> = {}) {
  const calls: string[] = [];
  const state = { held, refuses: null as string | null, isDeaf: false };
  const made = createWallpapers({
    backend,
    desktopName: 'Sample',
    displays: () => [display],
    settings: () => ({ fit: 'automatic', caption: false }),
    composer: composing(),
    files: compositionFiles(join(folder, 'wallpaper')),
    memory: desktopMemory(join(folder, 'wallpaper', 'desktop.json')),
    ownFolders: [join(folder, 'wallpaper')],
    onPlan: ({ reasons }) => calls.push(reasons.map(({ words }) => words).join()),
    run: () => (program, args) => {
      calls.push([program, ...args.map((arg) => arg.replace(folder, ''))].join(' '));
      const [key = '', value] = args;
      if (key === state.refuses)
        return Promise.resolve({ code: 1, stdout: '', stderr: 'No such channel\n' });
      if (program === 'tell' && !state.isDeaf) {
        const rest = Object.entries(state.held).filter(([name]) => name !== key);
        state.held = Object.fromEntries(value === undefined ? rest : [...rest, [key, value]]);
      }
      return Promise.resolve({ code: 0, stdout: JSON.stringify(state.held), stderr: '' });
    },
    ...options,
  });
  const names = (): string[] => readdirSync(join(folder, 'wallpaper')).sort();
  const set = (path = source) => made.set(picture, path, signal);
  const restore = () => made.restore(signal);
  return { set, restore, calls, state, names };
}

describe('createWallpapers', () => {
  it('composes, sets and reads back', async () => {
    const { set, calls, state } = desktop({ image: '/mine.jpg' });
    const done = await set();
    const path = state.held['image'] ?? '';
    expect(done).toEqual(ok({ backend: 'sample', verified: true, path }));
    expect(readFileSync(path, 'utf8')).toBe('composed');
    expect(calls).toEqual([
      'fills the display: the crop loses 16 %',
      'ask',
      'tell style zoom',
      `tell image ${path.replace(folder, '')}`,
      'ask',
    ]);
  });

  it('shows a new path each time, and keeps only the one before', async () => {
    const { set, state, names } = desktop({});
    const paths: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      await set();
      paths.push(state.held['image'] ?? '');
    }
    expect(new Set(paths).size).toBe(3);
    const kept = paths.slice(1).map((path) => path.replace(join(folder, 'wallpaper', '/'), ''));
    expect(names()).toEqual([...kept, 'desktop.json'].sort());
  });

  it('puts back what was there before the first, also after a restart', async () => {
    const first = desktop({ image: '/mine.jpg' });
    await first.set();
    const second = desktop(first.state.held);
    await second.set();
    expect(await second.restore()).toEqual(ok({ verified: true }));
    expect(second.state.held).toEqual({ image: '/mine.jpg' });
    expect(await second.restore()).toEqual(ok(null));
  });

  it('puts back what the person chose meanwhile', async () => {
    const { set, restore, state } = desktop({ image: '/mine.jpg', style: 'fit' });
    await set();
    state.held = { ...state.held, image: '/mine too.jpg' };
    await set();
    await restore();
    expect(state.held).toEqual({ image: '/mine too.jpg', style: 'fit' });
  });

  it('says so where the desktop does not do as it is told, or does not tell', async () => {
    const deaf = desktop({ image: '/mine.jpg', style: 'fit' });
    deaf.state.isDeaf = true;
    expect(await deaf.set()).toMatchObject({ value: { verified: false } });
    const silent = desktop({}, { backend: { ...backend, held: () => null } });
    expect(await silent.set()).toMatchObject({ value: { verified: false } });
  });

  it('says what the program said, and keeps what the desktop shows', async () => {
    const { set, state, names } = desktop({});
    await set();
    const before = state.held['image'] ?? '';
    state.refuses = 'image';
    const detail = 'tell: No such channel';
    expect(await set()).toMatchObject({ failure: { detail } });
    expect(state.held['image']).toBe(before);
    expect(names()).toContain(before.replace(join(folder, 'wallpaper', '/'), ''));
  });

  it.each<[string, Partial<WallpaperOptions>, string]>([
    [
      'an unknown desktop',
      { backend: null, desktopName: 'Enlightenment' },
      'Overhead does not know yet how to set the wallpaper on the Enlightenment desktop',
    ],
    ['no display', { displays: () => [] }, 'the system names no display'],
    ['no composition', { composer: composing(false) }, 'the process ended (oom)'],
    [
      'a desktop without a place for it',
      { backend: { ...backend, settings: () => [] } },
      'the desktop names no display',
    ],
  ])('%s is data, and changes nothing', async (_what, options, detail) => {
    const { set, state } = desktop({ image: '/mine.jpg' }, options);
    expect(await set()).toMatchObject({ ok: false, failure: { detail } });
    expect(state.held).toEqual({ image: '/mine.jpg' });
  });

  it('refuses a file that is gone, for which some desktops go blank', async () => {
    const { set } = desktop({});
    const gone = await set(join(folder, 'none.jpg'));
    expect(gone).toMatchObject({ failure: { detail: 'the picture’s file is gone' } });
  });

  it('says what the disk said', async () => {
    writeFileSync(join(folder, 'wallpaper'), 'a file where the folder should be');
    const { set, state } = desktop({ image: '/mine.jpg' });
    const detail: unknown = expect.stringMatching(/^the disk would not take it \(E\w+\)$/);
    expect(await set()).toMatchObject({ failure: { detail } });
    expect(state.held).toEqual({ image: '/mine.jpg' });
  });
});
