import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { processesWithText } from '../system/processes.ts';
import { waitUntil } from '../system/until.ts';
import { describeDesktop } from './describe-desktop.ts';
import { startDesktop } from './desktop.ts';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

/** Makes a folder, in which the temporary folder of a desktop will be. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'desktop-test-'));
  vi.stubEnv('TMPDIR', folder);
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describeDesktop('startDesktop', () => {
  it('kills all processes of the desktop on stop(), even one that ignores SIGTERM', async () => {
    const desktop = await startDesktop();
    cleanups.push(() => desktop.stop());
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

  it('leaves no process when the start is aborted', async () => {
    const folder = temporaryFolder();
    const controller = new AbortController();
    const starting = startDesktop({ signal: controller.signal });
    setImmediate(() => controller.abort(new Error('enough')));
    await expect(starting).rejects.toThrow('enough');
    expect(processesWithText(folder)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
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

  it('throws an error of one line that names the part that did not start, and stops the other parts', async () => {
    const folder = temporaryFolder();
    const failure = await startDesktop({ screen: 'nonsense' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      message: 'the virtual desktop did not start: X server not ready',
    });
    expect(processesWithText(folder)).toEqual([]);
  });
});
