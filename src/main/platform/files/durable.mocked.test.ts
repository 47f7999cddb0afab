import type * as fs from 'node:fs';
import type * as promises from 'node:fs/promises';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultSettings } from '#shared/settings/settings.ts';
import { createKeyFile } from '#settings/secrets/key-file.ts';
import { openSettingsFile } from '#settings/store/settings-file.ts';
import { openOnDisk } from '#platform/database/database.ts';
import { putAside } from './quarantine.ts';
import {
  copyFileAtomic,
  copyFileAtomicSync,
  makeFolder,
  placeDraft,
  removeFile,
  writeFileAtomic,
  writeFileAtomicSync,
} from './atomic.ts';

/** The calls of sync, rename and remove, in order. The mocks also call the real functions. */
const calls = vi.hoisted((): string[] => []);
let folder = '';

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  const names = new Map<number, string>();
  return {
    ...real,
    openSync(...args: Parameters<typeof real.openSync>) {
      const file = real.openSync(...args);
      names.set(file, String(args[0]));
      return file;
    },
    fsyncSync(file: number) {
      calls.push(`sync ${names.get(file) ?? ''}`);
      real.fsyncSync(file);
    },
    renameSync(from: string, to: string) {
      calls.push(`rename ${to}`);
      real.renameSync(from, to);
    },
    rmSync(...args: Parameters<typeof real.rmSync>) {
      calls.push(`remove ${String(args[0])}`);
      real.rmSync(...args);
    },
  };
});

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof promises>();
  return {
    ...real,
    async open(...args: Parameters<typeof real.open>) {
      const file = await real.open(...args);
      const sync = file.sync.bind(file);
      file.sync = () => {
        calls.push(`sync ${String(args[0])}`);
        return sync();
      };
      return file;
    },
    rename(from: string, to: string) {
      calls.push(`rename ${to}`);
      return real.rename(from, to);
    },
  };
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-durable-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The entries of `calls` during `work`, without the path of the folder; the name of every draft becomes `draft`. */
async function callsOf(work: () => unknown): Promise<string[]> {
  calls.length = 0;
  await work();
  return calls.map((call) =>
    call.replace(folder, '').replace(/\.overhead-[\da-f-]{36}\.part/, 'draft'),
  );
}

const whole = ['sync /draft', 'rename /new', 'sync '];

describe('a file that is written atomically', () => {
  const at = (): string => join(folder, 'new');
  const ways: Record<string, () => unknown> = {
    writeFileAtomic: () => writeFileAtomic(at(), (file) => file.writeFile('text')),
    writeFileAtomicSync: () => writeFileAtomicSync(at(), 'text'),
    copyFileAtomic: () => copyFileAtomic(join(folder, 'old'), at()),
    copyFileAtomicSync: () => copyFileAtomicSync(join(folder, 'old'), at()),
    placeDraft() {
      const draft = join(folder, `.overhead-${'0'.repeat(36)}.part`);
      writeFileSync(draft, 'text');
      placeDraft(draft, at());
    },
  };
  it.each(Object.keys(ways))(
    'is synced and renamed, and its folder is synced: %s',
    async (name) => {
      writeFileSync(join(folder, 'old'), 'text');
      expect(await callsOf(() => ways[name]?.())).toEqual(whole);
      expect(readFileSync(at(), 'utf8')).toBe('text');
    },
  );
});

describe('a changed directory entry', () => {
  it('is synced when new folders are created', async () => {
    expect(await callsOf(() => makeFolder(join(folder, 'a/b/c')))).toEqual([
      'sync /a/b',
      'sync /a',
      'sync ',
    ]);
    expect(await callsOf(() => makeFolder(join(folder, 'a/b/c')))).toEqual([]);
  });

  it('is synced when a file is removed', async () => {
    writeFileSync(join(folder, 'old'), '');
    expect(await callsOf(() => removeFile(join(folder, 'old')))).toEqual(['remove /old', 'sync ']);
    const key = createKeyFile(join(folder, 'api-key'), Date.now);
    expect(await callsOf(() => key.remove())).toEqual(['remove /api-key', 'sync ']);
  });

  it('is synced once, after a database and its two side files are renamed', async () => {
    const path = join(folder, 'database');
    writeFileSync(path, '');
    writeFileSync(`${path}-wal`, '');
    const done = await callsOf(() => putAside(path, 0, ['-wal', '-shm']));
    expect(done.map((call) => call.split(' ')[0])).toEqual(['rename', 'rename', 'rename', 'sync']);
    expect(done.at(-1)).toBe('sync ');
  });

  it('is synced when a database is created, and not when it is opened again', async () => {
    const path = join(folder, 'data/overhead.sqlite');
    makeFolder(join(folder, 'data'));
    const open = () =>
      openOnDisk(path, 0, {
        migrations: ['SELECT 1'],
        salvage: () => undefined,
      });
    expect(await callsOf(() => open().close())).toContain('sync ');
    expect((await callsOf(() => open().close())).filter((call) => call === 'sync ')).toEqual([]);
  });

  it('is synced when the settings are written', async () => {
    const { write } = openSettingsFile(folder, () => 0);
    expect((await callsOf(() => write(defaultSettings))).at(-1)).toBe('sync ');
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toContain('version');
  });
});
