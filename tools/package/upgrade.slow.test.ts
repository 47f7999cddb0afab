import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createUpdateRig, packageFileOf, type UpdateRig } from '#test/support/update-rig.ts';
import { missingCommands } from '#stand-in/system/packages.ts';
import { waitUntil } from '#stand-in/system/until.ts';
import { ensureBuilt } from '../setup/build.ts';
import { packWithStub } from './pack.ts';

const polkitd = '/usr/lib/polkit-1/polkitd';
const programs = ['dpkg', 'apt-get', 'pkexec', 'pkttyagent', 'dbus-daemon', 'unshare', 'nsenter'];

/**
 * A process in separate namespaces: when it exits, all files that were written below /etc, /opt, /usr and /var are
 * gone, and its child processes end. It runs a system bus and polkit, and has a user whose password is "correct".
 */
const machine = `set -e
mount -t tmpfs tmpfs /mnt
for top in etc opt usr var; do
  mkdir -p /mnt/$top/upper /mnt/$top/work
  mount -t overlay overlay -o lowerdir=/$top,upperdir=/mnt/$top/upper,workdir=/mnt/$top/work /$top
done
mkdir -p /run/dbus
mount -t tmpfs tmpfs /run/dbus
useradd --no-create-home --uid 4711 --groups sudo visitor
echo visitor:correct | chpasswd
dbus-daemon --system --nofork --nopidfile &
${polkitd} --no-debug &
until [ -S /run/dbus/system_bus_socket ]; do sleep 0.05; done
echo ready
wait
`;

/**
 * Runs pkexec with a parent like the app, and polkit's agent for terminals. At each prompt, types the password in the
 * file `password`, and counts the prompt. Without that file, no agent runs.
 */
const visitor = (folder: string): string => `cd '${folder}'
if [ -e password ]; then
  rm -f keys screen registered terminal
  mkfifo keys screen registered
  # The agent writes the prompt before it switches the echo off, and then discards the input of the terminal.
  isEchoOff() { stty -F "$(cat terminal)" -a | grep -q -e ' -echo '; }
  script -qefc "tty > terminal; exec pkttyagent --process $$ --notify-fd 9 9> registered" /dev/null < keys > screen &
  agent=$!
  exec 8> keys
  while read -r -d : text; do
    case "$text" in *Password) echo prompt >> prompts; until isEchoOff; do sleep 0.02; done; cat password >&8 ;; esac
  done < screen &
  cat registered
fi
/usr/bin/pkexec "$@"
code=$?
[ -z "$agent" ] || kill "$agent"
exit "$code"
`;

function canRun(): boolean {
  if (process.getuid?.() !== 0 || missingCommands(programs).length > 0 || !existsSync(polkitd))
    return false;
  const overlay = 'mount -t tmpfs tmpfs /mnt && mkdir /mnt/a /mnt/b && ';
  const mount = 'mount -t overlay overlay -o lowerdir=/etc,upperdir=/mnt/a,workdir=/mnt/b /etc';
  try {
    execFileSync('unshare', ['--mount', '--pid', '--fork', 'sh', '-c', overlay + mount]);
    return true;
  } catch {
    return false;
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'overhead-upgrade-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe.skipIf(!canRun())('an upgrade of the deb, by the real pkexec, apt-get and dpkg', () => {
  let inside: string;
  let stop: () => void;
  let folder: string;
  let rig: UpdateRig;

  const run = (...command: string[]): string =>
    execFileSync('nsenter', ['--target', inside, '--mount', '--pid', ...command], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  const installed = (): string => run('dpkg-query', '-W', '-f', '${Version} ${Status}', 'overhead');
  const prompts = (): number =>
    existsSync(join(folder, 'prompts'))
      ? readFileSync(join(folder, 'prompts'), 'utf8').trim().split('\n').length
      : 0;

  /** The package with another version and other dependencies. */
  function packageOf(version: string, depends = 'dpkg'): string {
    const path = join(scratch, `${version}-${depends}.deb`);
    const control = join(scratch, 'tree', 'DEBIAN', 'control');
    const text = readFileSync(control, 'utf8')
      .replace(/^Version: .*$/m, `Version: ${version}`)
      .replace(/^Depends: .*$/m, `Depends: ${depends}`)
      .replace(/^Recommends: .*\n/m, '');
    writeFileSync(control, text);
    writeFileSync(join(scratch, 'tree', 'opt', 'Overhead', 'release'), version);
    const args = ['--root-owner-group', '-Zgzip', '-z1', '--build', join(scratch, 'tree'), path];
    execFileSync('dpkg-deb', args, { stdio: 'ignore' });
    return path;
  }

  beforeAll(async () => {
    await ensureBuilt({ log: () => undefined });
    const { deb } = await packWithStub(join(scratch, 'app'));
    execFileSync('dpkg-deb', ['-R', deb?.path ?? '', join(scratch, 'tree')]);
    packageOf('1.0.0');
  }, 120_000);

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'overhead-visitor-'));
    chmodSync(folder, 0o777);
    const namespaces = ['--mount', '--pid', '--mount-proc', '--propagation', 'private'];
    const args = [...namespaces, '--fork', '--kill-child', 'bash', '-c', machine];
    const process = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    stop = () => process.kill();
    let output = '';
    process.stdout.on('data', (text) => (output += String(text)));
    await waitUntil(() => output.includes('ready'), { message: 'no machine', timeoutMs: 20_000 });
    const pid = `${process.pid ?? 0}`;
    inside = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();

    run('dpkg', '-i', join(scratch, '1.0.0-dpkg.deb'));
    rig = await createUpdateRig({ kind: 'deb' });
    // The app runs as the user `visitor`; its pkexec is the real one.
    vi.spyOn(globalThis.process, 'getuid').mockReturnValue(4711);
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(folder, 'visitor.sh'), visitor(folder));
    const user = 'setpriv --reuid 4711 --regid 4711 --init-groups';
    const line = `exec timeout 60 nsenter --target ${inside} --mount --pid ${user} bash ${folder}/visitor.sh "$@"`;
    writeFileSync(join(bin, 'pkexec'), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
    vi.stubEnv('PATH', `${bin}:${globalThis.process.env['PATH'] ?? ''}`);
  }, 300_000);

  afterEach(async () => {
    vi.restoreAllMocks();
    await rig.close();
    stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const password = (text: string): void => writeFileSync(join(folder, 'password'), `${text}\n`);

  /** Offers a package as version 1.1.0, downloads it and installs it. */
  async function upgrade(path: string) {
    const name = packageFileOf('deb', '1.1.0');
    await rig.release('1.1.0', { content: readFileSync(path), name });
    const updates = rig.start();
    await rig.check(updates);
    await updates.download();
    expect(updates.state.status).toBe('ready');
    updates.installNow();
    return updates;
  }

  it('replaces the app after one password prompt', async () => {
    expect(installed()).toBe('1.0.0 install ok installed');
    password('correct');
    const updates = await upgrade(packageOf('1.1.0'));
    expect(rig.log.join('\n')).toContain('pkexec');
    expect(installed()).toBe('1.1.0 install ok installed');
    expect(prompts()).toBe(1);
    expect(run('cat', '/opt/Overhead/release')).toBe('1.1.0');
    expect(run('readlink', '-f', '/usr/bin/overhead')).toBe('/opt/Overhead/overhead');
    expect(run('sh', '-c', 'ls -d /var/tmp/overhead-* || true')).toBe('');
    await updates.atEnd();
    expect(rig.steps).toEqual(['quit', 'lock released', 'started again']);
  });

  it('changes nothing after one wrong password, and succeeds when it is repeated with the correct one', async () => {
    password('wrong');
    const updates = await upgrade(packageOf('1.1.0'));
    expect(updates.state).toMatchObject({ status: 'failed', failure: { kind: 'install' } });
    expect(prompts()).toBe(1);
    expect(installed()).toBe('1.0.0 install ok installed');
    expect(rig.steps).toEqual([]);
    password('correct');
    await updates.download();
    updates.installNow();
    expect(installed()).toBe('1.1.0 install ok installed');
  });

  it('changes nothing on a desktop without a polkit agent', async () => {
    const updates = await upgrade(packageOf('1.1.0'));
    expect(updates.state).toMatchObject({ status: 'failed', failure: { kind: 'install' } });
    expect(installed()).toBe('1.0.0 install ok installed');
    expect(rig.steps).toEqual([]);
  });

  it('changes nothing when a dependency of the package is not available', async () => {
    password('correct');
    const updates = await upgrade(packageOf('1.1.0', 'overhead-of-nobody'));
    expect(updates.state).toMatchObject({ status: 'failed', failure: { kind: 'install' } });
    expect(prompts()).toBe(1);
    expect(installed()).toBe('1.0.0 install ok installed');
    expect(run('cat', '/opt/Overhead/release')).toBe('1.0.0');
    expect(rig.steps).toEqual([]);
  });
});
