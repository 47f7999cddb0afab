import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { environmentOfApp, noteVirtualApp } from './virtual-app.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'overhead-note-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
    vi.useRealTimers();
  });
  return folder;
}
const onDesktop = (home: string) => ({ ...process.env, HOME: home });

test('environmentOfApp returns the environment of the virtual desktop while the app runs there', () => {
  const folder = newFolder();
  const forget = noteVirtualApp(onDesktop('/virtual/home'), folder);
  expect(environmentOfApp(folder)).toEqual(onDesktop('/virtual/home'));
  forget();
  expect(environmentOfApp(folder)).toBe(process.env);
});

test('environmentOfApp returns the environment of the app that started first, even if other apps start or end', () => {
  const folder = newFolder();
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] });
  // The first app may have the higher process id.
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)']);
  onTestFinished(() => void other.kill('SIGKILL'));
  const forgetFirst = noteVirtualApp(onDesktop('/first'), folder, other.pid);
  vi.setSystemTime(2_000);
  const forgetSecond = noteVirtualApp(onDesktop('/second'), folder);
  expect(environmentOfApp(folder)['HOME']).toBe('/first');
  forgetSecond();
  expect(environmentOfApp(folder)['HOME']).toBe('/first');
  vi.setSystemTime(3_000);
  noteVirtualApp(onDesktop('/third'), folder);
  forgetFirst();
  expect(environmentOfApp(folder)['HOME']).toBe('/third');
});

test('noteVirtualApp stores the process id and the variable that differs from this environment', () => {
  const folder = newFolder();
  noteVirtualApp(onDesktop('/virtual/home'), folder);
  const [name = ''] = readdirSync(folder);
  expect(JSON.parse(readFileSync(join(folder, name), 'utf8'))).toMatchObject({
    pid: process.pid,
    env: { HOME: '/virtual/home' },
  });
});

test('environmentOfApp returns the current environment when the app was killed, and ignores a damaged file', () => {
  const folder = newFolder();
  const { pid } = spawnSync(process.execPath, ['--version']);
  noteVirtualApp(onDesktop('/virtual/home'), folder, pid);
  writeFileSync(join(folder, '1.json'), '{"pid":');
  expect(environmentOfApp(folder)).toBe(process.env);
});
