/** The direction of text. */
export const direction = (): 'ltr' | 'rtl' =>
  document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';
