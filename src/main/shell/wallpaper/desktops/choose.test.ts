import { expect, it } from 'vitest';
import { chooseBackend } from './choose.ts';

it.each([
  ['linux', 'XFCE', false, 'xfce'],
  ['linux', 'X-Cinnamon:XFCE', false, 'xfce'],
  ['linux', 'X-Cinnamon', false, 'cinnamon'],
  ['linux', 'MATE', false, 'mate'],
  ['linux', 'ubuntu:GNOME', true, 'gnome'],
  ['linux', 'Unity', false, 'gnome'],
  ['linux', 'Budgie:GNOME', false, 'gnome'],
  ['linux', 'KDE', true, 'kde'],
  ['linux', 'LXQt', false, 'lxqt'],
  ['linux', 'LXDE', false, 'lxde'],
  ['linux', 'sway', true, 'sway'],
  ['linux', 'i3', false, 'feh'],
  ['linux', '', false, 'feh'],
  ['linux', undefined, false, 'feh'],
  ['linux', undefined, true, undefined],
  ['linux', 'Enlightenment', false, undefined],
  ['darwin', undefined, false, 'macos'],
  ['win32', undefined, false, 'windows'],
  ['aix', 'XFCE', false, undefined],
] as const)('%s, %s, Wayland %s → %s', (platform, currentDesktop, isWayland, name) => {
  expect(chooseBackend({ platform, currentDesktop, isWayland })?.name).toBe(name);
});
