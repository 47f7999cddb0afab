import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { environmentOfApp, noteVirtualApp } from './virtual-app.ts';

function newNote(): string {
  const folder = mkdtempSync(join(tmpdir(), 'overhead-note-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'note.json');
}

test('gives the environment of the virtual desktop while the app runs there', () => {
  const path = newNote();
  const forget = noteVirtualApp({ ...process.env, HOME: '/virtual/home' }, path);
  expect(environmentOfApp(path)).toEqual({ ...process.env, HOME: '/virtual/home' });
  forget();
  expect(environmentOfApp(path)).toBe(process.env);
});

test('writes down nothing that this environment has too', () => {
  const path = newNote();
  noteVirtualApp({ ...process.env, HOME: '/virtual/home' }, path);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    pid: process.pid,
    env: { HOME: '/virtual/home' },
  });
});

test('gives the own environment when the app was killed', () => {
  const path = newNote();
  const { pid } = spawnSync(process.execPath, ['--version']);
  writeFileSync(path, JSON.stringify({ pid, env: { HOME: '/virtual/home' } }));
  expect(environmentOfApp(path)).toBe(process.env);
});
