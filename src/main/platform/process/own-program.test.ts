import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { restartApp, startCommand, systemEnvironment } from './own-program.ts';

const mount = '/tmp/.mount_OverheXyz';
const file = '/home/me/Overhead.AppImage';
const execPath = `${mount}/overhead`;
const argv = [execPath, '--hidden', '--user-data-dir=/srv/data'];

describe('startCommand', () => {
  it('starts an AppImage by its file, with the arguments, and without the variables of the AppImage', () => {
    const env = {
      APPIMAGE: file,
      APPDIR: mount,
      ARGV0: './Overhead.AppImage',
      OWD: '/home/me',
      PATH: `${mount}:${mount}/usr/sbin:/usr/bin:/bin`,
      LD_LIBRARY_PATH: `${mount}/usr/lib:`,
      GSETTINGS_SCHEMA_DIR: `${mount}/usr/share/glib-2.0/schemas:/opt/schemas`,
      OTHER: `${mount}2:/x`,
      EMPTY: '',
      HOME: '/home/me',
    };
    expect(startCommand({ env, execPath, argv })).toEqual({
      program: file,
      args: ['--hidden', '--user-data-dir=/srv/data'],
      env: {
        PATH: '/usr/bin:/bin',
        GSETTINGS_SCHEMA_DIR: '/opt/schemas',
        OTHER: `${mount}2:/x`,
        EMPTY: '',
        HOME: '/home/me',
      },
    });
  });

  it('starts an installed package by its executable, even with the variables of another AppImage', () => {
    const env = { APPIMAGE: '/home/me/Terminal.AppImage', APPDIR: mount, PATH: `${mount}:/bin` };
    const installed = '/opt/Overhead/overhead';
    expect(startCommand({ env, execPath: installed, argv: [installed, '--hidden'] })).toEqual({
      program: installed,
      args: ['--hidden'],
      env,
    });
  });
});

describe('the API key and the modules of PowerShell 7 in the environment', () => {
  const env = { OVERHEAD_API_KEY: 'k', Overhead_Api_Key: 'k', PSModulePath: '/7', PATH: '/bin' };
  it('are not passed to programs of the system', () => {
    expect(systemEnvironment({ env, execPath })).toEqual({ PATH: '/bin' });
    const inImage = { ...env, APPIMAGE: file, APPDIR: mount };
    expect(systemEnvironment({ env: inImage, execPath })).toEqual({ PATH: '/bin' });
  });

  it('is passed to this app when it is started again', () => {
    expect(startCommand({ env, execPath: '/opt/o', argv: ['/opt/o'] }).env).toEqual(env);
  });
});

describe.skipIf(process.platform !== 'linux')('restartApp', () => {
  let folder: string;
  const { execPath: ownPath, argv: ownArguments } = process;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'overhead-restart-'));
  });
  afterEach(() => {
    process.execPath = ownPath;
    process.argv = ownArguments;
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  it('starts the AppImage in a new session, with the privileges of this process', async () => {
    const image = join(folder, 'Overhead.AppImage');
    const record = join(folder, 'record');
    const script = `#!/bin/sh
{ echo "$0 $*"; echo "$APPDIR|$LD_LIBRARY_PATH|$HOME"
  ps -o sid= -p $$; grep NoNewPrivs /proc/self/status; } > '${record}.part'
mv '${record}.part' '${record}'
`;
    writeFileSync(image, script, { mode: 0o755 });
    process.execPath = join(folder, 'mount', 'overhead');
    process.argv = [process.execPath, '--hidden'];
    vi.stubEnv('APPIMAGE', image);
    vi.stubEnv('APPDIR', join(folder, 'mount'));
    vi.stubEnv('LD_LIBRARY_PATH', join(folder, 'mount', 'usr', 'lib'));
    vi.stubEnv('HOME', '/home/me');
    expect(restartApp()).toBe(true);
    await vi.waitUntil(() => existsSync(record));
    const [command, variables, session, privileges] = readFileSync(record, 'utf8').split('\n');
    expect(command).toBe(`${image} --hidden`);
    expect(variables).toBe('||/home/me');
    const ownSession = execFileSync('ps', ['-o', 'sid=', '-p', String(process.pid)], {
      encoding: 'utf8',
    });
    expect(session?.trim()).not.toBe(ownSession.trim());
    expect(readFileSync('/proc/self/status', 'utf8').split('\n')).toContain(privileges);
  });

  it('reports a program that cannot be started', () => {
    process.execPath = join(folder, 'missing');
    expect(restartApp()).toBe(false);
  });
});
