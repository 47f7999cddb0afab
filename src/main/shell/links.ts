import { shell } from 'electron';

const hosts = new Set(['apod.nasa.gov', 'science.nasa.gov']);

/** Opens an https address of a known host in the browser, and nothing else. False when it did not. */
export async function openLink(address: string): Promise<boolean> {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.protocol !== 'https:' || !hosts.has(url.hostname) || url.username !== '') return false;
  // Without a browser, or on a desktop that names none, it rejects.
  return shell.openExternal(url.href).then(
    () => true,
    () => false,
  );
}
