import type { WindowMessage } from './messages.ts';
import { screen } from './screen.ts';

type Options = Electron.BrowserWindowConstructorOptions;

/** What of a BrowserWindow is here. */
export type WindowMembers =
  | 'loadURL'
  | 'show'
  | 'showInactive'
  | 'hide'
  | 'focus'
  | 'blur'
  | 'close'
  | 'destroy'
  | 'isDestroyed'
  | 'isVisible'
  | 'isFocused'
  | 'isMinimized'
  | 'minimize'
  | 'restore'
  | 'isMaximized'
  | 'maximize'
  | 'setTitle'
  | 'getTitle'
  | 'getBounds'
  | 'getNormalBounds'
  | 'setBounds'
  | 'setBackgroundColor'
  | 'setMenu'
  | 'removeMenu'
  | 'setMenuBarVisibility';

/** What of the constructor's options has an effect here. */
export function shapeOf(options: Options) {
  const { width = 800, height = 600, title = 'Electron', show = true } = options;
  const { x, y } = centred(width, height);
  return {
    bounds: { x: options.x ?? x, y: options.y ?? y, width, height },
    title,
    state: show ? ('shown' as const) : ('hidden' as const),
    /** A window that is neither shown nor able to take the focus stays out of sight for good. */
    isHidden: !show && options.focusable === false,
    isBeside: options.skipTaskbar === true,
  };
}

function centred(width: number, height: number): Electron.Point {
  const { workArea } = screen.getPrimaryDisplay();
  return {
    x: workArea.x + Math.max(0, Math.round((workArea.width - width) / 2)),
    y: workArea.y + Math.max(0, Math.round((workArea.height - height) / 2)),
  };
}

/** Where a window is, and where it goes back to when it is no longer maximised. */
export class Placement {
  bounds: Electron.Rectangle;
  maximised = false;
  private normal: Electron.Rectangle;

  constructor(bounds: Electron.Rectangle) {
    this.bounds = bounds;
    this.normal = bounds;
  }

  get normalBounds(): Electron.Rectangle {
    return { ...(this.maximised ? this.normal : this.bounds) };
  }

  /** Takes what the page sees; a minimised window is nowhere. */
  follow({ bounds, hidden, maximised }: WindowMessage): void {
    if (hidden) return;
    this.bounds = bounds;
    this.maximised = maximised;
    if (!maximised) this.normal = bounds;
  }
}
