import { setLanguage, type Language, languages } from '#shared/language/language.ts';

/** The values of the gallery's switches. */
export interface GalleryLook {
  readonly theme: 'dark' | 'light';
  readonly contrast: 'normal' | 'more';
  readonly night: 'off' | 'red';
  readonly language: Language | 'pseudo';
  readonly direction: 'ltr' | 'rtl';
}

const oneOf = <T extends string>(choices: readonly T[], value: string | null): T => {
  const match = choices.find((choice) => choice === value) ?? choices[0];
  if (match === undefined) throw new Error('no choice');
  return match;
};

export const galleryLookOf = (query: URLSearchParams): GalleryLook => ({
  theme: oneOf(['dark', 'light'], query.get('theme')),
  contrast: oneOf(['normal', 'more'], query.get('contrast')),
  night: oneOf(['off', 'red'], query.get('night')),
  language: oneOf([...languages, 'pseudo'], query.get('language') ?? 'en'),
  direction: oneOf(['ltr', 'rtl'], query.get('direction')),
});

const contrastQuery = '(prefers-contrast: more)';

/** Turns the media queries for more contrast on or off. A page cannot change the preference itself. */
function setContrastRules(more: boolean): void {
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSMediaRule)) continue;
      const { media } = rule;
      if (more && media.mediaText === contrastQuery) media.mediaText = 'all and (min-width: 0px)';
      else if (!more && media.mediaText.includes('(min-width: 0px)'))
        media.mediaText = contrastQuery;
    }
  }
}

/** Applies a look to the page. Messages that are shown must be created again afterwards. */
export function applyLook({
  theme,
  contrast: wanted,
  night,
  language,
  direction,
}: GalleryLook): void {
  const root = document.documentElement;
  root.style.colorScheme = night === 'red' ? '' : theme;
  setContrastRules(wanted === 'more');
  if (night === 'red') root.dataset['night'] = 'red';
  else delete root.dataset['night'];
  if (language === 'pseudo') root.dataset['pseudo'] = '';
  else delete root.dataset['pseudo'];
  const spoken = language === 'pseudo' ? 'en' : language;
  setLanguage({ language: spoken, formats: spoken });
  root.lang = spoken;
  root.dir = direction;
}
