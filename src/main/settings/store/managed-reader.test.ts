import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProgramResult } from '#platform/process/run.ts';
import { managedFile, managedPreferences, managedRegistry, readManaged } from './managed-reader.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-managed-'));
  path = join(folder, 'settings.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A fake program with this answer, and the list of its calls. */
function program(answer: Partial<ProgramResult>) {
  const calls: string[][] = [];
  return {
    calls,
    run: (name: string, args: readonly string[]): Promise<ProgramResult> => {
      calls.push([name, ...args]);
      return Promise.resolve({ code: 0, stdout: '', stderr: '', ...answer });
    },
  };
}

describe.skipIf(process.platform === 'win32')(
  'the settings file of an administrator on Linux',
  () => {
    const me = process.getuid?.() ?? 0;
    const read = (owner = me) => managedFile(path, owner).read();
    const write = (text: string, mode = 0o644): void => {
      writeFileSync(path, text);
      chmodSync(path, mode);
    };
    const untrusted = { kind: 'failed', reason: 'untrusted' };
    const unreadable = { kind: 'failed', reason: 'unreadable' };

    it('is empty when there is no file', async () => {
      expect(await read()).toEqual({ kind: 'none' });
      path = join(folder, 'missing', 'settings.json');
      expect(await read()).toEqual({ kind: 'none' });
      writeFileSync(join(folder, 'file'), '');
      path = join(folder, 'file', 'settings.json');
      expect(await read()).toEqual({ kind: 'none' });
    });

    it.each([0o644, 0o444, 0o600, 0o755])('is read with mode %o', async (mode) => {
      write('\uFEFF{"updates.automatic": false}', mode);
      expect(await read()).toEqual({ kind: 'content', tree: { 'updates.automatic': false } });
    });

    it('may be a symbolic link, and the checks apply to its target', async () => {
      const target = join(folder, 'target.json');
      writeFileSync(target, '{}');
      symlinkSync(target, path);
      expect(await read()).toEqual({ kind: 'content', tree: {} });
      chmodSync(target, 0o666);
      expect(await read()).toEqual(untrusted);
    });

    it('is not read if it is a symbolic link to itself', async () => {
      symlinkSync(path, path);
      expect(await read()).toEqual(unreadable);
    });

    it.each([0o664, 0o646, 0o666])('is not trusted with mode %o', async (mode) => {
      write('{}', mode);
      expect(await read()).toEqual(untrusted);
    });

    it('is not trusted if it belongs to another user', async () => {
      write('{}');
      expect(await read(me + 1)).toEqual(untrusted);
      const isRoot = me === 0;
      expect(await managedFile(path).read()).toMatchObject(
        isRoot ? { kind: 'content' } : untrusted,
      );
    });

    it('is not trusted in a folder in which other users may write', async () => {
      write('{}');
      chmodSync(folder, 0o777);
      expect(await read()).toEqual(untrusted);
    });

    it('is not read if it is a folder or too large', async () => {
      mkdirSync(path);
      expect(await read()).toEqual(unreadable);
      rmSync(path, { recursive: true });
      const size = 65_536;
      write(JSON.stringify('x'.repeat(size - 2)));
      expect(await read()).toMatchObject({ kind: 'content' });
      write(JSON.stringify('x'.repeat(size - 1)));
      expect(await read()).toEqual(unreadable);
    });

    it.skipIf(me === 0)('is not read if the user may not read it', async () => {
      write('{}', 0o000);
      expect(await read()).toEqual(unreadable);
    });

    it.each(['', '{', '[]', 'null'])('has no settings if it is %j', async (text) => {
      write(text);
      const lines: string[] = [];
      const { values, state } = await readManaged(managedFile(path, me), (line) =>
        lines.push(line),
      );
      expect(values).toEqual({});
      expect(state).toMatchObject({ place: path, locked: [], problem: { reason: 'unreadable' } });
      expect(lines).toHaveLength(1);
    });
  },
);

// The outputs are written from documentation, not recorded: see managed.test.ts.
describe('the managed settings in the registry of Windows', () => {
  const key = String.raw`HKLM\Software\Policies\Overhead`;
  const read = (run: ReturnType<typeof program>['run']) => managedRegistry(run, key).read();

  it('are queried with the system’s own program', async () => {
    const { run, calls } = program({
      stdout: `\r\n${key}\r\n    updates.automatic    REG_DWORD    0x0\r\n\r\n`,
    });
    expect(await read(run)).toEqual({ kind: 'content', tree: { 'updates.automatic': 0 } });
    const reg = String.raw`${process.env['SystemRoot'] ?? String.raw`C:\Windows`}\System32\reg.exe`;
    expect(calls).toEqual([[reg, 'query', key]]);
  });

  it.each([
    ['empty when the registry key is missing', 1, { kind: 'none' }],
    ['unreadable after another error', 2, { kind: 'failed', reason: 'unreadable' }],
  ])('are %s', async (_when, code, reading) => {
    const answer = { code: 0, stdout: '', stderr: '' };
    const run = (_name: string, args: readonly string[]): Promise<ProgramResult> =>
      Promise.resolve({ ...answer, code: args.includes(key) ? code : 0 });
    expect(await read(run)).toEqual(reading);
  });

  it('are unreadable where an administrator has switched the program off', async () => {
    const stderr = 'ERROR: Registry editing has been disabled by your administrator.\r\n';
    expect(await read(program({ code: 1, stderr }).run)).toMatchObject({ reason: 'unreadable' });
  });

  it('are unreadable if the program does not run', async () => {
    expect(await read(program({ code: null }).run)).toMatchObject({ reason: 'unreadable' });
  });
});

describe('the managed settings in the preferences of macOS', () => {
  it('are empty without the file, and start no program', async () => {
    const { run, calls } = program({});
    expect(await managedPreferences(run, path).read()).toEqual({ kind: 'none' });
    expect(calls).toEqual([]);
  });

  it('are converted to JSON', async () => {
    writeFileSync(path, 'bplist00');
    const { run, calls } = program({ stdout: '{"services.source":"live","PayloadUUID":"a"}\n' });
    const tree = { 'services.source': 'live' };
    expect(await managedPreferences(run, path).read()).toEqual({ kind: 'content', tree });
    expect(calls).toEqual([['/usr/bin/plutil', '-convert', 'json', '-o', '-', '--', path]]);
  });

  it('are read by a script if a date or data in them cannot be converted', async () => {
    writeFileSync(path, 'bplist00');
    const calls: string[][] = [];
    const run = (name: string, args: readonly string[]): Promise<ProgramResult> => {
      calls.push([name, ...args]);
      const isPlutil = name.endsWith('plutil');
      const stdout = '{"PayloadExpires":"2027-01-01T00:00:00.000Z","services.source":"own"}\n';
      return Promise.resolve(
        isPlutil
          ? { code: 1, stdout: '', stderr: 'invalid object in plist for destination format' }
          : { code: 0, stdout, stderr: '' },
      );
    };
    const tree = { 'services.source': 'own' };
    expect(await managedPreferences(run, path).read()).toEqual({ kind: 'content', tree });
    const [program, language, , , script = '', ...rest] = calls[1] ?? [];
    expect([program, language, rest]).toEqual(['/usr/bin/osascript', '-l', ['--', path]]);
    // oxlint-disable-next-line typescript/no-implied-eval -- it is compiled, and not run
    expect(() => new Function(script)).not.toThrow();
  });

  it('are unreadable if they cannot be converted', async () => {
    writeFileSync(path, 'bplist00');
    const stderr = `${path}: invalid object in plist for destination format\n`;
    const { run } = program({ code: 1, stderr });
    expect(await managedPreferences(run, path).read()).toMatchObject({ reason: 'unreadable' });
  });
});

it('readManaged returns no values on a system without managed settings', async () => {
  expect(await readManaged(null, () => undefined)).toMatchObject({ values: {} });
});
