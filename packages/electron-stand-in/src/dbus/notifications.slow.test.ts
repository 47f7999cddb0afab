import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { describeDesktop } from '../desktop/describe-desktop.ts';
import { startDesktop, type Desktop, type DesktopOptions } from '../desktop/desktop.ts';
import { openBus } from './bus.ts';
import { closeReasonNumbers, recordNotifications, watchNotifications } from './notifications.ts';

const run = promisify(execFile);
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

async function start(
  notifications: NonNullable<DesktopOptions['notifications']>,
): Promise<Desktop> {
  const desktop = await startDesktop({ notifications, tray: false });
  cleanups.push(() => desktop.stop());
  return desktop;
}

describeDesktop('watchNotifications and recordNotifications', () => {
  it('watchNotifications reports the notifications that programs send to the desktop’s daemon', async () => {
    const desktop = await start('xfce');
    const log = await watchNotifications(desktop.busAddress);
    cleanups.push(() => log.stop());

    const args = [
      '-a',
      'Tester',
      '-p',
      '-t',
      '3000',
      '-h',
      'string:category:test',
      'One',
      '<b>1</b>',
    ];
    const { stdout } = await run('notify-send', args, { env: desktop.env });
    const one = await log.waitFor(({ summary }) => summary === 'One');
    expect(one).toMatchObject({
      id: Number(stdout),
      appName: 'Tester',
      body: '<b>1</b>',
      expireTimeout: 3000,
      hints: { category: 'test' },
    });

    // Calls the daemon by its well-known name, as some programs do. If the monitor answered this call, the bus would
    // disconnect the monitor.
    const bus = await openBus(desktop.busAddress);
    cleanups.push(() => bus.close());
    await bus.call({
      destination: 'org.freedesktop.Notifications',
      path: '/org/freedesktop/Notifications',
      interface: 'org.freedesktop.Notifications',
      member: 'Notify',
      signature: 'susssasa{sv}i',
      body: ['', 0, '', 'Direct', '', [], {}, -1],
    });
    await log.waitFor(({ summary }) => summary === 'Direct');

    const coming = log.waitFor(({ summary }) => summary === 'Two');
    await run('notify-send', ['Two'], { env: desktop.env });
    expect((await coming).id).toBeGreaterThan(one.id);
    expect(log.notifications.map(({ summary }) => summary)).toEqual(['One', 'Direct', 'Two']);
    await expect(log.waitFor(() => false, { timeoutMs: 50 })).rejects.toThrow(
      'no such notification within 50 ms; seen: "One", "Direct", "Two"',
    );
    await expect(
      log.waitFor(() => false, { signal: AbortSignal.abort(new Error('enough')) }),
    ).rejects.toThrow('enough');
  });

  it('recordNotifications records notifications in place of a daemon, and triggers their actions', async () => {
    const desktop = await start('none');
    const bus = await openBus(desktop.busAddress);
    cleanups.push(() => bus.close());
    const recorder = await recordNotifications(bus);

    // `notify-send` waits until the notification is closed, and prints the key of the chosen action.
    const sender = spawn(
      'notify-send',
      ['-A', 'default=Open', '-A', 'later=Later', 'New picture'],
      {
        env: desktop.env,
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    const shown = await recorder.waitFor(({ summary }) => summary === 'New picture');
    expect(shown.actions).toEqual([
      { key: 'default', label: 'Open' },
      { key: 'later', label: 'Later' },
    ]);
    recorder.invokeAction(shown.id, 'later');
    expect(String(await once(sender.stdout, 'data'))).toBe('later\n');
    expect(recorder.closed.get(shown.id)).toBe(closeReasonNumbers.dismissed);

    const other = await openBus(desktop.busAddress);
    cleanups.push(() => other.close());
    await expect(recordNotifications(other)).rejects.toThrow('daemon already');
    await recorder.stop();
    expect(await other.hasOwner('org.freedesktop.Notifications')).toBe(false);
  });
});
