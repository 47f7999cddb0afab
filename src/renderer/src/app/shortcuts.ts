import { m } from '#words';
import { isMac } from '../ui/keys.ts';
import { type ViewId, viewName, views } from './views.ts';

/** An action that a key requests from the window. */
type KeyAction =
  | { readonly kind: 'view'; readonly view: ViewId }
  | { readonly kind: 'look-up' | 'new-post' | 'search' | 'shortcuts' | 'undo' };

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'
>;

/** A keyboard shortcut as the shortcut dialog shows it. */
interface Shortcut {
  /** Whether Ctrl is held (⌘ on macOS), or the key is pressed alone. */
  readonly held: 'ctrl' | 'none';
  /** The label of the key; several for the same action. */
  readonly keys: readonly string[];
  readonly what: () => string;
  /** The action of the window; null if a view, or main, handles the key. */
  readonly wish: KeyAction | null;
}

/** All keyboard shortcuts. `actionOfKey` searches this list, and the shortcut dialog shows it. */
export const shortcuts: readonly Shortcut[] = [
  ...views.map((view, index): Shortcut => {
    const keys = [String(index + 1), ...(view === 'settings' ? [','] : [])];
    return { held: 'ctrl', keys, what: () => viewName(view), wish: { kind: 'view', view } };
  }),
  { held: 'ctrl', keys: ['N'], what: m.app_key_new_post, wish: { kind: 'new-post' } },
  { held: 'ctrl', keys: ['F'], what: m.app_key_search, wish: { kind: 'search' } },
  { held: 'ctrl', keys: ['L'], what: m.app_key_look_up, wish: { kind: 'look-up' } },
  { held: 'ctrl', keys: ['Z'], what: m.app_undo, wish: { kind: 'undo' } },
  { held: 'none', keys: ['?'], what: m.app_key_shortcuts, wish: { kind: 'shortcuts' } },
  { held: 'ctrl', keys: ['Enter'], what: m.app_key_publish, wish: null },
  { held: 'ctrl', keys: ['+', '−'], what: m.app_key_zoom, wish: null },
  { held: 'ctrl', keys: ['0'], what: m.app_key_zoom_reset, wish: null },
  { held: 'none', keys: ['F'], what: m.picture_full_screen, wish: null },
  { held: 'none', keys: ['+', '−'], what: m.app_key_picture_zoom, wish: null },
  { held: 'none', keys: ['← ↑ → ↓'], what: m.app_key_map, wish: null },
  { held: 'none', keys: ['←', '→'], what: m.app_key_days, wish: null },
  { held: 'none', keys: ['Esc'], what: m.app_key_close, wish: null },
];

/** The letters by the position of the key, for keyboards of another alphabet. */
const lettersByKey: Readonly<Record<string, string>> = {
  KeyN: 'N',
  KeyF: 'F',
  KeyL: 'L',
  KeyZ: 'Z',
  Comma: ',',
};

/**
 * The action of a key press; null if there is none. On macOS, keys with Ctrl move the caret and have no action.
 *
 * @param isTyping whether the key writes into a field
 */
export function actionOfKey(press: KeyPress, isTyping: boolean, onMac = isMac): KeyAction | null {
  const { ctrlKey, metaKey, altKey, shiftKey } = press;
  if (altKey) return null;
  if (!ctrlKey && !metaKey) return isTyping ? null : findShortcutAction('none', press.key);
  if ((onMac ? !metaKey || ctrlKey : !ctrlKey || metaKey) || shiftKey) return null;
  const action = findShortcutAction('ctrl', keyOf(press));
  // In a field, Ctrl+Z takes back what was typed.
  return isTyping && action?.kind === 'undo' ? null : action;
}

/** Reads digits by the position of the key: some keyboards type other characters there. */
function keyOf({ key, code }: KeyPress): string {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return digit;
  return /^[ -~]$/.test(key) ? key.toUpperCase() : (lettersByKey[code] ?? '');
}

const findShortcutAction = (held: Shortcut['held'], key: string): KeyAction | null =>
  shortcuts.find((shortcut) => shortcut.held === held && shortcut.keys.includes(key))?.wish ?? null;

/** The shortcuts of a view, for its link. */
export const keysOf = (view: ViewId): readonly string[] =>
  shortcuts.find(({ wish }) => wish?.kind === 'view' && wish.view === view)?.keys ?? [];
