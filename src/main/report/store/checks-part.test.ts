import fs, { mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { emptyContent } from '#test/support/surroundings.ts';
import type { Failure } from '#shared/failure.ts';
import type { Wallpaper } from '#shared/picture/picture.ts';
import { createStateHolder } from '#runtime/app-state.ts';
import type { Display } from '#platform/windows/display.ts';
import { checksPart, type CheckInput } from './checks-part.ts';

const data = mkdtempSync(join(tmpdir(), 'overhead-checks-'));
afterAll(() => rmSync(data, { recursive: true }));

const bounds = { x: 0, y: 0, width: 1_366, height: 768 };
const display: Display = {
  ...{ id: 1, label: '', bounds, workArea: bounds },
  ...{ scaleFactor: 1.5, isPrimary: true },
};
const state = { ...emptyContent, revision: 1 };

/** The results of the checks with this name. */
const resultsOf = (check: string, input: Partial<CheckInput> = {}) =>
  checksPart({
    ...{ state, data, databaseFailure: null, isTrayShown: true, displays: [display] },
    ...input,
  }).flatMap(({ check: name, ok, detail }) => (name === check ? [{ ok, detail }] : []));

const set: Wallpaper = {
  kind: 'set',
  date: '2026-11-20',
  path: '/w.jpg',
  backend: 'xfce',
  verified: true,
  at: 1,
};
const refused: Wallpaper = {
  kind: 'failed',
  date: '2026-11-20',
  backend: 'xfce',
  detail: 'x',
  at: 1,
  retryAt: null,
};

/** The state in which requests to a service have these outcomes, in order. */
function stateAfter(...failures: (Failure | null)[]) {
  const holder = createStateHolder(emptyContent);
  for (const [index, failure] of failures.entries())
    holder.noteOutcome('picture', index + 1, failure);
  return holder.current;
}
const unavailable: Failure = { kind: 'unavailable', status: 503, retryAt: null };

describe('the checks of a report', () => {
  it.each([
    [199, false],
    [200, true],
  ])('say whether %d MiB are enough free space: %s', (freeMiB, isEnough) => {
    const stats = Object.assign(fs.statfsSync(data), { bsize: 2 ** 20, bavail: freeMiB });
    const statfs = vi.spyOn(fs, 'statfsSync').mockReturnValue(stats);
    onTestFinished(() => {
      statfs.mockRestore();
      syncBuiltinESMExports();
    });
    syncBuiltinESMExports();
    expect(resultsOf('free disk space')).toEqual([{ ok: isEnough, detail: `${freeMiB} MiB` }]);
  });

  it.each<[string, Partial<CheckInput>, boolean | null, string]>([
    ['data folder can be written', {}, true, ''],
    ['data folder can be written', { data: join(data, 'none') }, false, 'ENOENT'],
    ['free disk space', { data: join(data, 'none') }, null, ''],
    ['database', {}, true, 'in use'],
    ['database', { databaseFailure: 'SQLITE_CORRUPT' }, false, 'SQLITE_CORRUPT'],
    ['journal on the disk', {}, true, ''],
    [
      'journal on the disk',
      { state: { ...state, journal: { ...state.journal, durable: false } } },
      false,
      '',
    ],
    ['settings', {}, true, ''],
    [
      'settings',
      { state: { ...state, settingsReset: { reason: 'unreadable', file: '/s', aside: true } } },
      false,
      'unreadable',
    ],
    ['API key', {}, null, 'none'],
    [
      'API key',
      { state: { ...state, apiKey: { isSet: true, storage: 'keyring' } } },
      null,
      'keyring',
    ],
    ['picture service', {}, null, 'waits'],
    ['picture service', { state: stateAfter(null) }, true, 'works'],
    ['picture service', { state: stateAfter(unavailable, null) }, true, 'works'],
    ['wallpaper', {}, null, 'untouched'],
    ['wallpaper', { state: { ...state, wallpaper: set } }, true, 'read back'],
    [
      'wallpaper',
      { state: { ...state, wallpaper: { ...set, verified: false } } },
      false,
      'not read back',
    ],
    ['wallpaper', { state: { ...state, wallpaper: refused } }, false, 'refused'],
    [
      'wallpaper',
      { state: { ...state, wallpaper: { ...refused, why: 'damaged' } } },
      false,
      'damaged',
    ],
    [
      'displays',
      { displays: [display, display] },
      true,
      '2048x1152 (scale 1.5), 2048x1152 (scale 1.5)',
    ],
    ['displays', { displays: [] }, false, ''],
    ['tray', {}, true, ''],
    ['tray', { isTrayShown: false }, false, ''],
    ['start at login', {}, true, 'off'],
    ['start at login', { state: { ...state, loginItem: 'refused' } }, false, 'refused'],
  ])('contain %s with %j', (check, input, ok, detail) => {
    expect(resultsOf(check, input)).toEqual([{ ok, detail }]);
  });

  it('contain the failure of a service in the app’s own words', () => {
    const [result] = resultsOf('picture service', { state: stateAfter(null, unavailable) });
    expect(result).toEqual({ ok: false, detail: expect.stringContaining('503') as string });
  });

  it('compare the free space of the disk with 200 MiB', () => {
    const [result] = resultsOf('free disk space');
    const freeMiB = Number(/^(\d+) MiB$/.exec(result?.detail ?? '')?.[1]);
    expect(result?.ok).toBe(freeMiB >= 200);
  });

  it.runIf(process.platform === 'linux')(
    'find no free space on a file system without blocks',
    () => {
      expect(resultsOf('free disk space', { data: '/proc' })).toEqual([
        { ok: false, detail: '0 MiB' },
      ]);
    },
  );
});
