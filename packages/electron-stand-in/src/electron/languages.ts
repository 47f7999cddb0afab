/**
 * The system's languages as Electron reads them on Linux (shell/common/language_util_linux.cc): those of GLib's
 * `g_get_language_names` (glib/gcharset.c) without `C`, each in ICU's form. GLib lists every variant of a locale, from
 * the most to the least specific.
 */
export function preferredLanguages(env: Readonly<Record<string, string | undefined>>): string[] {
  const value =
    ['LANGUAGE', 'LC_ALL', 'LC_MESSAGES', 'LANG'].map((name) => env[name]).find(Boolean) ?? 'C';
  return value
    .split(':')
    .filter((name) => name !== '')
    .flatMap(variantsOf)
    .filter((name) => name !== 'C')
    .map(canonical);
}

const parts = /^([^_.@]*)(_[^.@]*)?(\.[^@]*)?(@.*)?$/;

/** `de_DE.UTF-8`, `de_DE`, `de.UTF-8`, `de`: as `g_get_locale_variants` does. */
function variantsOf(locale: string): string[] {
  const [, language = locale, territory = '', codeset = '', modifier = ''] =
    parts.exec(locale) ?? [];
  const variants: string[] = [];
  for (const at of modifier === '' ? [''] : [modifier, ''])
    for (const region of territory === '' ? [''] : [territory, ''])
      for (const set of codeset === '' ? [''] : [codeset, ''])
        variants.push(`${language}${region}${set}${at}`);
  return variants;
}

/** `base::i18n::GetCanonicalLocale`: language and region with a hyphen, no codeset, the modifier in lower case. */
function canonical(locale: string): string {
  const [, language = '', territory = '', , modifier = ''] = parts.exec(locale) ?? [];
  return `${language.toLowerCase()}${territory.toUpperCase().replace('_', '-')}${modifier.toLowerCase()}`;
}
