import { expect, it } from 'vitest';
import { displaySwitches } from './browser.ts';

it.each([
  ['X', { DISPLAY: ':0' }, []],
  ['X beside Wayland', { DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' }, []],
  ['Wayland alone', { DISPLAY: '', WAYLAND_DISPLAY: 'wayland-0' }, ['--ozone-platform=wayland']],
  ['neither', {}, null],
])('windows are shown on %s', (_, env, switches) => {
  expect(displaySwitches(env)).toEqual(switches);
});
