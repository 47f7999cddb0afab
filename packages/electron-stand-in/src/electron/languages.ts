/**
 * The system's languages as Electron reads them on Linux (shell/common/language_util_linux.cc): the names from GLib's
 * `g_get_language_names` (glib/gcharset.c) without `C`, in ICU's form. GLib lists every variant of a locale, from the
 * most specific to the least specific.
 */
export function preferredLanguages(env: Readonly<Record<string, string | undefined>>): string[] {
  const value =
    ['LANGUAGE', 'LC_ALL', 'LC_MESSAGES', 'LANG'].map((name) => env[name]).find(Boolean) ?? 'C';
  return value
    .split(':')
    .filter((name) => name !== '')
    .flatMap(variantsOf)
    .filter((name) => name !== 'C')
    .map(canonicalLocale);
}

const localePattern = /^([^_.@]*)(_[^.@]*)?(\.[^@]*)?(@.*)?$/;

/** The variants of a locale, as in `g_get_locale_variants`: `de_DE.UTF-8`, `de_DE`, `de.UTF-8`, `de`. */
function variantsOf(locale: string): string[] {
  const [, language = locale, territory = '', codeset = '', modifier = ''] =
    localePattern.exec(locale) ?? [];
  const variants: string[] = [];
  for (const at of modifier === '' ? [''] : [modifier, ''])
    for (const region of territory === '' ? [''] : [territory, ''])
      for (const set of codeset === '' ? [''] : [codeset, ''])
        variants.push(`${language}${region}${set}${at}`);
  return variants;
}

/**
 * The form of `base::i18n::GetCanonicalLocale`: language and region with a hyphen, no codeset, the modifier in lower
 * case.
 */
function canonicalLocale(locale: string): string {
  const [, language = '', territory = '', , modifier = ''] = localePattern.exec(locale) ?? [];
  return `${language.toLowerCase()}${territory.toUpperCase().replace('_', '-')}${modifier.toLowerCase()}`;
}
