import { clipboard, shell } from 'electron';
import { openableUrl } from './link-hosts.ts';

/** Opens an https address of a known host in the browser. False: it was not opened. */
export async function openLink(address: string): Promise<boolean> {
  const url = openableUrl(address);
  if (url === null) return false;
  // Rejects if there is no browser.
  return shell.openExternal(url.href).then(
    () => true,
    () => false,
  );
}

/** Puts a text on the clipboard. */
export const copyText = (text: string): Promise<void> => clipboard.writeText(text);
