const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  shy: '',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  deg: '°',
  prime: '′',
  Prime: '″',
  times: '×',
  divide: '÷',
  plusmn: '±',
  minus: '−',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  sup2: '²',
  sup3: '³',
  micro: 'µ',
  copy: '©',
  reg: '®',
  trade: '™',
  szlig: 'ß',
  aelig: 'æ',
  AElig: 'Æ',
  oslash: 'ø',
  Oslash: 'Ø',
  eth: 'ð',
  thorn: 'þ',
  iexcl: '¡',
  iquest: '¿',
};

/** Combining marks by the ends of names such as `eacute`, `Ccedil`, `scaron`. */
const marks: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  ring: '\u030a',
  cedil: '\u0327',
  caron: '\u030c',
};
const greek: Readonly<Record<string, string>> = {
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  epsilon: 'ε',
  theta: 'θ',
  lambda: 'λ',
  mu: 'μ',
  omega: 'ω',
  pi: 'π',
  rho: 'ρ',
  sigma: 'σ',
};

/** What a reference (without `&` and `;`) stands for; null when it is none that the services use. */
export function entity(reference: string): string | null {
  if (reference.startsWith('#')) return numeric(reference.slice(1));
  const known = named[reference] ?? greek[reference];
  if (known !== undefined) return known;
  const [, letter = '', mark = ''] = /^([A-Za-z])([a-z]+)$/.exec(reference) ?? [];
  const combining = marks[mark];
  return combining === undefined ? null : (letter + combining).normalize('NFC');
}

/** Windows-1252, which browsers read where the number names a control character. */
const windows = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

function numeric(digits: string): string | null {
  const code = /^x[\da-f]{1,6}$/i.test(digits)
    ? parseInt(digits.slice(1), 16)
    : /^\d{1,7}$/.test(digits)
      ? Number(digits)
      : NaN;
  if (code >= 0x80 && code <= 0x9f) return windows[code - 0x80] ?? ' ';
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : null;
}
