import { expect, it } from 'vitest';
import { chooseBackends } from './choose.ts';

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
] as const)('%s, %s, Wayland %s → %s', (platform, currentDesktop, isWayland, names) => {
  const here = { platform, currentDesktop, isWayland };
  const chosen = chooseBackends({ ...here, isSandboxed: false });
  expect(chosen.map(({ name }) => name).join(' ')).toBe(names);
});

it('asks the portal from inside a sandbox, whatever the desktop', () => {
  const here = { platform: 'linux', currentDesktop: 'KDE', isWayland: true } as const;
  expect(chooseBackends({ ...here, isSandboxed: true }).map(({ name }) => name)).toEqual([
    'portal',
  ]);
});
