import { expect, it } from 'vitest';
import { picturesOnBothDisplays } from '#test/support/backends.ts';
import { expectRecord } from '#test/support/record.ts';
import type { SettingsAccess } from './backend.ts';
import { chooseBackends, chooseLockScreen, startsAutostartEntries } from './choose-backends.ts';
import { lockScreens } from './lock-screens.ts';

const platforms = ['darwin', 'win32', 'linux', 'freebsd', 'openbsd', 'sunos'] as const;
const desktops = [
  ...['', 'xfce', 'X-Cinnamon', 'cinnamon', 'mate', 'budgie', 'Budgie:GNOME', 'gnome'],
  ...['gnome-classic', 'ubuntu:GNOME', 'pantheon', 'unity', 'kde', 'cosmic', 'lxqt', 'lxde'],
  ...['sway', 'hyprland', 'wlroots', 'labwc', 'river', 'wayfire', 'niri', 'dwl', 'mango'],
  ...['deepin', 'enlightenment', 'i3', 'awesome', 'bspwm', 'dwm', 'fluxbox', 'herbstluftwm'],
  ...['openbox', 'qtile', 'xmonad', 'unknown', 'kde:i3', 'X-Cinnamon:XFCE', 'labwc:wlroots', 'KDE'],
];
const environments = [
  ...platforms.map((platform) => ({ platform, currentDesktop: undefined })),
  { platform: 'sunos' as const, currentDesktop: 'XFCE' },
  ...desktops.map((currentDesktop) => ({ platform: 'linux' as const, currentDesktop })),
].flatMap((environment) =>
  [
    { isWayland: false, isSandboxed: false },
    { isWayland: true, isSandboxed: false },
    { isWayland: false, isSandboxed: true },
  ].map((session) => ({ ...environment, ...session })),
);

/** The facts of a desktop, and the commands that read and write its settings. */
function linesOf(kind: string, access: SettingsAccess, settings: readonly unknown[]): string[] {
  const { name, survey, ...others } = access;
  const facts = Object.entries(others).filter(([, value]) => typeof value !== 'function');
  const pair = [
    { key: 'schema key', value: "/w/it's.jpg" },
    { key: 'schema key', value: null },
  ];
  return Object.entries({
    facts: Object.fromEntries(facts),
    survey,
    'settings without answers': settings,
    'present settings without answers': [...(access.held([]) ?? ['none'])],
    write: pair.map(({ key, value }) => access.write(key, value)),
    'write all': access.writeAll?.(pair) ?? null,
  }).map(([what, value]) => `${kind} ${name}, ${what}: ${JSON.stringify(value)}`);
}

it('each desktop has its backends, and each backend its recorded facts and commands', async () => {
  const choices = environments.map((environment) => {
    const { platform, currentDesktop, isWayland, isSandboxed } = environment;
    const names = chooseBackends(environment).map(({ name }) => name);
    const { offer, name } = chooseLockScreen(environment);
    const session = isSandboxed ? 'sandbox' : isWayland ? 'Wayland' : 'X11';
    const starts = startsAutostartEntries(currentDesktop ?? '') ? 'autostart' : 'no autostart';
    return `${currentDesktop ?? platform}, ${session}: ${names.join(' ')}; lock screen ${offer} ${name}; ${starts}`;
  });
  const backends = new Set(environments.flatMap((environment) => chooseBackends(environment)));
  expect(backends.size).toBeGreaterThan(15);
  await expectRecord(
    [
      ...choices,
      ...[...backends].flatMap((backend) =>
        linesOf('wallpaper', backend, backend.settings([], picturesOnBothDisplays)),
      ),
      ...Object.values(lockScreens).flatMap((lock) =>
        linesOf('lock screen', lock, lock.settings([], "/w/it's.jpg")),
      ),
    ],
    `${import.meta.dirname}/backends-record.txt`,
  );
});
