import { type ViewId, views } from '../app/views.ts';

/** What a key with Ctrl, on macOS with ⌘, asks for. */
export type Wish =
  | { readonly kind: 'view'; readonly view: ViewId }
  | { readonly kind: 'new-post' | 'search' | 'settings' };

export type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'
>;

const here = navigator.userAgent.includes('Macintosh');

const letters = new Map<string, Wish>([
  ['n', { kind: 'new-post' }],
  ['f', { kind: 'search' }],
  [',', { kind: 'settings' }],
]);
/** The same keys where the alphabet is another one. */
const places = new Map([
  ['KeyN', 'n'],
  ['KeyF', 'f'],
  ['Comma', ','],
]);

/** What pressing this asks for; null for every other key. On macOS Ctrl moves the caret, and asks for nothing. */
export function wishOf(press: Press, isMac = here): Wish | null {
  const { ctrlKey, metaKey, altKey, shiftKey, key, code } = press;
  if (isMac ? !metaKey || ctrlKey : !ctrlKey || metaKey) return null;
  if (altKey || shiftKey) return null;
  // By the place of the key: on some keyboards the row of digits types other characters.
  const view = views[Number(/^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]) - 1];
  if (view !== undefined) return { kind: 'view', view: view.id };
  const isLatin = /^[ -~]$/.test(key);
  return letters.get(isLatin ? key.toLowerCase() : (places.get(code) ?? '')) ?? null;
}

/** How such a key is called: `Ctrl+N`, and `⌘N` on macOS. */
export const chord = (key: string, isMac = here): string => (isMac ? `⌘${key}` : `Ctrl+${key}`);

/** The same as `aria-keyshortcuts` wants it. */
export const ariaChord = (key: string, isMac = here): string =>
  `${isMac ? 'Meta' : 'Control'}+${key}`;
