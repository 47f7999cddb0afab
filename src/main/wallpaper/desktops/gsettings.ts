import { pathToFileURL } from 'node:url';
import { command, firstPicture, type Backend, type SettingsAccess } from './backend.ts';

/** Text as GVariant prints it, which is also how it is read. */
export function quoted(text: string): string {
  const quote = text.includes("'") ? '"' : "'";
  return quote + text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote;
}

/** Percent-encoded; the quote too, so that GVariant need not change its own. */
export const fileUrl = (path: string): string => pathToFileURL(path).href.replaceAll("'", '%27');

/** Reads and writes GSettings. Keys are `schema key`, values GVariant text. */
export const gsettingsAccess = (name: string, schemas: readonly string[]): SettingsAccess => ({
  name,
  survey: schemas.map((schema) => command('gsettings', 'list-recursively', schema)),
  held: (answers) =>
    new Map(
      answers
        .join('\n')
        .split('\n')
        .flatMap((line) => {
          const [, key, value] = /^(\S+ \S+) (.*)$/.exec(line) ?? [];
          return key === undefined || value === undefined ? [] : [[key, value] as const];
        }),
    ),
  write(key, value) {
    const words = key.split(' ');
    return value === null
      ? command('gsettings', 'reset', ...words)
      : command('gsettings', 'set', ...words, value);
  },
});

interface Keys {
  readonly name: string;
  readonly schema: string;
  /** Those that this version of the desktop has are set, each to the picture. */
  readonly picture: readonly string[];
  readonly form: 'url' | 'path';
  readonly reach?: 'same';
  /** What else must be so, as far as it is there: `schema key` and value. */
  readonly besides?: Readonly<Record<string, string>>;
}

/**
 * Desktops that keep one picture for all displays in GSettings. `picture-options` is `zoom` for one display and
 * `spanned` for several: one canvas over all of them gives each its own crop and caption, where `zoom` would crop the
 * same picture for each as it comes.
 */
function gsettings({ name, schema, picture, form, reach, besides = {} }: Keys): Backend {
  const schemas = [
    ...new Set([schema, ...Object.keys(besides).map((key) => key.split(' ')[0] ?? '')]),
  ];
  const access = gsettingsAccess(name, schemas);
  return {
    ...access,
    reach: reach ?? 'spanning',
    canChoose: false,
    persists: true,
    settings(answers, shown) {
      const here = access.held(answers);
      const path = firstPicture(shown);
      const value = quoted(form === 'url' ? fileUrl(path) : path);
      const wanted = [
        ...Object.entries(besides),
        [`${schema} picture-options`, quoted(shown.reach === 'spanning' ? 'spanned' : 'zoom')],
        ...picture.map((key) => [`${schema} ${key}`, value]),
      ] as const;
      return wanted.flatMap(([key = '', value = '']) =>
        here?.has(key) === true ? [{ key, value }] : [],
      );
    },
  };
}

/** One address for the light style and, since GNOME 42, one for the dark. */
const gnomeKeys: Keys = {
  name: 'gnome',
  schema: 'org.gnome.desktop.background',
  picture: ['picture-uri', 'picture-uri-dark'],
  form: 'url',
};
export const gnome = gsettings(gnomeKeys);

/** Budgie 10.10 and later hand the picture to a swaybg, which knows no `spanned` and shows all of it on each display. */
export const budgieOnWayland = gsettings({ ...gnomeKeys, name: 'budgie', reach: 'same' });

export const cinnamon = gsettings({
  name: 'cinnamon',
  schema: 'org.cinnamon.desktop.background',
  picture: ['picture-uri'],
  form: 'url',
  besides: { 'org.cinnamon.desktop.background.slideshow slideshow-enabled': 'false' },
});

export const mate = gsettings({
  name: 'mate',
  schema: 'org.mate.background',
  picture: ['picture-filename'],
  form: 'path',
  besides: { 'org.mate.background draw-background': 'true' },
});
