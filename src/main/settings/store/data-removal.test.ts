import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeOwnFolder } from '#platform/files/own-folder.ts';
import type { DataRemoval } from './own-data.ts';
import { finishRemoval, removeAtEnd, type RemovalSystem } from './data-removal.ts';

let root = '';
let data = '';
let settings = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'overhead-removal-'));
  data = join(root, 'Overhead');
  settings = data;
  mkdirSync(data);
  makeOwnFolder(join(data, 'chromium'));
  writeFileSync(join(data, 'chromium', 'Cookies'), 'x');
  writeFileSync(join(data, 'overhead.sqlite'), 'x');
});
afterEach(() => rmSync(root, { recursive: true }));

/**
 * A process of the app that records its calls. `isHeld`: whether Chromium still holds files in the data folder open.
 */
function processOn(platform: NodeJS.Platform, isHeld: boolean, ...args: string[]) {
  const remove = (path: string): void => {
    if (isHeld && path.endsWith('chromium'))
      throw Object.assign(new Error('EBUSY'), { code: 'EBUSY', errno: -4082 });
    rmSync(path, { recursive: true });
  };
  const reports: DataRemoval[] = [];
  const relaunches: (readonly string[])[] = [];
  const system: RemovalSystem = {
    platform,
    data,
    settings,
    logs: () => join(root, 'logs'),
    args,
    remove,
    removeWhenFree: remove,
    relaunch: (given) => relaunches.push(given),
    report: (removal) => reports.push(removal),
  };
  return { system, reports, relaunches };
}

it('removeAtEnd on Windows starts a process that removes the files that Chromium held open', () => {
  const ending = processOn('win32', true, '--user-data-dir=x');
  removeAtEnd(ending.system);
  expect(existsSync(join(data, 'overhead.sqlite'))).toBe(false);
  expect(ending.reports).toEqual([]);
  expect(ending.relaunches).toEqual([['--user-data-dir=x', '--finish-removal']]);

  const next = processOn('win32', false, ...(ending.relaunches[0] ?? []));
  expect(finishRemoval(next.system)).toBe(true);
  expect(next.reports).toEqual([{ removed: 1, failed: [], kept: [] }]);
  expect(existsSync(data)).toBe(false);
});

it('removeAtEnd also removes the settings file that is in a folder of its own, and nothing else there', () => {
  settings = join(root, 'Roaming');
  mkdirSync(settings);
  writeFileSync(
    join(settings, 'settings.json'),
    '{"version":1,"services":{},"picture":{},"wallpaper":{}}',
  );
  writeFileSync(join(settings, 'other.txt'), 'x');
  writeFileSync(join(data, 'notes.txt'), 'x');
  const ending = processOn('win32', false);
  removeAtEnd(ending.system);
  expect(readdirSync(settings)).toEqual(['other.txt']);
  const kept = [join(settings, 'other.txt'), join(data, 'notes.txt')];
  expect(ending.reports).toEqual([{ removed: 3, failed: [], kept }]);
  expect(ending.relaunches).toEqual([]);
});

it('finishRemoval reports the files that are still held open, and does not try again', () => {
  removeAtEnd(processOn('win32', true).system);
  const next = processOn('win32', true, '--finish-removal');
  expect(finishRemoval(next.system)).toBe(true);
  expect(next.reports).toMatchObject([{ failed: [join(data, 'chromium')] }]);
  const later = processOn('win32', false);
  expect(finishRemoval(later.system)).toBe(false);
  expect(existsSync(join(data, 'chromium'))).toBe(true);
});

it('finishRemoval finishes the removal when the user starts the app, and lets the start continue', () => {
  removeAtEnd(processOn('win32', true).system);
  const next = processOn('win32', false, '--hidden');
  expect(finishRemoval(next.system)).toBe(false);
  expect(next.reports).toEqual([]);
  expect(existsSync(data)).toBe(false);
});

it('finishRemoval removes nothing without the mark in the data folder, whatever the arguments', () => {
  expect(finishRemoval(processOn('win32', false, '--finish-removal').system)).toBe(true);
  expect(existsSync(join(data, 'overhead.sqlite'))).toBe(true);
});

it.each(['linux', 'darwin'] as const)(
  'removeAtEnd on %s reports immediately the files that were not removed',
  (platform) => {
    const ending = processOn(platform, true);
    removeAtEnd(ending.system);
    expect(ending.relaunches).toEqual([]);
    expect(ending.reports).toMatchObject([{ failed: [join(data, 'chromium')] }]);
  },
);
