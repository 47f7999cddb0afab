import { m } from '#words';
import { describe, expect, it } from 'vitest';
import { runPromiseCallbacks } from '#test/support/fake-clock.ts';
import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import type { Wallpaper } from '#shared/picture/picture.ts';
import type { Notice } from '#notifications/index.ts';
import type { TrayCommand } from './menu.ts';
import { createTrayCommands } from './tray-commands.ts';

const refused = { kind: 'wallpaper', backend: 'sway', detail: 'sway does not answer' } as const;
const failed: Wallpaper = {
  kind: 'failed',
  date: '2026-11-20',
  backend: 'sway',
  detail: refused.detail,
  at: 0,
  retryAt: null,
};

/** Returns the notifications that are shown after a command with this result. */
async function noticesAfter(
  result: Result<null>,
  wallpaper: Wallpaper,
  command: TrayCommand = { kind: 'set-wallpaper', date: null },
): Promise<Notice[]> {
  const notices: Notice[] = [];
  const features = {
    wallpaper: {
      choose: () => Promise.resolve(result),
      restore: () => Promise.resolve(result),
    },
  } as unknown as Parameters<typeof createTrayCommands>[0];
  const perform = createTrayCommands(features, {
    openWindow: () => undefined,
    wallpaper: () => wallpaper,
    showNotice: (notice) => notices.push(notice),
    silence: () => undefined,
    quit: () => undefined,
  });
  perform(command);
  await runPromiseCallbacks();
  return notices;
}

describe('the command “Set as wallpaper” of the tray and of a notification', () => {
  it.each<[string, Failure, Wallpaper, RegExp]>([
    [
      'the desktop refuses the picture',
      refused,
      failed,
      /^The desktop did not accept the wallpaper\. The previous wallpaper stays\./,
    ],
    [
      'the picture will be tried again',
      refused,
      { ...failed, retryAt: 60_000 },
      /^The desktop did not accept the wallpaper\. Next try: \d.*\. The previous wallpaper stays\./,
    ],
    [
      'the picture cannot be downloaded',
      { kind: 'offline', reason: 'dns' },
      { kind: 'untouched' },
      /The previous wallpaper stays\./,
    ],
  ])('shows a notification when %s', async (_what, failure, wallpaper, body) => {
    const [notice, ...more] = await noticesAfter(fail(failure), wallpaper);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({
      title: m.notice_not_set(),
      body: expect.stringMatching(body) as string,
      click: { kind: 'open', view: 'status' },
    });
  });

  it('shows nothing after a success, or while the app quits', async () => {
    expect(await noticesAfter(ok(null), { kind: 'untouched' })).toEqual([]);
    expect(await noticesAfter(fail({ kind: 'cancelled' }), { kind: 'untouched' })).toEqual([]);
  });
});

it('the command “Restore my wallpaper” of the tray shows a notification when it fails', async () => {
  const told = (done: Result<null>) =>
    noticesAfter(done, { kind: 'untouched' }, { kind: 'restore-wallpaper' });
  expect(await told(fail(refused))).toMatchObject([
    {
      title: m.notice_not_restored(),
      body: 'The desktop did not accept the wallpaper. The picture stays on your desktop. Click to read more.',
    },
  ]);
  expect(await told(ok(null))).toEqual([]);
});
