import { z } from 'zod';
import { parseJson } from '#shared/json.ts';
import { programCommand, type ProgramCommand } from './backend.ts';
import { windowsFullScreen } from './windows.ts';

/** The query whether the active window of a desktop fills its display. Pure. */
interface FullScreenQuery {
  readonly ask: ProgramCommand;
  readonly isFullScreen: (answer: string) => boolean;
}

/**
 * The states of the active window by EWMH: `_NET_WM_STATE(ATOM) = _NET_WM_STATE_FULLSCREEN`. The window is the first
 * number behind the `#`, because xfwm4 prints two: `window id # 0x400002, 0x0`. Without a window, `xprop` fails.
 */
const x11Query: FullScreenQuery = {
  ask: programCommand(
    'sh',
    '-c',
    'id=$(xprop -root _NET_ACTIVE_WINDOW) && id=${id#*# } && exec xprop -id "${id%%,*}" _NET_WM_STATE',
  ),
  isFullScreen: (answer) => answer.includes('_NET_WM_STATE_FULLSCREEN'),
};

const nodeSchema = z.object({
  type: z.string().optional(),
  focused: z.boolean().optional(),
  fullscreen_mode: z.number().optional(),
  get nodes() {
    return z.array(nodeSchema).optional();
  },
  get floating_nodes() {
    return z.array(nodeSchema).optional();
  },
});
type Node = z.infer<typeof nodeSchema>;
const hasFullScreen = ({
  type,
  focused,
  fullscreen_mode,
  nodes = [],
  floating_nodes = [],
}: Node): boolean =>
  (focused === true && type !== 'workspace' && (fullscreen_mode ?? 0) > 0) ||
  [...nodes, ...floating_nodes].some(hasFullScreen);

/**
 * The tree of i3's protocol: the focused container has `fullscreen_mode` 1 on its output, or 2 on all. Every workspace
 * has 1 too, and an empty workspace has the focus.
 */
const swayQuery: FullScreenQuery = {
  ask: programCommand('swaymsg', '-r', '-t', 'get_tree'),
  isFullScreen(answer) {
    const tree = nodeSchema.safeParse(parseJson(answer)).data;
    return tree !== undefined && hasFullScreen(tree);
  },
};

/** `fullscreen` is a number since 0.42 (1: maximised, 2: full screen, 3: both), and was a boolean before. */
const hyprlandQuery: FullScreenQuery = {
  ask: programCommand('hyprctl', '-j', 'activewindow'),
  isFullScreen(answer) {
    const schema = z.object({ fullscreen: z.union([z.boolean(), z.number()]) });
    const fullscreen = schema.safeParse(parseJson(answer)).data?.fullscreen;
    return fullscreen === true || (typeof fullscreen === 'number' && fullscreen >= 2);
  },
};

/**
 * The `NSApplicationPresentationOptions` that the active app has put into effect: full screen (1024), or Dock (1, 2) and
 * menu bar (4, 8) both hidden, as games do it (chrome/browser/fullscreen_mac.mm). Needs no permission.
 */
const macQuery: FullScreenQuery = {
  ask: programCommand(
    'osascript',
    '-l',
    'JavaScript',
    '-e',
    'ObjC.import("AppKit");Number($.NSApplication.sharedApplication.currentSystemPresentationOptions)',
  ),
  isFullScreen(answer) {
    const options = Number.parseInt(answer, 10);
    const has = (flags: number): boolean => (options & flags) !== 0;
    return has(1024) || (has(1 | 2) && has(4 | 8));
  },
};

/** The query of a desktop; null if no way is known: other Wayland compositors. Pure. */
export function fullScreenQuery(
  platform: NodeJS.Platform,
  currentDesktop: string | undefined,
  isWayland: boolean,
): FullScreenQuery | null {
  if (platform === 'darwin') return macQuery;
  if (platform === 'win32') return windowsFullScreen;
  const names = (currentDesktop ?? '').toLowerCase().split(':');
  if (names.includes('sway')) return swayQuery;
  if (names.includes('hyprland')) return hyprlandQuery;
  return isWayland ? null : x11Query;
}
