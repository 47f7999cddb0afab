import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  createUpdateRig,
  fileOf,
  type RigOptions,
  type UpdateRig,
} from '#test/support/update-rig.ts';
import type { Updates } from '../updates.ts';

let rig: UpdateRig;
let updates: Updates;
/** Undone after the rig has gone. */
const undo: (() => void)[] = [];

async function begin(options: RigOptions, content?: string): Promise<void> {
  rig = await createUpdateRig(options);
  await rig.release('1.1.0', content === undefined ? {} : { content });
  updates = rig.start();
  expect(await rig.check(updates)).toMatchObject({ status: 'available' });
}

afterEach(async () => {
  vi.unstubAllEnvs();
  await rig.close();
  for (const step of undo.splice(0)) step();
});

describe.skipIf(process.platform !== 'linux')('a package that another program installs', () => {
  /** Programs that write down how they were called, and with which package. A password is never asked for. */
  function recorder(...names: string[]): () => string[] {
    const bin = mkdtempSync(join(tmpdir(), 'overhead-bin-'));
    undo.push(() => rmSync(bin, { recursive: true, force: true }));
    const record = join(bin, 'calls');
    for (const name of names) {
      const path = join(bin, name);
      const script =
        name === 'gksudo'
          ? 'for last; do :; done; eval "$last"'
          : `for last; do :; done; echo "${name} $*: $(cat "$last")" >> '${record}'`;
      writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    }
    vi.stubEnv('PATH', `${bin}:${process.env['PATH'] ?? ''}`);
    return () => (existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : []);
  }

  const programs: [RigOptions['kind'] & string, string][] = [
    ['deb', 'dpkg -i'],
    ['rpm', 'zypper --non-interactive --no-refresh install --allow-unsigned-rpm -f'],
  ];
  test.each(programs)(
    '%s: the program of the system is given the verified file',
    async (kind, words) => {
      const calls = recorder('dpkg', 'zypper', 'gksudo');
      await begin({ kind });
      await updates.download();
      // A password would be asked for while the app ends.
      expect(updates.state).toMatchObject({ status: 'ready', onQuit: 'unsupported' });
      updates.installOnQuit(true);
      updates.atEnd();
      expect(calls()).toEqual([]);
      updates.installNow();
      expect(calls()).toHaveLength(1);
      const [, given = '', copy = '', content] = /^(.*) (\S+): (.*)$/.exec(calls()[0] ?? '') ?? [];
      expect([given, content]).toEqual([words, 'version 1.1.0']);
      expect(copy).toMatch(new RegExp(`^/var/tmp/overhead-[\\da-f]{32}/package\\.${kind}$`));
      expect(existsSync(dirname(copy))).toBe(false);
      expect(rig.relaunches).toEqual(['relaunch', 'quit']);
    },
  );

  test('a refused password is no end: it can be tried again', async () => {
    await begin({ kind: 'deb' });
    const bin = mkdtempSync(join(tmpdir(), 'overhead-bin-'));
    undo.push(() => rmSync(bin, { recursive: true, force: true }));
    for (const name of ['dpkg', 'apt-get', 'gksudo'])
      writeFileSync(join(bin, name), '#!/bin/sh\nexit 126\n', { mode: 0o755 });
    vi.stubEnv('PATH', `${bin}:${process.env['PATH'] ?? ''}`);
    await updates.download();
    updates.installNow();
    expect(updates.state).toMatchObject({ status: 'failed', trouble: { kind: 'install' } });
    expect(rig.relaunches).toEqual([]);
    const calls = recorder('dpkg', 'gksudo');
    await updates.download();
    updates.installNow();
    expect(calls()).toHaveLength(1);
  });

  test('what was changed on this disk is not given to it', async () => {
    const calls = recorder('dpkg', 'gksudo');
    await begin({ kind: 'deb' });
    await updates.download();
    writeFileSync(join(rig.updatesFolder, 'pending', fileOf('deb', '1.1.0')), 'version 6.6.6');
    updates.installNow();
    expect(updates.state).toMatchObject({ trouble: { kind: 'wrong-file' } });
    expect(calls()).toEqual([]);
  });

  test.each(['deb', 'rpm'] as const)(
    '%s: what was changed after the last check of the app is not installed',
    async (kind) => {
      const calls = recorder('dpkg', 'zypper', 'apt-get', 'gksudo');
      await begin({ kind });
      await updates.download();
      // The first thing that root runs comes after everything that the app itself can check.
      const path = join(rig.updatesFolder, 'pending', fileOf(kind, '1.1.0'));
      const bin = mkdtempSync(join(tmpdir(), 'overhead-bin-'));
      undo.push(() => rmSync(bin, { recursive: true, force: true }));
      const swap = `#!/bin/sh\nprintf 'version 6.6.6' > '${path}'\nexec /bin/mkdir "$@"\n`;
      writeFileSync(join(bin, 'mkdir'), swap, { mode: 0o755 });
      vi.stubEnv('PATH', `${bin}:${process.env['PATH'] ?? ''}`);
      updates.installNow();
      expect(readFileSync(path, 'utf8')).toBe('version 6.6.6');
      expect(updates.state).toMatchObject({ trouble: { kind: 'wrong-file' } });
      expect(calls()).toEqual([]);
      expect(rig.relaunches).toEqual([]);
    },
  );

  test('a path that a shell would read is not given to one', async () => {
    const odd = mkdtempSync(join(tmpdir(), "overhead-o'dd-"));
    undo.push(() => rmSync(odd, { recursive: true, force: true }));
    const calls = recorder('dpkg', 'gksudo');
    await begin({ kind: 'deb', data: odd });
    await updates.download();
    updates.installNow();
    expect(updates.state).toMatchObject({ trouble: { kind: 'install' } });
    expect(calls()).toEqual([]);
  });

  test('nsis: the installer is started, silently, and starts the app again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'overhead-nsis-'));
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const record = join(folder, 'calls');
    await begin(
      { kind: 'nsis' },
      `#!/bin/sh\necho "$*" > '${record}.part'; mv '${record}.part' '${record}'\n`,
    );
    await updates.download();
    chmodSync(join(rig.updatesFolder, 'pending', fileOf('nsis', '1.1.0')), 0o755);
    expect(updates.state).toMatchObject({ status: 'ready', onQuit: 'leave' });
    updates.installNow();
    await vi.waitUntil(() => existsSync(record), { timeout: 10_000 });
    expect(readFileSync(record, 'utf8').trim()).toBe('--updated /S --force-run');
    // The installer starts the app itself.
    expect(rig.relaunches).toEqual(['quit']);
  });
});
