import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jpegBytes, pngBytes } from '#test/support/images.ts';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Notice, NoticeCommand } from './notice.ts';
import { createNotifier } from './notifier.ts';

interface Shown {
  readonly options: {
    readonly title: string;
    readonly body: string;
    readonly id?: string;
    readonly icon?: unknown;
  };
  readonly state: 'made' | 'shown' | 'in the Action Center' | 'closed';
  emit(name: string, ...args: unknown[]): boolean;
  /** The desktop closes the notification. `reason` is given on Windows only. */
  dismiss(reason?: 'userCanceled' | 'timedOut'): void;
}

interface Activation {
  readonly type: string;
  readonly arguments: string;
}

const desktop = vi.hoisted(() => ({
  supported: true,
  notifications: [] as Shown[],
  /** Windows reports the click on a toast, also on one of an earlier run. */
  activate: (_activation: Activation): void => undefined,
  /** The click that has started the app. */
  launch: null as Activation | null,
}));

/**
 * Simulates Electron's notification. `close()` hides a notification or removes it from the Action Center, and no event
 * follows (shell/browser/api/electron_api_notification.cc). A toast that times out moves to the Action Center, and the
 * notification emits `close` with the reason (shell/browser/notifications/win/windows_toast_notification.cc).
 */
vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  class Notification extends EventEmitter {
    static isSupported = (): boolean => desktop.supported;
    // As in Electron, the listener gets a stored click at once (windows_toast_activator.cc).
    static handleActivation = (listener: typeof desktop.activate): void => {
      desktop.activate = listener;
      if (desktop.launch !== null) listener(desktop.launch);
    };
    readonly options: Shown['options'];
    state: Shown['state'] = 'made';
    constructor(options: Shown['options']) {
      super();
      this.options = options;
      desktop.notifications.push(this);
    }
    show(): void {
      this.state = 'shown';
    }
    close(): void {
      this.state = 'closed';
    }
    override emit(name: string, ...args: unknown[]): boolean {
      return this.state !== 'closed' && super.emit(name, ...args);
    }
    dismiss(reason?: string): void {
      this.emit('close', reason === undefined ? {} : { reason });
      this.state = reason === 'timedOut' ? 'in the Action Center' : 'closed';
    }
  }
  const nativeImage = {
    createFromPath: (path: string) => ({ path, isEmpty: () => path.endsWith('damaged.jpg') }),
  };
  return { Notification, nativeImage };
});

const { platform } = process;
const on = (name: NodeJS.Platform): void =>
  void Object.defineProperty(process, 'platform', { value: name });

const thumbnails = mkdtempSync(join(tmpdir(), 'overhead-notifier-'));
afterAll(() => rmSync(thumbnails, { recursive: true }));

const commands: NoticeCommand[] = [];
const lines: string[] = [];
let notifier: ReturnType<typeof createNotifier>;
beforeEach(() => {
  vi.useFakeTimers();
  desktop.supported = true;
  desktop.notifications = [];
  desktop.launch = null;
  commands.length = lines.length = 0;
  notifier = createNotifier({
    now: () => Date.now(),
    onCommand: (command) => commands.push(command),
    log: (line) => lines.push(line),
    thumbnails,
    daemon: null,
  });
});
afterEach(async () => {
  await notifier.dispose();
  on(platform);
  vi.useRealTimers();
});

const open = { kind: 'open', view: 'today' } as const;
const set = { kind: 'set-wallpaper', date: null } as const;
const notice = (changes: Partial<Notice> = {}): Notice => ({
  key: 'a',
  kind: 'picture',
  title: 'A new picture',
  body: '<b>Stars</b> & <a href="x">dust</a>',
  short: 'A new picture.',
  click: open,
  actions: [{ label: 'Set', command: set }],
  until: null,
  ...changes,
});
const states = () => desktop.notifications.map(({ state }) => state);

describe('createNotifier', () => {
  it.each([
    ['linux', '&lt;b&gt;Stars&lt;/b&gt; &amp; &lt;a href="x"&gt;dust&lt;/a&gt;'],
    ['darwin', '<b>Stars</b> & <a href="x">dust</a>'],
    ['win32', '<b>Stars</b> & <a href="x">dust</a>'],
  ] as const)('escapes the body only where a daemon would render it: %s', (name, body) => {
    on(name);
    notifier.show(notice());
    expect(desktop.notifications).toMatchObject([{ state: 'shown', options: { body } }]);
  });

  it('gives the notification the thumbnail of the picture as its icon', () => {
    writeFileSync(join(thumbnails, 'drawn.jpg'), jpegBytes(480, 320));
    notifier.show(notice({ thumbnail: 'drawn.jpg' }));
    notifier.show(notice());
    expect(desktop.notifications[0]?.options.icon).toMatchObject({
      path: join(thumbnails, 'drawn.jpg'),
    });
    expect(desktop.notifications[1]?.options).not.toHaveProperty('icon');
  });

  it.each([
    ['is missing', 'missing.jpg', null],
    ['cannot be decoded', 'damaged.jpg', jpegBytes(480, 320)],
    ['is larger than a thumbnail', 'large.jpg', jpegBytes(481, 320)],
    ['is no JPEG', 'png.jpg', pngBytes(48, 32)],
    ['is empty', 'empty.jpg', Buffer.alloc(0)],
  ])(
    'shows a notification without icon, and logs nothing, if the thumbnail %s',
    (_, name, bytes) => {
      if (bytes !== null) writeFileSync(join(thumbnails, name), bytes);
      notifier.show(notice({ thumbnail: name }));
      expect(states()).toEqual(['shown']);
      expect(desktop.notifications[0]?.options).not.toHaveProperty('icon');
      expect(lines).toEqual([]);
    },
  );

  it('replaces the notification of the same kind and leaves the others', () => {
    notifier.show(notice());
    notifier.show(notice({ kind: 'pass' }));
    notifier.show(notice({ key: 'b' }));
    expect(states()).toEqual(['closed', 'shown', 'shown']);
  });

  it('withdraws only the notifications that are outdated', () => {
    notifier.show(notice({ kind: 'pass', key: 'pass:1', until: Date.now() + 60_000 }));
    notifier.show(notice({ kind: 'picture', key: 'picture:1' }));
    notifier.withdraw(({ key }) => key === 'pass:1');
    expect(states()).toEqual(['closed', 'shown']);
  });

  it('keeps the notification of a pass until its end when another pass is announced', () => {
    notifier.show(notice({ kind: 'pass', key: 'pass:0' }));
    notifier.show(notice({ kind: 'pass', key: 'pass:1', until: Date.now() + 60_000 }));
    notifier.show(notice({ kind: 'pass', key: 'pass:2', until: Date.now() + 120_000 }));
    expect(states()).toEqual(['closed', 'shown', 'shown']);
    vi.advanceTimersByTime(60_000);
    expect(states()).toEqual(['closed', 'closed', 'shown']);
  });

  it('runs one command when the notification is clicked, and another when its button is clicked', () => {
    notifier.show(notice());
    const [shown] = desktop.notifications;
    shown?.emit('click');
    shown?.emit('action', { actionIndex: 0 });
    shown?.emit('action', { actionIndex: 1 });
    expect(commands).toEqual([open, set]);
  });

  it('closes a notification when its time is over, and closes all notifications on dispose', async () => {
    notifier.show(notice({ until: Date.now() + 60_000 }));
    notifier.show(notice({ kind: 'pass' }));
    vi.advanceTimersByTime(59_999);
    expect(states()).toEqual(['shown', 'shown']);
    vi.advanceTimersByTime(1);
    expect(states()).toEqual(['closed', 'shown']);
    await notifier.dispose();
    expect(states()).toEqual(['closed', 'closed']);
  });

  it('runs the command of a clicked toast that has timed out, and withdraws the toast when its time is over', () => {
    notifier.show(notice({ until: Date.now() + 60_000 }));
    desktop.notifications[0]?.dismiss('timedOut');
    desktop.notifications[0]?.emit('click');
    expect([states(), commands]).toEqual([['in the Action Center'], [open]]);
    vi.advanceTimersByTime(60_000);
    expect(states()).toEqual(['closed']);
  });

  it('withdraws a toast that has timed out when another toast replaces it, and withdraws all toasts on dispose', async () => {
    for (const kind of ['picture', 'picture', 'problem'] as const) {
      notifier.show(notice({ kind }));
      desktop.notifications.at(-1)?.dismiss('timedOut');
    }
    expect(states()).toEqual(['closed', 'in the Action Center', 'in the Action Center']);
    await notifier.dispose();
    expect(states()).toEqual(['closed', 'closed', 'closed']);
  });

  it('stops the timer of a notification that the user has closed', () => {
    notifier.show(notice({ until: Date.now() + 60_000 }));
    desktop.notifications[0]?.dismiss('userCanceled');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('logs a notification that could not be shown', () => {
    notifier.show(notice());
    desktop.notifications[0]?.emit('failed', {}, 'no daemon');
    expect(lines).toEqual(['a notification could not be shown: no daemon']);
  });

  it('shows a notification on macOS once more after 30 s, because the system may be asking for the permission', () => {
    on('darwin');
    notifier.show(notice());
    desktop.notifications[0]?.emit('failed', {}, 'not allowed');
    vi.advanceTimersByTime(29_999);
    expect(states()).toEqual(['shown']);
    vi.advanceTimersByTime(1);
    expect(states()).toEqual(['shown', 'shown']);
    desktop.notifications[1]?.emit('failed', {}, 'not allowed');
    vi.advanceTimersByTime(60_000);
    expect([desktop.notifications.length, lines.length]).toEqual([2, 2]);
  });

  it.each<[string, Partial<Notice>, () => unknown]>([
    ['its time is over', { until: 20_000 }, () => undefined],
    ['it is outdated', {}, () => notifier.withdraw(() => true)],
    ['the app ends', {}, () => notifier.dispose()],
  ])('does not show a failed notification again if %s', (_case, { until = null }, end) => {
    on('darwin');
    notifier.show(notice({ until: until === null ? null : Date.now() + until }));
    desktop.notifications[0]?.emit('failed', {}, 'not allowed');
    end();
    vi.advanceTimersByTime(60_000);
    expect(desktop.notifications).toHaveLength(1);
  });

  it.each(['linux', 'win32'] as const)('shows no failed notification again on %s', (name) => {
    on(name);
    notifier.show(notice());
    desktop.notifications[0]?.emit('failed', {}, 'refused');
    vi.advanceTimersByTime(60_000);
    expect(desktop.notifications).toHaveLength(1);
  });

  it('shows nothing on a desktop without notifications', () => {
    desktop.supported = false;
    notifier.show(notice());
    expect(desktop.notifications).toEqual([]);
  });
});

describe('createNotifier on Linux', () => {
  const daemon = { answers: true, asked: [] as string[] };
  const ask = (question: string) => () => {
    daemon.asked.push(question);
    return Promise.resolve(daemon.answers);
  };
  beforeEach(() => {
    daemon.answers = true;
    daemon.asked = [];
    notifier = createNotifier({
      now: () => Date.now(),
      onCommand: (command) => commands.push(command),
      log: (line) => lines.push(line),
      thumbnails,
      daemon: { canShow: ask('canShow'), canClose: ask('canClose') },
    });
  });

  it('shows, replaces and closes notifications in their order, after the daemon has answered', async () => {
    notifier.show(notice());
    notifier.show(notice({ key: 'b', until: Date.now() + 60_000 }));
    expect(states()).toEqual([]);
    await vi.advanceTimersByTimeAsync(0);
    expect(states()).toEqual(['closed', 'shown']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(states()).toEqual(['closed', 'closed']);
    expect(daemon.asked).toEqual(['canShow', 'canShow', 'canClose']);
  });

  it('calls nothing while the daemon does not answer, and says so in the log', async () => {
    daemon.answers = false;
    notifier.show(notice());
    await vi.advanceTimersByTimeAsync(0);
    expect(states()).toEqual([]);
    expect(lines).toEqual(['the notification daemon does not answer']);
  });

  it('leaves notifications on dispose if the daemon has stopped answering, and asks once for all', async () => {
    notifier.show(notice());
    notifier.show(notice({ kind: 'pass' }));
    await vi.advanceTimersByTimeAsync(0);
    daemon.answers = false;
    await notifier.dispose();
    expect(states()).toEqual(['shown', 'shown']);
    expect(daemon.asked).toEqual(['canShow', 'canShow', 'canClose']);
  });

  it('shows no notification whose time is over when the daemon answers', async () => {
    notifier.show(notice({ until: Date.now() + 1_000 }));
    vi.setSystemTime(Date.now() + 1_000);
    await vi.advanceTimersByTimeAsync(0);
    expect([daemon.asked, states()]).toEqual([['canShow'], []]);
  });

  it('shows nothing after dispose', async () => {
    notifier.show(notice());
    await notifier.dispose();
    expect(states()).toEqual([]);
  });
});

it.each([
  ['pass pass:1', 'station'],
  ['transit transit:1', 'station'],
  ['burn burn:1', 'station'],
  ['problem problem:disk', 'status'],
  ['picture picture:2026-11-20', 'today'],
  ['', 'today'],
] as const)('on Windows a toast of an earlier run, %j, opens %s', async (id, view) => {
  on('win32');
  const own = createNotifier({
    now: () => Date.now(),
    onCommand: (command) => commands.push(command),
    log: (line) => lines.push(line),
    thumbnails,
    daemon: null,
  });
  own.show(notice({ key: 'picture:2026-11-21' }));
  const shownId = desktop.notifications.at(-1)?.options.id ?? '';
  expect(shownId).toBe('picture picture:2026-11-21');
  for (const tag of [shownId, id])
    desktop.activate({
      type: 'click',
      arguments: new URLSearchParams({ type: 'click', tag }).toString(),
    });
  await Promise.resolve();
  expect(commands).toEqual([{ kind: 'open', view }]);
  await own.dispose();
});

it('on Windows each of ten toasts of an earlier run opens its view, also when a new one is shown meanwhile', async () => {
  on('win32');
  const own = createNotifier({
    now: () => Date.now(),
    onCommand: (command) => commands.push(command),
    log: (line) => lines.push(line),
    thumbnails,
    daemon: null,
  });
  for (let index = 0; index < 10; index += 1) {
    own.show(notice({ kind: 'pass', key: `new:${index}` }));
    desktop.activate({ type: 'click', arguments: `type=click&tag=pass old:${index}` });
  }
  await Promise.resolve();
  expect(commands).toEqual(Array(10).fill({ kind: 'open', view: 'station' }));
  await own.dispose();
});

it('on Windows the click that has started the app opens its view, after the notifier has been created', async () => {
  on('win32');
  desktop.launch = { type: 'click', arguments: 'type=click&tag=pass pass:1' };
  const own = createNotifier({
    now: () => Date.now(),
    onCommand: (command) => commands.push(command),
    log: (line) => lines.push(line),
    thumbnails,
    daemon: null,
  });
  expect(commands).toEqual([]);
  await Promise.resolve();
  expect(commands).toEqual([{ kind: 'open', view: 'station' }]);
  await own.dispose();
});

it('on Windows the identifier of a toast has at most 64 characters', () => {
  on('win32');
  notifier.show(notice({ key: `picture:${'x'.repeat(100)}` }));
  expect(desktop.notifications[0]?.options.id).toMatch(/^picture picture:x{48}$/);
});

it('on Windows a click is ignored while the app restarts itself', async () => {
  on('win32');
  const own = createNotifier({
    now: () => Date.now(),
    onCommand: (command) => commands.push(command),
    log: (line) => lines.push(line),
    thumbnails,
    daemon: null,
  });
  await own.dispose();
  desktop.activate({ type: 'click', arguments: 'type=click&tag=pass pass:1' });
  await Promise.resolve();
  expect(commands).toEqual([]);
});
