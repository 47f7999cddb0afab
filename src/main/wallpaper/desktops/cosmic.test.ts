import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sameOnAllDisplays } from '#test/support/backends.ts';
import type { ProgramCommand } from './backend.ts';
import { cosmic } from './cosmic.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cosmic #1 it's "));
  mkdirSync(join(home, 'bin'));
  // The shell only checks whether the program is installed.
  writeFileSync(join(home, 'bin', 'cosmic-bg'), '');
  chmodSync(join(home, 'bin', 'cosmic-bg'), 0o755);
});
afterEach(() => rmSync(home, { recursive: true }));

const run = (
  { program, args }: ProgramCommand,
  path = `${join(home, 'bin')}:/usr/bin:/bin`,
): string =>
  execFileSync(program, args, {
    encoding: 'utf8',
    env: { HOME: home, XDG_CONFIG_HOME: join(home, 'config'), PATH: path },
    stdio: 'pipe',
  });
const held = () => cosmic.held(cosmic.survey.map((asked) => run(asked)));
const write = (key: string, value: string | null): void => {
  const made = cosmic.write(key, value);
  if (made !== null) run(made);
};

/** The commands of COSMIC are scripts for a shell. */
const itWithShell = it.skipIf(process.platform === 'win32');

itWithShell('cosmic writes the files of cosmic-bg, reads them back and removes them', () => {
  expect(held()).toEqual(new Map());
  const path = `/p/a b#c%d'e"f\\g é.jpg`;
  const settings = cosmic.settings([], sameOnAllDisplays(path));
  for (const { key, value } of settings) write(key, value);
  expect(held()).toEqual(new Map(settings.map(({ key, value }) => [key, value])));
  const folder = join(home, 'config', 'cosmic', 'com.system76.CosmicBackground', 'v1');
  expect(readFileSync(join(folder, 'same-on-all'), 'utf8')).toBe('true');
  const text = readFileSync(join(folder, 'all'), 'utf8');
  // The escapes of RON within double quotes are also those of JSON.
  const source = /source: Path\((".*")\), filter_by_theme/.exec(text)?.[1] ?? '';
  expect(JSON.parse(source)).toBe(path);
  for (const { key } of settings) write(key, null);
  expect(held()).toEqual(new Map());
});

itWithShell('cosmic restores a setting of several lines unchanged', () => {
  const mine = `(\n    output: "all",\n    source: Color(Single((0.1, 0.2, 0.3))),\n)`;
  write('all', mine);
  expect(held()?.get('all')).toBe(mine);
});

itWithShell('cosmic reports that cosmic-bg is not installed', () => {
  const ask = () => cosmic.survey.map((asked) => run(asked, '/usr/bin:/bin'));
  expect(ask).toThrow('it is not installed');
});
