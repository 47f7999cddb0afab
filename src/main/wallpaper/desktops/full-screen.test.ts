import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fullScreenQuery } from './full-screen.ts';

const ask = (desktop: string, answer: string, isWayland = true): boolean | undefined =>
  fullScreenQuery('linux', desktop, isWayland)?.isFullScreen(answer);

/**
 * The output of `swaymsg -r -t get_tree` of sway 1.7 with two outputs and one window or none, without fields that are
 * not used.
 */
const swayTree = (workspace: object, other: object = {}): string => {
  const plain = { focused: false, fullscreen_mode: 0, floating_nodes: [] };
  const empty = { ...plain, type: 'workspace', fullscreen_mode: 1, nodes: [] };
  const output = (name: string, nodes: object[]) => ({ ...plain, type: 'output', name, nodes });
  return JSON.stringify({
    ...plain,
    type: 'root',
    nodes: [
      output('__i3', [{ ...empty, name: '__i3_scratch' }]),
      output('HEADLESS-1', [{ ...empty, name: '1', ...workspace }]),
      output('HEADLESS-2', [{ ...empty, name: '2', ...other }]),
    ],
  });
};
const swayWindow = (fullscreen_mode: number, focused = true) => ({
  nodes: [{ type: 'con', focused, fullscreen_mode, nodes: [], floating_nodes: [] }],
});

const never = (): never => {
  throw new Error('X11 is not asked');
};

describe('fullScreenQuery', () => {
  // The output of xprop on XFCE 4.18 for a window of Chromium and for the desktop.
  // full-screen.slow.test.ts runs xprop again.
  it.each([
    ['a full-screen window', '_NET_WM_STATE_FULLSCREEN, _NET_WM_STATE_FOCUSED', true],
    [
      'a maximised window',
      '_NET_WM_STATE_MAXIMIZED_HORZ, _NET_WM_STATE_MAXIMIZED_VERT, _NET_WM_STATE_FOCUSED',
      false,
    ],
    ['any other window', '_NET_WM_STATE_FOCUSED', false],
    [
      'the desktop',
      '_NET_WM_STATE_STICKY, _NET_WM_STATE_SKIP_PAGER, _NET_WM_STATE_SKIP_TASKBAR, _NET_WM_STATE_FOCUSED',
      false,
    ],
  ])('returns on X11 whether the window is full screen: %s', (_window, states, isFull) => {
    expect(ask('XFCE', `_NET_WM_STATE(ATOM) = ${states}\n`, false)).toBe(isFull);
  });

  // The first answer is that of xfwm4 4.18, the second that of window managers that name one window.
  it.skipIf(process.platform === 'win32').each(['0x400002, 0x0', '0x400002'])(
    'requests the states of the active window on X11 if xprop prints the window id as %s',
    (named) => {
      const folder = mkdtempSync(join(tmpdir(), 'full-screen-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const root = `_NET_ACTIVE_WINDOW(WINDOW): window id # ${named}`;
      const script = `#!/bin/sh\ncase $1 in -root) echo '${root}';; *) echo "$@";; esac\n`;
      writeFileSync(join(folder, 'xprop'), script, { mode: 0o755 });
      const { program, args } = fullScreenQuery('linux', 'XFCE', false)?.ask ?? never();
      const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}` };
      const asked = execFileSync(program, args, { env, encoding: 'utf8' });
      expect(asked).toBe('-id 0x400002 _NET_WM_STATE\n');
    },
  );

  it.each<[string, string, boolean]>([
    ['a full-screen window', swayTree(swayWindow(1)), true],
    ['a full-screen window on all outputs', swayTree(swayWindow(2)), true],
    ['any other window', swayTree(swayWindow(0)), false],
    [
      'a full-screen window on another output',
      swayTree(swayWindow(1, false), { focused: true }),
      false,
    ],
    ['an empty workspace', swayTree({ focused: true }), false],
    ['a floating full-screen window', swayTree({ floating_nodes: swayWindow(1).nodes }), true],
    ['an answer that is not JSON', 'no JSON', false],
  ])('returns on sway whether the window is full screen: %s', (_window, answer, isFull) => {
    expect(ask('sway', answer)).toBe(isFull);
  });

  // Not recorded, because no Hyprland was available. The fields are those of `getWindowData` in Hyprland's
  // src/debug/HyprCtl.cpp, from 0.42 on and (the rows with `fullscreenMode`) in earlier versions. `{}` is the output
  // without a window.
  it.each([
    ['{"floating":false,"fullscreen":2,"fullscreenClient":2}', true],
    ['{"floating":false,"fullscreen":3,"fullscreenClient":3}', true],
    ['{"floating":false,"fullscreen":1,"fullscreenClient":1}', false],
    ['{"floating":false,"fullscreen":0,"fullscreenClient":2}', false],
    ['{"floating":false,"fullscreen":true,"fullscreenMode":0}', true],
    ['{"floating":false,"fullscreen":false,"fullscreenMode":0}', false],
    ['{}', false],
  ])('returns the result for the Hyprland answer %s: %s', (answer, isFull) => {
    expect(ask('Hyprland', answer)).toBe(isFull);
  });

  it.each([
    ['0\n', false],
    // The Dock alone is hidden.
    ['1', false],
    ['1024', true],
    ['1030', true],
    ['5', true],
    ['10', true],
    ['12', false],
    ['3', false],
    ['', false],
    ['nonsense', false],
  ])('returns the result for the presentation options %j of macOS: %s', (answer, isFull) => {
    const query = fullScreenQuery('darwin', undefined, false);
    expect(query?.ask.program).toBe('osascript');
    expect(query?.isFullScreen(answer)).toBe(isFull);
  });

  it.each([
    ['2\n', true],
    ['3', true],
    ['4', true],
    ['1', false],
    ['5', false],
    ['', false],
  ])('returns the result for the notification state %j of Windows: %s', (answer, isFull) => {
    expect(fullScreenQuery('win32', undefined, false)?.isFullScreen(answer)).toBe(isFull);
  });

  // No query is possible: GNOME answers `org.gnome.Shell.Introspect.GetWindows` with AccessDenied, and `Eval` only in
  // unsafe mode; KWin needs a loaded script.
  it.each([
    ['linux', 'GNOME', true],
    ['linux', 'KDE', true],
  ] as const)('has no query for %s %s', (platform, desktop, isWayland) => {
    expect(fullScreenQuery(platform, desktop, isWayland)).toBeNull();
  });
});
