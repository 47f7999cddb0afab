import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
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
