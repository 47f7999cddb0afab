import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { arch, release, tmpdir, type } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { systemFactsSchema } from '#shared/app.ts';
import { systemFacts } from './system-facts.ts';

it('systemFacts returns the runtime, the system and the folders', () => {
  const facts = systemFactsSchema.parse(
    systemFacts({ data: '/data', log: '/log', crashes: '/crashes' }),
  );
  expect(facts).toMatchObject({
    dataFolder: '/data',
    logFolder: '/log',
    crashes: { folder: '/crashes', count: 0, newestAt: null },
  });
  expect(facts.runtime).toContain(`Node ${process.versions.node}`);
  expect(facts.runtime).not.toContain('undefined');
  expect(facts.system).toContain(process.arch);
});

it('systemFacts returns the versions of the runtime, and the desktop and session type of the environment if it names them', () => {
  const folders = { data: '', log: '', crashes: '' };
  vi.stubGlobal('process', {
    ...process,
    env: { XDG_CURRENT_DESKTOP: 'GNOME', XDG_SESSION_TYPE: 'wayland' },
    versions: { electron: '40.0.0', chrome: '142.0', node: '24.0.0' },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const system = `${type()} ${release()}, ${arch()}`;
  expect(systemFacts(folders)).toMatchObject({
    runtime: 'Electron 40.0.0, Chromium 142.0, Node 24.0.0',
    system: `${system}, GNOME, wayland`,
  });
  vi.stubGlobal('process', { ...process, env: {}, versions: { node: '24.0.0' } });
  expect(systemFacts(folders)).toMatchObject({ runtime: 'Node 24.0.0', system });
});

it('systemFacts counts the crash dumps in all folders of Crashpad, and returns the time of the newest dump', () => {
  const crashes = mkdtempSync(join(tmpdir(), 'overhead-crashes-'));
  onTestFinished(() => rmSync(crashes, { recursive: true }));
  const files = {
    'pending/a.dmp': 100,
    'completed/b.dmp': 300,
    'completed/b.meta': 900,
    'settings.dat': 900,
  };
  for (const folder of ['pending', 'completed']) mkdirSync(join(crashes, folder));
  for (const [name, seconds] of Object.entries(files)) {
    writeFileSync(join(crashes, name), '');
    utimesSync(join(crashes, name), seconds, seconds);
  }
  const facts = systemFacts({ data: '/data', log: '/log', crashes });
  expect(facts.crashes).toEqual({ folder: crashes, count: 2, newestAt: 300_000 });
});
