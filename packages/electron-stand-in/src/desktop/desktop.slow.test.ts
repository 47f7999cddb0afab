import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { processesWithText } from '../system/processes.ts';
import { waitUntil } from '../system/until.ts';
import { describeDesktop } from './describe-desktop.ts';
import { startDesktop, type Desktop, type DesktopOptions } from './desktop.ts';

const run = promisify(execFile);
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

async function start(options: DesktopOptions = {}): Promise<Desktop> {
  const desktop = await startDesktop(options);
  cleanups.push(() => desktop.stop());
  return desktop;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'desktop-test-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describeDesktop('startDesktop', () => {
  it('runs two independent desktops at the same time', async () => {
    const [first, second] = await Promise.all([start(), start({ tray: false })]);
    expect(first.display).not.toBe(second.display);
    expect(first.busAddress).not.toBe(second.busAddress);
    await first.stop();
    expect(first.pids).toEqual([]);
    const { stdout } = await run('xprop', ['-root', '_NET_SUPPORTING_WM_CHECK'], {
      env: second.env,
    });
    expect(stdout).toContain('window id');
  });

  it('kills all processes of the desktop on stop(), even one that ignores SIGTERM', async () => {
    const desktop = await start();
    const stubborn = 'trap "" TERM; echo ready; while :; do sleep 1; done';
    const child = spawn('setsid', ['sh', '-c', stubborn], {
      env: desktop.env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(child.stdout, 'data');
    const ended = once(child, 'exit');
    await desktop.stop();
    expect(await ended).toEqual([null, 'SIGKILL']);
  });

  it('stores the settings of the desktop in the given home folder', async () => {
    const home = temporaryFolder();
    const first = await start({ home });
    const property = ['-c', 'xsettings', '-p', '/Test/Kept'];
    await run('xfconf-query', [...property, '-n', '-t', 'string', '-s', 'yes'], { env: first.env });
    await first.stop();
    const second = await start({ home });
    const { stdout } = await run('xfconf-query', property, { env: second.env });
    expect(stdout.trim()).toBe('yes');
  });

  it('leaves no process when the start is aborted', async () => {
    const dir = temporaryFolder();
    const controller = new AbortController();
    const starting = startDesktop({ dir, signal: controller.signal });
    setImmediate(() => controller.abort(new Error('enough')));
    await expect(starting).rejects.toThrow('enough');
    expect(processesWithText(dir)).toEqual([]);
  });

  it('leaves no process and no file when the calling process is killed', async () => {
    const script = `
      import { startDesktop } from '${join(import.meta.dirname, 'desktop.ts')}';
      console.log((await startDesktop()).dir);
      setInterval(() => undefined, 60_000);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    const dir = said.toString().trim();
    expect(processesWithText(dir).length).toBeGreaterThan(5);
    child.kill('SIGKILL');
    await waitUntil(() => processesWithText(dir).length === 0 && !existsSync(dir), {
      message: `still there: ${dir}`,
      timeoutMs: 60_000,
    });
  });
});

describeDesktop(
  'startDesktop with several monitors',
  () => {
    const monitorsOf = async ({ env }: Desktop): Promise<string[]> => {
      const { stdout } = await run('xrandr', ['--listactivemonitors'], { env });
      return [...stdout.matchAll(/ (\d+)\/\d+x(\d+)\/\d+(\+\d+\+\d+) /g)].map(
        ([, width, height, at]) => `${width}x${height}${at}`,
      );
    };

    it('starts a desktop with several monitors, and connects and disconnects monitors', async () => {
      const two = ['1280x720+0+0', '800x600+1280+0'];
      const desktop = await start({ monitors: two });
      expect(await monitorsOf(desktop)).toEqual(two);
      await desktop.setMonitors(['1024x768+0+0']);
      expect(await monitorsOf(desktop)).toEqual(['1024x768+0+0']);
      await desktop.setMonitors(two);
      expect(await monitorsOf(desktop)).toEqual(two);
      await expect(desktop.setMonitors(['nonsense'])).rejects.toThrow('no monitor: nonsense');
    });
  },
  ['Xvnc'],
);
