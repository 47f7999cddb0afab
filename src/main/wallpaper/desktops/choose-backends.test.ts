import { expect, it } from 'vitest';
import { startsAutostartEntries, chooseBackends } from './choose-backends.ts';

const layers = 'awww swww swaybg';

it.each([
  ['linux', 'XFCE', false, 'xfce'],
  ['linux', 'X-Cinnamon:XFCE', false, 'xfce'],
  ['linux', 'X-Cinnamon', false, 'cinnamon'],
  ['linux', 'MATE', false, 'mate'],
  ['linux', 'ubuntu:GNOME', true, 'gnome'],
  ['linux', 'Unity', false, 'gnome'],
  ['linux', 'Budgie:GNOME', false, 'gnome'],
  ['linux', 'Budgie:GNOME', true, 'budgie'],
  ['linux', 'KDE', true, 'kde'],
  ['linux', 'COSMIC', true, 'cosmic'],
  ['linux', 'LXQt', false, 'lxqt'],
  ['linux', 'LXDE', false, 'lxde'],
  ['linux', 'sway', true, `sway ${layers}`],
  ['linux', 'Hyprland', true, `hyprpaper ${layers}`],
  ['linux', 'labwc:wlroots', true, layers],
  ['linux', 'i3', false, 'feh'],
  ['linux', '', false, 'feh'],
  ['linux', undefined, false, 'feh'],
  ['linux', undefined, true, layers],
  ['linux', 'Enlightenment', false, ''],
  ['darwin', undefined, false, 'macos'],
  ['win32', undefined, false, 'windows'],
  ['aix', 'XFCE', false, ''],
] as const)(
  'chooseBackends returns for %s, %s, Wayland %s: %s',
  (platform, currentDesktop, isWayland, names) => {
    const here = { platform, currentDesktop, isWayland };
    const chosen = chooseBackends({ ...here, isSandboxed: false });
    expect(chosen.map(({ name }) => name).join(' ')).toBe(names);
  },
);

it('chooseBackends returns the portal inside a sandbox, on any desktop', () => {
  const here = { platform: 'linux', currentDesktop: 'KDE', isWayland: true } as const;
  expect(chooseBackends({ ...here, isSandboxed: true }).map(({ name }) => name)).toEqual([
    'portal',
  ]);
});

it.each([
  ['ubuntu:GNOME', true],
  ['Budgie:GNOME', true],
  ['KDE', true],
  ['Enlightenment', true],
  ['sway', false],
  ['i3', false],
  ['', false],
])(
  'startsAutostartEntries returns whether %j starts the entries of ~/.config/autostart: %s',
  (currentDesktop, expected) => {
    expect(startsAutostartEntries(currentDesktop)).toBe(expected);
  },
);
