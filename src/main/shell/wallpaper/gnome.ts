import { pathToFileURL } from 'node:url';
import type { Backend, RunProgram } from './setter.ts';

/** GNOME keeps one address for the light style and, since version 42, one for the dark; both must change. */
const schema = 'org.gnome.desktop.background';
const addressKeys = ['picture-uri', 'picture-uri-dark'];

/** Percent-encoded; the quote too, so that it cannot end the GVariant string that gsettings prints. */
const fileUrl = (path: string): string => pathToFileURL(path).href.replaceAll("'", '%27');

/** Those of the keys that this version has, or what went wrong. */
async function keysHere(run: RunProgram): Promise<string[] | string> {
  const listed = await run('gsettings', ['list-keys', schema]);
  if (listed.code !== 0) return `gsettings: ${listed.stderr.trim()}`;
  const names = listed.stdout.split('\n');
  return addressKeys.filter((key) => names.includes(key));
}

export const gnome: Backend = {
  name: 'gnome',
  async set(path, run) {
    const keys = await keysHere(run);
    if (typeof keys === 'string') return keys;
    const writes = [['picture-options', 'zoom'], ...keys.map((key) => [key, fileUrl(path)])];
    for (const write of writes) {
      const done = await run('gsettings', ['set', schema, ...write]);
      if (done.code !== 0) return `gsettings: ${done.stderr.trim()}`;
    }
    return null;
  },
  async verify(path, run) {
    const keys = await keysHere(run);
    if (typeof keys === 'string' || keys.length === 0) return false;
    for (const key of keys) {
      const read = await run('gsettings', ['get', schema, key]);
      if (read.code !== 0 || read.stdout.trim() !== `'${fileUrl(path)}'`) return false;
    }
    return true;
  },
};
