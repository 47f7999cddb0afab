import { pathToFileURL } from 'node:url';
import { programCommand, firstPicture, type Backend, type SettingsAccess } from './backend.ts';

/** Text in the form in which GVariant prints and parses it. */
export function quoteGVariant(text: string): string {
  const quote = text.includes("'") ? '"' : "'";
  return quote + text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote;
}

/**
 * The URL of a file, percent-encoded. The quote is encoded too, so that GVariant prints the URL in the usual quotes.
 */
export const fileUrl = (path: string): string =>
  pathToFileURL(path, { windows: false }).href.replaceAll("'", '%27');

/** Reads and writes GSettings. Keys are `schema key`, values GVariant text. */
export const gsettingsAccess = (name: string, schemas: readonly string[]): SettingsAccess => ({
  name,
  survey: schemas.map((schema) => programCommand('gsettings', 'list-recursively', schema)),
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
      ? programCommand('gsettings', 'reset', ...words)
      : programCommand('gsettings', 'set', ...words, value);
  },
});

interface GSettingsKeys {
  readonly name: string;
  readonly schema: string;
  /** The keys for the picture. Only the keys that exist in this version of the desktop are set. */
  readonly picture: readonly string[];
  readonly form: 'url' | 'path';
  readonly reach?: 'same';
  /** Further settings to write if they exist: `schema key` and value. */
  readonly besides?: Readonly<Record<string, string>>;
}

/**
 * Desktops that keep one picture for all displays in GSettings. `picture-options` is `zoom` for one display and
 * `spanned` for several: one canvas across all displays gives each its own crop and caption, while `zoom` would crop
 * the same picture for each.
 */
function gsettingsBackend({
  name,
  schema,
  picture,
  form,
  reach,
  besides = {},
}: GSettingsKeys): Backend {
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
      const currentSettings = access.held(answers);
      const path = firstPicture(shown);
      const value = quoteGVariant(form === 'url' ? fileUrl(path) : path);
      const settings = [
        ...Object.entries(besides),
        [
          `${schema} picture-options`,
          quoteGVariant(shown.reach === 'spanning' ? 'spanned' : 'zoom'),
        ],
        ...picture.map((key) => [`${schema} ${key}`, value]),
      ] as const;
      return settings.flatMap(([key = '', value = '']) =>
        currentSettings?.has(key) === true ? [{ key, value }] : [],
      );
    },
  };
}

/** `picture-uri` is for the light style; since GNOME 42 `picture-uri-dark` is for the dark style. */
const gnomeKeys: GSettingsKeys = {
  name: 'gnome',
  schema: 'org.gnome.desktop.background',
  picture: ['picture-uri', 'picture-uri-dark'],
  form: 'url',
};
export const gnome = gsettingsBackend(gnomeKeys);

/** Budgie 10.10 and later use swaybg, which does not support `spanned` and shows the whole picture on each display. */
export const budgieOnWayland = gsettingsBackend({ ...gnomeKeys, name: 'budgie', reach: 'same' });

export const cinnamon = gsettingsBackend({
  name: 'cinnamon',
  schema: 'org.cinnamon.desktop.background',
  picture: ['picture-uri'],
  form: 'url',
  besides: { 'org.cinnamon.desktop.background.slideshow slideshow-enabled': 'false' },
});

export const mate = gsettingsBackend({
  name: 'mate',
  schema: 'org.mate.background',
  picture: ['picture-filename'],
  form: 'path',
  besides: { 'org.mate.background draw-background': 'true' },
});
