import { readdirSync } from 'node:fs';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { chromiumPath } from '../system/chromium.ts';
import { isRunning } from '../system/processes.ts';
import { waitUntil } from '../system/until.ts';
import { fixtureFolder, makeFolder, runInStandIn } from './run.ts';

const bare = ['--no-window', '--no-tray', '--no-notification', '--no-child'];
const withWindow = bare.filter((name) => name !== '--no-window');

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeEach(async () => {
  folder = await makeFolder();
  // After the end of the apps that the test has started.
  onTestFinished(() => folder.remove());
});

function run(...parameters: [args: string[], env?: NodeJS.ProcessEnv]) {
  const app = runInStandIn(fixtureFolder, folder.path, ...parameters);
  onTestFinished(() => app.end());
  return app;
}

const within = (message: string) => ({ message, timeoutMs: 120_000 });

describe.skipIf(process.platform !== 'linux')('an app on the stand-in for Electron', () => {
  it('receives the arguments of a second instance, which then exits, and frees its lock on SIGKILL', async () => {
    const first = run(bare);
    await first.said('ready');
    const second = run([...bare, '--hello']);
    expect(await second.exited).toEqual([0, null]);
    expect(second.kinds()).toContain('second');
    const words = { cwd: process.cwd(), data: { from: second.child.pid } };
    expect(await first.said('second-instance')).toMatchObject(words);
    const { argv } = (await first.said('second-instance')) as { argv: string[] };
    expect(argv).toContain('--hello');
    await first.end();
    expect(await run(bare).said('ready')).toBeTruthy();
  });

  it('starts a utility process with pipes, which also ends when the app is killed', async () => {
    const app = run(bare.filter((name) => name !== '--no-child'));
    expect(await app.said('child says')).toBe('["one"]');
    const pid = Number(await app.said('child'));
    expect(isRunning(pid)).toBe(true);
    await app.end();
    await waitUntil(() => !isRunning(pid), within('the child lives on'));
  });
});

describe.skipIf(chromiumPath() === null)('an emulated BrowserWindow (skipped: no Chromium)', () => {
  it('leaves no profile of Chromium when the app is killed', async () => {
    const app = run(withWindow);
    await app.said('loaded');
    const profiles = (): string[] =>
      readdirSync(folder.path).filter((name) => name.startsWith('stand-in-'));
    expect(profiles()).toHaveLength(1);
    await app.end();
    await waitUntil(() => profiles().length === 0, within('the profile is still there'));
  });
});
