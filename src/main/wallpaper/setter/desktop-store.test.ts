import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createDesktopStore,
  emptyRecord,
  namesFileBelow,
  mergePreviousSettings,
  type DesktopRecord,
  type PreviousSettings,
} from './desktop-store.ts';

const isOurs = (value: string): boolean => value.startsWith('/ours/');
const settings = [
  { key: 'style', value: 'zoom' },
  { key: 'image', value: '/ours/new.jpg' },
];
const before = (values: PreviousSettings['values']): PreviousSettings => ({
  backend: 'one',
  values,
});

it.each<
  [string, PreviousSettings | null, Record<string, string> | null, PreviousSettings['values']]
>([
  ['the first time', null, { style: 'fit', image: '/a.jpg' }, { style: 'fit', image: '/a.jpg' }],
  ['nothing was set', null, {}, { style: null, image: null }],
  ['the desktop reports nothing', null, null, { style: null, image: null }],
  [
    'the present value is the app’s: keep the earlier record',
    before({ style: 'fit', image: '/a.jpg' }),
    { style: 'zoom', image: '/ours/old.jpg' },
    { style: 'fit', image: '/a.jpg' },
  ],
  [
    'the user chose another wallpaper since',
    before({ style: 'fit', image: '/a.jpg' }),
    { style: 'centre', image: '/b.jpg' },
    { style: 'centre', image: '/b.jpg' },
  ],
  [
    'the present value is the app’s, and there is no earlier record',
    null,
    { style: 'zoom', image: '/ours/old.jpg' },
    { style: 'zoom' },
  ],
  [
    'a new display',
    before({ other: 'x' }),
    { style: 'fit', image: '/a.jpg' },
    { other: 'x', style: 'fit', image: '/a.jpg' },
  ],
  [
    'a record of another desktop does not count',
    { backend: 'two', values: { image: '/z.jpg', other: 'x' } },
    { style: 'fit', image: '/a.jpg' },
    { style: 'fit', image: '/a.jpg' },
  ],
])('mergePreviousSettings records the user’s setting: %s', (_what, remembered, held, values) => {
  const map = held === null ? null : new Map(Object.entries(held));
  expect(mergePreviousSettings('one', remembered, map, settings, isOurs)).toEqual(before(values));
});

it('mergePreviousSettings keeps the user’s mode when a display is connected or disconnected', () => {
  const own = before({ style: 'centered', image: '/a.jpg' });
  const held = new Map([
    ['style', 'zoom'],
    ['image', '/ours/old.jpg'],
  ]);
  const spanned = [
    { key: 'style', value: 'spanned' },
    { key: 'image', value: '/ours/new.jpg' },
  ];
  const written = { style: 'zoom', image: '/ours/old.jpg' };
  expect(mergePreviousSettings('one', own, held, spanned, isOurs, written)).toEqual(own);
});

it.each([
  ["/d/it's #1/w/a.jpg", true],
  ["'file:///d/it%27s%20%231/w/a.jpg'", true],
  ["file:///d/it's%20%231/w/a.jpg", true],
  ["/d/it's #2/w/a.jpg", false],
  ['/elsewhere.jpg', false],
])('namesFileBelow returns for %s: %s', (value, below) => {
  expect(namesFileBelow(["/d/it's #1/w"])(value)).toBe(below);
});

it.each([
  ['/home/ada/wallpaper', '/home/ada/wallpapers/beach.jpg'],
  ['/home/ada/wallpaper', 'file:///home/ada/wallpapers/beach.jpg'],
  ['/d/pictures', "'file:///d/pictures-2019/beach.jpg'"],
  ['/d/wallpaper', '/backup/d/wallpaper/mine.jpg'],
  ['/d/wallpaper', 'file:///backup/d/wallpaper/mine.jpg'],
  ['/d/wallpaper', '/d/wallpaper'],
  [String.raw`C:\d\wallpaper`, String.raw`C:\d\wallpapers\mine.jpg`],
])('namesFileBelow rejects a path that only resembles %s: %s', (folder, value) => {
  expect(namesFileBelow([folder])(value)).toBe(false);
});

it.each([
  ['/d/w', '(output: "all", source: Path("/d/w/a.jpg"))'],
  ['/d/w', '/d/w/a.jpg\n/d/w/b.jpg'],
  ['/d/w', '"file:///d/w/a.jpg"'],
  [String.raw`C:\d\w`, String.raw`C:\d\w\a.jpg`],
  // macOS reports decomposed letters.
  ['/bj\u00f6rn/w', '/bjo\u0308rn/w/a.jpg'],
  [
    String.raw`C:\Users\Ada\AppData\Overhead\wallpaper`,
    String.raw`c:\users\ADA\AppData\Overhead\wallpaper\a.jpg`,
  ],
  [String.raw`C:\Users\Ada`, String.raw`\\?\C:\Users\Ada\a.jpg`],
  [String.raw`C:\d\w`, 'file:///C:/d/w/a.jpg'],
])('namesFileBelow finds a file of %s in %j', (folder, value) => {
  expect(namesFileBelow([folder])(value)).toBe(true);
});

it('namesFileBelow limits the marks of a value before it is normalized', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  expect(namesFileBelow(['/d/w'])(`/a${'\u0301\u0316'.repeat(65_000)}.jpg`)).toBe(false);
  const lengths = normalize.mock.contexts.map((text) => String(text).length);
  normalize.mockRestore();
  expect(Math.max(...lengths)).toBeLessThan(40);
});

describe('the damaged record of the desktop store', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'overhead-desktop-'));
    path = join(folder, 'desktop.json');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const own = { image: '/home/ada/{"}beach.jpg', style: null };
  const record: DesktopRecord = {
    ...emptyRecord,
    previous: before(own),
    activeFiles: ['/ours/new.jpg'],
    lockScreen: { previous: before({ lock: '/home/ada/lock.jpg' }), pictures: [] },
  };
  const whole = JSON.stringify(record);
  const kept = { previous: record.previous, lockScreen: record.lockScreen };

  it.each<[string, string, Partial<DesktopRecord>]>([
    ['a later version wrote', whole.replace('"restored":false', '"restored":"partly"'), kept],
    ['was cut off', whole.slice(0, -2), kept],
    [
      'was cut off early',
      whole.slice(0, whole.indexOf('lockScreen')),
      { previous: record.previous },
    ],
    ['is empty', '', { previous: null }],
    ['is not JSON', 'x'.repeat(1_000), { previous: null }],
  ])(
    'is copied to another file, and its readable parts are used: the record %s',
    async (_what, text, expected) => {
      writeFileSync(path, text);
      const store = createDesktopStore(path, () => 0);
      expect(await store.read()).toEqual({
        ...emptyRecord,
        ...(text.startsWith('{') && text.endsWith('}') ? { activeFiles: record.activeFiles } : {}),
        ...expected,
      });
      const aside = 'desktop.json.unusable-1970-01-01T00-00-00-000Z';
      expect(readdirSync(folder)).toEqual(['desktop.json', aside]);
      expect(readFileSync(join(folder, aside), 'utf8')).toBe(text);
      // The record is copied aside only once.
      expect(await createDesktopStore(path, () => 1).read()).toMatchObject(expected);
      expect(readdirSync(folder)).toHaveLength(2);
    },
  );

  it('is searched for a lock screen only if it has one, because a text of a service may contain many braces', async () => {
    const start = JSON.stringify({ ...record, lockScreen: null }).slice(0, -1);
    writeFileSync(path, `${start},"shown":{"explanation":"${'}'.repeat(1_000)}`);
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    expect(await createDesktopStore(path, () => 0).read()).toEqual({
      ...emptyRecord,
      previous: record.previous,
    });
    expect(parse.mock.calls.length).toBeLessThan(10);
  });

  it('is not treated as missing when it cannot be read', async () => {
    mkdirSync(path);
    await expect(createDesktopStore(path, Date.now).read()).rejects.toThrow('EISDIR');
  });
});
