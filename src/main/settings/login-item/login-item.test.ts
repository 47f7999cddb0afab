import { describe, expect, it, vi } from 'vitest';
import { createLoginItem, electronLoginItem, isHiddenStart } from './login-item.ts';
import { flatpakId } from './background-portal.ts';

type Answer = Partial<Electron.LoginItemSettings>;

function system(answer: Answer) {
  const given: Electron.Settings[] = [];
  const asked: unknown[] = [];
  const app = {
    getLoginItemSettings(options?: Electron.LoginItemSettingsOptions) {
      asked.push(options);
      return answer as Electron.LoginItemSettings;
    },
    setLoginItemSettings: (settings: Electron.Settings) => void given.push(settings),
  };
  return { app, given, asked };
}

describe('electronLoginItem', () => {
  it.each([
    [true, true, 'on'],
    [true, false, 'switched-off'],
    [false, false, 'off'],
  ])(
    'maps openAtLogin %s and executableWillLaunchAtLogin %s on Windows to the state %s',
    (openAtLogin, executableWillLaunchAtLogin, state) => {
      const { app, asked } = system({ openAtLogin, executableWillLaunchAtLogin });
      expect(electronLoginItem(app, 'win32').renew()).toEqual({ ok: true, value: state });
      // Windows finds the entry by its arguments.
      expect(asked).toEqual([{ args: ['--hidden'] }]);
    },
  );

  it.each([
    ['enabled', false, 'on'],
    ['not-registered', true, 'on'],
    ['requires-approval', true, 'switched-off'],
    ['not-registered', false, 'off'],
    ['not-found', false, 'off'],
  ] as const)(
    'maps the status %s and openAtLogin %s on macOS to the state %s',
    (status, openAtLogin, state) => {
      expect(electronLoginItem(system({ status, openAtLogin }).app, 'darwin').state()).toBe(state);
    },
  );

  it('enables an entry on Windows that the Task Manager disabled, and gives it an argument', () => {
    const { app, given } = system({ openAtLogin: true, executableWillLaunchAtLogin: true });
    expect(electronLoginItem(app, 'win32').set(true)).toEqual({ ok: true, value: 'on' });
    expect(given).toEqual([{ openAtLogin: true, args: ['--hidden'], enabled: true }]);
  });

  it('passes no arguments on macOS', () => {
    const { app, given } = system({ status: 'not-registered', openAtLogin: false });
    electronLoginItem(app, 'darwin').set(false);
    expect(given).toEqual([{ openAtLogin: false }]);
  });
});

it.each<[NodeJS.Platform, boolean, NodeJS.ProcessEnv, string]>([
  ['darwin', true, {}, 'on'],
  ['win32', true, {}, 'switched-off'],
  ['darwin', false, {}, 'unsupported'],
  ['win32', false, {}, 'unsupported'],
  ['freebsd', true, {}, 'unsupported'],
  ['linux', true, {}, 'off'],
  ['linux', false, {}, 'unsupported'],
  ['linux', false, { FLATPAK_ID: flatpakId }, 'off'],
  ['linux', false, { FLATPAK_ID: 'org.example.Other' }, 'unsupported'],
])(
  'createLoginItem on %s (packaged: %s, %j) has the state %s',
  (platform, isPackaged, env, state) => {
    const { app } = system({ openAtLogin: true, executableWillLaunchAtLogin: false });
    const { signal } = new AbortController();
    const item = createLoginItem({ ...app, isPackaged }, signal, {
      platform,
      env: { XDG_CONFIG_HOME: '/nonexistent', ...env },
      execPath: '/opt/Overhead/overhead',
    });
    expect(item.state()).toBe(state);
  },
);

it.each([
  ['darwin', false, true, true],
  ['darwin', false, false, false],
  ['darwin', true, false, true],
  ['linux', false, true, false],
  ['win32', true, false, true],
] as const)(
  'isHiddenStart on %s with --hidden %s and wasOpenedAtLogin %s returns %s',
  (platform, hidden, wasOpenedAtLogin, isHidden) => {
    vi.stubGlobal('process', { ...process, platform });
    const { app } = system({ wasOpenedAtLogin });
    expect(isHiddenStart(app, { hidden })).toBe(isHidden);
    vi.unstubAllGlobals();
  },
);
