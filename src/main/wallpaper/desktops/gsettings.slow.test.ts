import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sameOnAllDisplays } from '#test/support/backends.ts';
import { hasSchema, createRunnerIn, setWallpaperWith } from '#test/support/real-programs.ts';
import { budgieOnWayland, cinnamon, gnome, mate } from './gsettings.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'overhead gsettings #1 '));
});
afterEach(() => rmSync(home, { recursive: true }));

// Tests with the desktops' own schemas, if they are installed.
it.for([
  { name: 'gnome', backend: gnome, schema: 'org.gnome.desktop.background' },
  { name: 'budgieOnWayland', backend: budgieOnWayland, schema: 'org.gnome.desktop.background' },
  { name: 'cinnamon', backend: cinnamon, schema: 'org.cinnamon.desktop.background' },
  { name: 'mate', backend: mate, schema: 'org.mate.background' },
])('the $name backend sets, reads back and restores', async ({ backend, schema }, { skip }) => {
  if (!hasSchema(schema)) skip(`${schema} is not installed`);
  const shown = sameOnAllDisplays(`/w/a b #1 50% ;$HOME"'\\é.jpg`);
  const { done, settings, restore } = await setWallpaperWith(
    backend,
    (answers) => backend.settings(answers, shown),
    createRunnerIn(home),
  );
  expect(done).toEqual({ verified: true });
  expect(settings).toHaveLength(3);
  expect(await restore?.()).toEqual({ verified: true });
});
