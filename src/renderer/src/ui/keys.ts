import { m } from '#words';

export const isMac = navigator.userAgent.includes('Macintosh');

/** The label of a key with Ctrl: `Ctrl+N`, and `⌘N` on macOS. */
export const keyChordLabel = (key: string, onMac = isMac): string =>
  onMac ? `⌘${key}` : m.app_key_ctrl({ key });

/** A key with Ctrl in the format of `aria-keyshortcuts`. */
export const ariaKeyChord = (key: string, onMac = isMac): string =>
  `${onMac ? 'Meta' : 'Control'}+${key}`;
