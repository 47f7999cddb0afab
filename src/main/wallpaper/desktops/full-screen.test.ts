import { describe, expect, it } from 'vitest';
import { fullScreenQuery } from './full-screen.ts';

const ask = (desktop: string, answer: string, isWayland = true): boolean | undefined =>
  fullScreenQuery('linux', desktop, isWayland)?.isFullScreen(answer);
const tree = (mode: number, focused = true): string =>
  JSON.stringify({
    focused: false,
    fullscreen_mode: 1,
    nodes: [{ floating_nodes: [{ focused, fullscreen_mode: mode, nodes: [] }], nodes: [] }],
  });

describe('fullScreenQuery', () => {
  // The answers of xprop were recorded with XFCE 4.18, that of sway is shortened from sway 1.7.
  it.each<[string, string, boolean]>([
    ['XFCE', '_NET_WM_STATE(ATOM) = _NET_WM_STATE_FULLSCREEN, _NET_WM_STATE_FOCUSED', true],
    ['XFCE', '_NET_WM_STATE(ATOM) = _NET_WM_STATE_MAXIMIZED_VERT', false],
    ['XFCE', '_NET_WM_STATE:  not found.', false],
    ['i3', '', false],
    ['sway', tree(1), true],
    ['sway', tree(2), true],
    ['sway', tree(0), false],
    ['sway', tree(1, false), false],
    ['sway', 'no JSON', false],
    ['Hyprland', '{"fullscreen":2}', true],
    ['Hyprland', '{"fullscreen":1}', false],
    ['Hyprland', '{"fullscreen":true}', true],
    ['Hyprland', '{}', false],
  ])('%s says %j: %s', (desktop, answer, isFull) => {
    const isWayland = desktop === 'sway' || desktop === 'Hyprland';
    expect(ask(desktop, answer, isWayland)).toBe(isFull);
  });

  it.each([
    ['linux', 'GNOME', true],
    ['linux', 'KDE', true],
    ['darwin', undefined, false],
    ['win32', undefined, false],
  ] as const)('is not known on %s %s', (platform, desktop, isWayland) => {
    expect(fullScreenQuery(platform, desktop, isWayland)).toBeNull();
  });
});
