import { pathToFileURL } from 'node:url';
import type { Backend } from './setter.ts';

/** GNOME keeps one address for the light style and one for the dark; both must change. */
const schema = 'org.gnome.desktop.background';
const keys = ['picture-uri', 'picture-uri-dark'] as const;

/** Percent-encoded; the quote too, so that it cannot end the GVariant string that gsettings prints. */
const fileUrl = (path: string): string => pathToFileURL(path).href.replaceAll("'", '%27');

export const gnome: Backend = {
  name: 'gnome',
  async set(path, run) {
    const writes = [['picture-options', 'zoom'], ...keys.map((key) => [key, fileUrl(path)])];
    for (const write of writes) {
      const done = await run('gsettings', ['set', schema, ...write]);
      if (done.code !== 0) return `gsettings: ${done.stderr.trim()}`;
    }
    return null;
  },
  async verify(path, run) {
    for (const key of keys) {
      const read = await run('gsettings', ['get', schema, key]);
      if (read.code !== 0 || read.stdout.trim() !== `'${fileUrl(path)}'`) return false;
    }
    return true;
  },
};
