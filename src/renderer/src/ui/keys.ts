import { m } from '#words';
import { type ViewId, viewName, views } from '../app/views.ts';

/** What a key asks of the window. */
export type Wish =
  | { readonly kind: 'view'; readonly view: ViewId }
  | { readonly kind: 'new-post' | 'search' | 'shortcuts' };

export type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'
>;

/** A keyboard shortcut as the shortcut dialog shows it. */
interface Shortcut {
  /** With Ctrl, on macOS with ⌘; or the key alone. */
  readonly held: 'ctrl' | 'none';
  /** The key as it is printed; several for the same thing. */
  readonly keys: readonly string[];
  readonly what: () => string;
  /** What the window does; null where a view, or main, handles the key. */
  readonly wish: Wish | null;
}

/** Every shortcut: `wishOf` answers by it, and the sheet of shortcuts shows it. */
export const shortcuts: readonly Shortcut[] = [
  ...views.map((view, index): Shortcut => {
    const keys = [String(index + 1), ...(view === 'settings' ? [','] : [])];
    return { held: 'ctrl', keys, what: () => viewName(view), wish: { kind: 'view', view } };
  }),
  { held: 'ctrl', keys: ['N'], what: m.app_key_new_post, wish: { kind: 'new-post' } },
  { held: 'ctrl', keys: ['F'], what: m.app_key_search, wish: { kind: 'search' } },
  { held: 'none', keys: ['?'], what: m.app_key_shortcuts, wish: { kind: 'shortcuts' } },
  { held: 'ctrl', keys: ['Enter'], what: m.app_key_publish, wish: null },
  { held: 'ctrl', keys: ['+', '−'], what: m.app_key_zoom, wish: null },
  { held: 'ctrl', keys: ['0'], what: m.app_key_zoom_reset, wish: null },
  { held: 'none', keys: ['F'], what: m.picture_full_screen, wish: null },
  { held: 'none', keys: ['+', '−'], what: m.app_key_picture_zoom, wish: null },
  { held: 'none', keys: ['←', '→'], what: m.app_key_days, wish: null },
  { held: 'none', keys: ['Esc'], what: m.app_key_close, wish: null },
];

export const isMac = navigator.userAgent.includes('Macintosh');

/** The letters by the place of the key, for keyboards of another alphabet. */
const places: Readonly<Record<string, string>> = { KeyN: 'N', KeyF: 'F', Comma: ',' };

/**
 * What pressing this asks for; null for every other key. On macOS Ctrl moves the caret, and asks for nothing.
 *
 * @param isTyping whether the key writes into a field
 */
export function wishOf(press: Press, isTyping: boolean, onMac = isMac): Wish | null {
  const { ctrlKey, metaKey, altKey, shiftKey } = press;
  if (altKey) return null;
  if (!ctrlKey && !metaKey) return isTyping ? null : find('none', press.key);
  if ((onMac ? !metaKey || ctrlKey : !ctrlKey || metaKey) || shiftKey) return null;
  return find('ctrl', keyOf(press));
}

/** Digits by their place: on some keyboards the row of digits types other characters. */
function keyOf({ key, code }: Press): string {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return digit;
  return /^[ -~]$/.test(key) ? key.toUpperCase() : (places[code] ?? '');
}

const find = (held: Shortcut['held'], key: string): Wish | null =>
  shortcuts.find((shortcut) => shortcut.held === held && shortcut.keys.includes(key))?.wish ?? null;

/** The shortcuts of a view, for its link. */
export const keysOf = (view: ViewId): readonly string[] =>
  shortcuts.find(({ wish }) => wish?.kind === 'view' && wish.view === view)?.keys ?? [];

/** How such a key is called: `Ctrl+N`, and `⌘N` on macOS. */
export const chord = (key: string, onMac = isMac): string =>
  onMac ? `⌘${key}` : m.app_key_ctrl({ key });

/** The same as `aria-keyshortcuts` wants it. */
export const ariaChord = (key: string, onMac = isMac): string =>
  `${onMac ? 'Meta' : 'Control'}+${key}`;
