import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { processesWithText } from '../system/processes.ts';
import { describeDesktop } from './describe-desktop.ts';
import { startDesktop } from './desktop.ts';
import { sendSignal } from './processes.ts';

const run = promisify(execFile);

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'desktop-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describeDesktop('startDesktop', () => {
  it('starts a desktop, takes a screenshot, and leaves no process and no file after stop()', async () => {
    const desktop = await startDesktop({ screen: '1280x720x24' });
    onTestFinished(() => desktop.stop());
    const picture = join(temporaryFolder(), 'screen.png');
    await desktop.screenshot(picture);

    const { stdout } = await run('identify', ['-format', '%m %w %h %k', picture]);
    const [format, width, height, colours] = stdout.split(' ');
    expect([format, width, height]).toEqual(['PNG', '1280', '720']);
    expect(Number(colours)).toBeGreaterThan(5);
    const corner = await run('convert', [picture, '-format', '%[hex:p{640,400}]', 'info:']);
    expect(corner.stdout).toBe('161D2C');

    const { pids, dir } = desktop;
    expect(pids.length).toBeGreaterThanOrEqual(6);
    expect(processesWithText(dir)).not.toEqual([]);
    await desktop.stop();
    expect(desktop.pids).toEqual([]);
    expect(processesWithText(dir)).toEqual([]);
    expect(existsSync(dir)).toBe(false);
  });

  it('throws an error of one line that names the part that did not start, and stops the other parts', async () => {
    const dir = temporaryFolder();
    const failure = await startDesktop({ dir, screen: 'nonsense' }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({
      message: 'the virtual desktop did not start: X server not ready',
    });
    expect(processesWithText(dir)).toEqual([]);
  });
});

it.skipIf(process.platform !== 'linux' || process.getuid?.() === 0)(
  'sendSignal ignores a process of another user, and does not throw',
  () => {
    expect(() => sendSignal(1, 'SIGTERM')).not.toThrow();
  },
);
