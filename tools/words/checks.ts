import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseSvelte, type AST } from 'svelte/compiler';
import ts from 'typescript';
import { root } from '../setup/paths.ts';
import { baseLocale, catalogLanguages } from './compile.ts';
import { staleTranslations } from './read-translations.ts';

/**
 * The messages of a language by their keys. A message is a list of forms: a single form, or one form for each plural.
 */
export type Catalog = ReadonlyMap<string, readonly string[]>;

/** A message in the catalogs' format: a text, or a list with one object of plural forms. */
type Message = string | readonly [{ readonly match: Readonly<Record<string, string>> }];

const words = join(root, 'src', 'locales');

/** All messages of a language, with their keys. */
const messagesIn = (language: string): (readonly [key: string, message: Message])[] =>
  globSync(`${language}/*.json`, { cwd: words }).flatMap((file) =>
    Object.entries(
      JSON.parse(readFileSync(join(words, file), 'utf8')) as Readonly<Record<string, Message>>,
    ),
  );

/** The plural forms of a message; none if it has a single form. */
const pluralFormsOf = (message: Message): readonly string[] =>
  typeof message === 'string' ? [] : Object.keys(message[0].match);

/** All messages of a language by their keys. */
export const readCatalog = (language: string): Catalog =>
  new Map(
    messagesIn(language).map(([key, message]) => [
      key,
      typeof message === 'string' ? [message] : Object.values(message[0].match),
    ]),
  );

/**
 * The messages that lack a plural form: `one` for a number, in a language that uses this form, and `*` (all other
 * numbers), without which the app would show the key.
 */
function missingForms(language: string): string[] {
  const hasOne = new Intl.PluralRules(language).select(1) === 'one';
  return messagesIn(language).flatMap(([key, message]) => {
    const forms = pluralFormsOf(message);
    const lacksOne = hasOne && forms.includes('plural=*') && !forms.includes('plural=one');
    const lacksOther = forms.length > 0 && !forms.some((form) => form.endsWith('=*'));
    return [
      ...(lacksOther ? [`${language} ${key}: no form for other values`] : []),
      ...(lacksOne ? [`${language} ${key}: no form for one`] : []),
    ];
  });
}

const parametersOf = (forms: readonly string[]): string =>
  [...new Set(forms.flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)))]
    .sort()
    .join(', ');

/** The width of a text in columns: a Japanese letter is as wide as two Latin letters. */
const widthOf = (text: string): number =>
  text.length + (text.match(/[\u2e80-\u9fff\uff00-\uff60]/g)?.length ?? 0);

/** Whether a message is the label of a button or a menu: short, without parameters, and not a sentence. */
const isLabel = (text: string): boolean => text.length <= 24 && !/[{.?!]/.test(text);
const maxStretch = 2.4;
/**
 * Every label may have this width in columns, because the translation of a very short label may be longer by a large
 * factor.
 */
const minLabelWidth = 18;

/** The faults of a translation: missing and additional messages and parameters, and labels that are too long. */
export function translationFaults(english: Catalog, other: Catalog): string[] {
  const faults: string[] = [];
  for (const [key, forms] of english) {
    const translated = other.get(key);
    if (translated === undefined) {
      faults.push(`${key}: missing`);
      continue;
    }
    const [expected, actual] = [parametersOf(forms), parametersOf(translated)];
    if (expected !== actual) faults.push(`${key}: has {${actual}} in place of {${expected}}`);
    const [label = ''] = forms;
    const most = Math.max(minLabelWidth, maxStretch * label.length);
    if (isLabel(label) && translated.some((form) => widthOf(form) > most))
      faults.push(`${key}: longer than ${most} columns`);
  }
  for (const key of other.keys()) if (!english.has(key)) faults.push(`${key}: not in English`);
  return faults;
}

/**
 * The keys of messages that were copied from English without translation: the texts are equal and have at least four
 * words.
 */
export const untranslatedKeys = (english: Catalog, other: Catalog): string[] =>
  [...english]
    .filter(([, [text = '']]) => wordsOf(text).length > 3)
    .filter(([key, forms]) => other.get(key)?.join('\n') === forms.join('\n'))
    .map(([key]) => `${key}: not translated`);

const wordsOf = (text: string): string[] => text.match(/(?<!\{)\b\p{L}{2,}/gu) ?? [];

/** English words that have several translations, depending on grammar or meaning. */
const wordsOfTwoSenses = ['Checked', 'Day', 'Never', 'Saved'];

/** English messages with the same text but different translations, with their keys. */
export function differentTranslations(english: Catalog, other: Catalog): string[] {
  const same = Map.groupBy(english.keys(), (key) => english.get(key)?.join('\n') ?? '');
  return [...same]
    .filter(([text]) => !wordsOfTwoSenses.includes(text))
    .filter(([, keys]) => new Set(keys.map((key) => other.get(key)?.join('\n'))).size > 1)
    .map(([text, keys]) => `${text}: ${keys.join(', ')}`);
}

/**
 * A term and its translations. A translation consists of stems, one of which must occur wherever the English term does.
 */
interface Term {
  readonly english: string;
  readonly others: Readonly<Record<string, readonly string[]>>;
}

const termsFile = join(words, 'terms.md');

/** Reads the table of terms, and the exceptions: for a key, the English terms that are exempt. */
function readTerms(): {
  readonly terms: readonly Term[];
  readonly exceptions: ReadonlyMap<string, readonly string[]>;
} {
  const text = readFileSync(termsFile, 'utf8');
  const rows = [...text.matchAll(/^\|(.*)\|$/gm)].map(([, row = '']) =>
    row.split('|').map((cell) => cell.trim()),
  );
  const [head = [], , ...body] = rows;
  const nameOf = new Intl.DisplayNames('en', { type: 'language' });
  const columns = catalogLanguages()
    .map((language) => [language, head.indexOf(nameOf.of(language) ?? language)] as const)
    .filter(([language, column]) => language !== baseLocale && column >= 0);
  const terms = body.map((cells) => ({
    english: cells[0] ?? '',
    others: Object.fromEntries(
      columns.map(([language, column]) => [language, (cells[column] ?? '').split(', ')]),
    ),
  }));
  const exceptions = new Map(
    [...text.matchAll(/^- `(\w+)`: (.*)$/gm)].map(([, key = '', of = '']) => [key, of.split(', ')]),
  );
  return { terms, exceptions };
}

/** A word that is not used, because another one is the term. */
interface OtherWord {
  readonly language: string;
  readonly word: string;
  readonly term: string;
}

/** Reads the list of words that are not used. */
export function readOtherWords(): OtherWord[] {
  const nameOf = new Intl.DisplayNames('en', { type: 'language' });
  const languageOf = new Map(catalogLanguages().map((tag) => [nameOf.of(tag) ?? tag, tag]));
  return [...readFileSync(termsFile, 'utf8').matchAll(/^- (\p{L}+): (.+) → (.+)$/gmu)].map(
    ([, name = '', word = '', term = '']) => ({
      language: languageOf.get(name) ?? name,
      word,
      term,
    }),
  );
}

/** The messages with a word that is not used. Search words may be any. */
export function otherWordFaults(
  language: string,
  catalog: Catalog,
  otherWords: readonly OtherWord[] = readOtherWords(),
): string[] {
  const ours = otherWords.filter((one) => one.language === language);
  return [...catalog].flatMap(([key, forms]) =>
    ours
      .filter(({ word }) => !key.endsWith('_search') && withoutParameters(forms).includes(word))
      .map(({ word, term }) => `${language} ${key}: “${word}” in place of “${term}”`),
  );
}

const quotedText: Readonly<Record<string, RegExp>> = {
  en: /“([^”{]+)”/gu,
  de: /„([^“{]+)“/gu,
  es: /«([^»{]+)»/gu,
  fr: /«\u202f([^»{]+)\u202f»/gu,
  ja: /「([^」{]+)」/gu,
};

/** Texts in quotation marks that are no names of the interface. */
const quotedOtherTexts = ['?', '#', 'diagram', 'overhead --help'];

/** The messages that name a part of the interface by a text that no message has. */
export function quotedNameFaults(language: string, catalog: Catalog): string[] {
  const names = [...catalog.values()]
    .flat()
    .map((text) => text.replace(/[(（ ]+\{count\}[)）]$/u, ''));
  const texts = new Set([...names, ...quotedOtherTexts]);
  return [...catalog].flatMap(([key, forms]) =>
    forms
      .flatMap((form) => [...form.matchAll(quotedText[language] ?? /(?!)/g)])
      .filter(([, name = '']) => !texts.has(name))
      .map(([, name = '']) => `${language} ${key}: nothing is called “${name}”`),
  );
}

/** How a message ends: `stop`, `question`, `ellipsis`, `colon`, or `open`. */
function endingOf(text: string): string {
  const ends: readonly (readonly [string, RegExp])[] = [
    ['question', /[?？]$/u],
    ['ellipsis', /…$/u],
    ['colon', /[:：]$/u],
    ['stop', /[.。!！]["”“»」]?$/u],
  ];
  return ends.find(([, pattern]) => pattern.test(text))?.[0] ?? 'open';
}

/** Labels that are a question in English and a noun in another language, and abbreviations that end with a full stop. */
const otherEndings = [
  'de app_first_run_place',
  'de station_place_title',
  'de time_left_days',
  'de time_left_hours',
  'de time_left_minutes',
  'de time_left_seconds',
  'ja app_first_run_place',
  'ja sky_record',
  'ja station_place_title',
];

/** Finds the translations whose last punctuation mark is of another kind than that of the English message. */
export const endingFaults = (language: string, english: Catalog, other: Catalog): string[] =>
  [...english]
    .filter(([key, forms]) => {
      const expected = new Set(forms.map(endingOf));
      return (other.get(key) ?? []).some((form) => !expected.has(endingOf(form)));
    })
    .map(([key]) => key)
    .filter((key) => !otherEndings.includes(`${language} ${key}`))
    .map((key) => `${language} ${key}: does not end as in English`);

/** Messages with one form whose number before a noun is never one, or belongs to another noun. */
const numbersNeverOne = [
  'command_quota_of',
  'dialog_removal_more',
  'forecast_in_minutes',
  'journal_found_more',
  'journal_passes_more',
  'journal_room_left',
  'journal_too_long',
  'picture_found_more',
  'picture_month_getting',
  'picture_month_saved',
  'sky_record_days',
  'status_view_quota_left_of',
];

/** The English messages with a number before a noun and without a plural form. */
export const numberFaults = (english: Catalog): string[] =>
  [...english]
    .filter(([key]) => !numbersNeverOne.includes(key))
    .filter(
      ([, forms]) =>
        forms.length === 1 &&
        /\{(?:count|done|number|refused|remaining|total)\}[ \u00a0]\p{Ll}{2,}/u.test(
          forms[0] ?? '',
        ),
    )
    .map(([key]) => `en ${key}: a number without a form for one`);

const withoutParameters = (forms: readonly string[]): string =>
  forms
    .join(' ')
    .replaceAll(/\{\w+\}/g, ' ')
    .toLowerCase();

/** Messages that use another word than the table of terms, and exceptions that are unnecessary. */
export function termFaults(
  english: Catalog,
  catalogs: ReadonlyMap<string, Catalog>,
  { terms, exceptions } = readTerms(),
): string[] {
  const faults: string[] = [];
  const used = new Set<string>();
  for (const [key, forms] of english) {
    const text = withoutParameters(forms);
    for (const { english: term, others } of terms) {
      if (!new RegExp(`\\b${term}(?:e?s)?\\b`, 'i').test(text)) continue;
      for (const [language, stems] of Object.entries(others)) {
        const translation = withoutParameters(catalogs.get(language)?.get(key) ?? []);
        if (stems.some((stem) => translation.includes(stem.toLowerCase()))) continue;
        if (exceptions.get(key)?.includes(term) === true) used.add(`${key}: ${term}`);
        else faults.push(`${language} ${key}: no word for “${term}”`);
      }
    }
  }
  for (const [key, of] of exceptions)
    for (const term of of)
      if (!used.has(`${key}: ${term}`)) faults.push(`${key}: “${term}” is no exception`);
  return faults;
}

/** The patterns that the typography of a language forbids, each with its reason. */
const forbiddenTypography: readonly {
  readonly languages: readonly string[] | null;
  readonly pattern: RegExp;
  readonly reason: string;
}[] = [
  { languages: null, pattern: /[\u200b\u200e\u200f\ufeff]/u, reason: 'an invisible character' },
  { languages: ['en', 'ja'], pattern: /\s%/u, reason: 'a space before a percent sign' },
  {
    languages: ['ja'],
    pattern: /[\u3040-\u9fff][:?!(]|\} ?\(|\) ?[\u3040-\u9fff]/u,
    reason: 'half-width punctuation',
  },
  {
    languages: ['ja'],
    pattern: /[\d}] [件枚回台個日時分秒番文行]/u,
    reason: 'a space between a number and its counter',
  },
  {
    languages: ['ja'],
    pattern:
      /\{(?:when|clock|day|date|until|since|height|here|lit|width|speed|shutter|seconds|duration|km)\}°? [ぁ-んァ-ヶ一-龠×]|[ぁ-ん] \{(?:height|here|line|lit|width|speed|shutter|seconds|duration|km)\}|[ぁ-ん一-龠] ?± |± \{/u,
    reason: 'a space around a value',
  },
  {
    languages: ['ja'],
    pattern:
      /[A-Za-z][ぁ-んァ-ヶ一-龠]|[ぁ-んァ-ヶ一-龠][A-Za-z]|[ぁ-ん]\{(?:keys|town)\}|\{(?:keys|town)\}[ぁ-ん一-龠]/u,
    reason: 'no space between Latin and Japanese letters',
  },
  { languages: ['de'], pattern: /\p{L}…/u, reason: 'an ellipsis without a space' },
  { languages: ['de'], pattern: /["”]/u, reason: 'quotation marks that are not German' },
  // The pattern excludes `http://`, `host:port` and `--services=SOURCE`, in which a letter or a slash follows the colon.
  {
    languages: ['fr'],
    pattern: /(?<!\u00a0):(?![/\w])/u,
    reason: 'a colon without a no-break space',
  },
  {
    languages: ['fr'],
    pattern: /(?<!\u202f)[;?!%»]|«(?!\u202f)/u,
    reason: 'a mark without a narrow no-break space',
  },
  { languages: ['fr'], pattern: /["'“”]/u, reason: 'quotation marks that are not French' },
  {
    languages: ['en', 'de', 'es', 'fr'],
    pattern:
      /[\d}±] (?:(?:km|m|m?s|min|h|px|mag|[kMG]i?B|%|(?:Sek|Min|Std|Tg)\.)(?![\p{L}\d])|(?<=± )[\d{])/u,
    reason: 'a space before a unit that a line can end at',
  },
  // {clock} is a time of day; {when} can also be `midnight`, `now` or a day.
  { languages: null, pattern: /\{time\}/u, reason: '{time} in place of {clock} or {when}' },
  {
    languages: ['en', 'de', 'es', 'fr'],
    pattern: /\b(?:at|um|a las?|à) \{when\}/u,
    reason: 'a word before {when} that only a time of the day can follow',
  },
  {
    languages: ['es', 'fr'],
    pattern: /(?:hasta|desde|a partir de|esperar|depuis|jusqu’à|dès)[^\p{L}{]*:\s\{/u,
    reason: 'a colon between a preposition and its value',
  },
  {
    languages: ['fr'],
    pattern: /(?:^|\s)(?:de|à|du|que) \{(?:town|target)\}/u,
    reason: 'a preposition whose form depends on the name: “d’Orléans”, “au Mans”',
  },
  {
    languages: ['fr'],
    pattern: /\b(?:le|la|au|du) \{(?:direction|peak|top|rise|set)\}/u,
    reason: 'an article whose form depends on the direction: “l’est”, “à l’ouest”',
  },
  {
    languages: ['es'],
    // `hasta las {clock}` and `desde las {clock}` have a form for one o’clock.
    pattern: /(?<!hasta |desde )\blas \{(?:clock|when|from|to)\}/u,
    reason: 'an article that is wrong at one o’clock',
  },
  {
    languages: ['de'],
    pattern: /(?<!^|[.!?:„] )\b(?:Sie|Ihr(?:e[mnrs]?)?|Ihnen)\b|\p{Lu}\p{Ll}+en Sie\b/u,
    reason: 'a form of address',
  },
  {
    languages: ['es'],
    pattern:
      /\busted\b|(?<!\p{L})(?:léal|guárdel|impórtel|compruébel|inténtel|cámbiel)[oa]s?(?!\p{L})/iu,
    reason: 'the polite form of address',
  },
  // A sentence begins with a capital letter and ends with a full stop or another mark. A text with only one of the two
  // is joined from parts in code.
  { languages: ['en'], pattern: /^(?:and|or|but|, )/u, reason: 'a part of a sentence' },
];

/** The typography faults of a catalog. */
export function typographyFaults(language: string, catalog: Catalog): string[] {
  const rules = forbiddenTypography.filter(
    ({ languages }) => languages?.includes(language) ?? true,
  );
  return [...catalog].flatMap(([key, forms]) =>
    rules
      .filter(({ pattern }) => forms.some((form) => pattern.test(form)))
      .map(({ reason }) => `${language} ${key}: ${reason}`),
  );
}

/** The catalogs of all languages, English first. */
export const readCatalogs = (): ReadonlyMap<string, Catalog> =>
  new Map(catalogLanguages().map((language) => [language, readCatalog(language)]));

/** All faults of the catalogs, and the number of checked messages. */
export function checkCatalogs(catalogs: ReadonlyMap<string, Catalog> = readCatalogs()): {
  readonly messages: number;
  readonly faults: readonly string[];
} {
  const english = catalogs.get('en') ?? new Map<string, readonly string[]>();
  const faults = [...catalogs].flatMap(([language, catalog]) => [
    ...typographyFaults(language, catalog),
    ...otherWordFaults(language, catalog),
    ...quotedNameFaults(language, catalog),
    ...(language === 'en' ? [] : endingFaults(language, english, catalog)),
    ...(language === 'en'
      ? []
      : [
          ...translationFaults(english, catalog),
          ...untranslatedKeys(english, catalog),
          ...differentTranslations(english, catalog),
        ].map((fault) => `${language} ${fault}`)),
    ...missingForms(language),
  ]);
  return {
    messages: english.size,
    faults: [
      ...faults,
      ...numberFaults(english),
      ...termFaults(english, catalogs),
      ...staleTranslations(catalogs),
    ],
  };
}

/** Texts that need not be in a catalog: names, units and addresses. */
const allowedStrings = [
  'Overhead',
  'NASA',
  'GeoNames',
  'Chromium',
  'Electron',
  'OVERHEAD_API_KEY',
  'Ctrl',
  'Esc',
  'km/s',
  'km',
  'px',
  'GB',
  'MB',
  'UTC',
  'CC BY 4.0',
];

/**
 * Whether the text contains words that must come from a catalog: more than one letter, and neither in an address nor in
 * `allowedStrings`.
 */
export const hasWords = (text: string): boolean =>
  allowedStrings
    .reduce((rest, name) => rest.replaceAll(name, ' '), text.replaceAll(/https?:\/\/\S+/g, ' '))
    .split(/[^\p{L}]+/u)
    .some((word) => word.length > 1);

/** Whether a string inside an expression is text on screen, and not an identifier in the program. */
const readsAsWords = (text: string): boolean =>
  hasWords(text) && (/\p{L}{2,}[,:]? \p{L}/u.test(text) || /^\p{Lu}\p{Ll}+\W*$/u.test(text.trim()));

interface Source {
  /** The path relative to the root. */
  readonly path: string;
  readonly text: string;
}

export const sourcesOf = (pattern: string): Source[] =>
  globSync(pattern, { cwd: root })
    .filter((path) => !/\.test\.ts$|\/language\/|\/test\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

type Node = Readonly<Record<string, unknown>> & { readonly type: string };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Visits the node and its descendants, except below a node for which `enter` returns false. */
function walkNodes(node: Node, enter: (node: Node) => boolean): void {
  if (!enter(node)) return;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
      if (isNode(child)) walkNodes(child, enter);
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Returns a function that parses each source once: several checks read the same sources. */
function parseOnce<Tree extends object>(parse: (source: Source) => Tree): (source: Source) => Tree {
  const trees = new WeakMap<Source, Tree>();
  return (source) => {
    const tree = trees.get(source) ?? parse(source);
    trees.set(source, tree);
    return tree;
  };
}
const parseComponent = parseOnce(({ path, text }): AST.Root =>
  parseSvelte(text, { modern: true, filename: path }),
);
const parseScript = parseOnce(({ path, text }) =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true),
);

/** The attributes and properties of components whose text is shown or read aloud. */
const spokenAttributes =
  /^(?:aria-(?:label|description|valuetext|roledescription)|title|placeholder|alt|label|hint|heading|description)$/;

/** The words in the markup of a component that do not come from a catalog, each with its file and line. */
export function wordsInComponent(source: Source): string[] {
  const faults: string[] = [];
  const report = (text: string, node: Node): void =>
    void faults.push(
      `${source.path}:${lineAt(source.text, Number(node['start']))} ${text.replaceAll(/\s+/g, ' ').trim()}`,
    );
  const stringsIn = (node: Node, test: (text: string) => boolean): void =>
    walkNodes(node, (inner) => {
      // An operand of a comparison or an argument of a function is not text on screen.
      if (inner.type === 'CallExpression' || inner.type === 'BinaryExpression') return false;
      const { value } = inner;
      if (inner.type === 'Literal' && typeof value === 'string' && test(value))
        report(value, inner);
      if (inner.type === 'TemplateElement') {
        const { cooked } = value as { readonly cooked: string };
        if (test(cooked)) report(cooked, inner);
      }
      return true;
    });
  walkNodes(parseComponent(source).fragment as unknown as Node, (node) => {
    if (node.type === 'Text' && hasWords(String(node['data']))) report(String(node['data']), node);
    if (node.type === 'ExpressionTag') {
      stringsIn(node, readsAsWords);
      return false;
    }
    if (node.type !== 'Attribute') return !/Directive$|^AttachTag$/.test(node.type);
    if (!spokenAttributes.test(String(node['name']))) return false;
    const { value } = node;
    for (const part of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (!isNode(part)) continue;
      if (part.type === 'Text' && hasWords(String(part['data'])))
        report(String(part['data']), part);
      if (part.type === 'ExpressionTag') stringsIn(part, hasWords);
    }
    return false;
  });
  return faults;
}

const shownProperties = /^(?:label|title|body|short|message|buttonLabel)$/;
const shownPlaces = /\b(?:label|title|body|short|message|buttonLabel)['"]?\s*:|showErrorBox/;

/**
 * The strings that the main process shows: properties of menus, notifications and dialogs, and arguments of dialogs.
 */
export function wordsInMain(source: Source): string[] {
  // Most files show nothing, and parsing them takes half a second.
  if (!shownPlaces.test(source.text)) return [];
  const faults: string[] = [];
  const file = parseScript(source);
  const literalsIn = (node: ts.Node): void => {
    const isText =
      ts.isStringLiteral(node) ||
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node);
    // A single word in lower case is an identifier in the program.
    if (isText && hasWords(node.text) && !/^[a-z-]+$/.test(node.text)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      faults.push(`${source.path}:${line + 1} ${node.text}`);
    }
    if (!ts.isCallExpression(node) && !ts.isBinaryExpression(node)) node.forEachChild(literalsIn);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && shownProperties.test(node.name.getText()))
      literalsIn(node.initializer);
    else if (ts.isCallExpression(node) && /\bshowErrorBox$/.test(node.expression.getText()))
      node.arguments.forEach(literalsIn);
    node.forEachChild(visit);
  };
  visit(file);
  return faults;
}

/** Whether the code of an expression is a text of the catalogs, judged by the name of its function or variable. */
const isText = (code: string): boolean => /\bm\.\w+\(|(?:Words|[Ss]entences?|Reason)\b/.test(code);
const isSeparator = (text: string): boolean => /^[ ,:;.()–-]+$/u.test(text);

/**
 * The texts that code joins by a space or a punctuation mark, each with its file and line. Japanese has no space between
 * sentences, and French has one before a colon: `joinSentences`, `joinParts` or a message joins them.
 */
export function joinedTexts(source: Source): string[] {
  const { path, text } = source;
  if (!isText(text)) return [];
  const faults: string[] = [];
  const report = (start: number, code: string): void =>
    void faults.push(`${path}:${lineAt(text, start)} ${code.replaceAll(/\s+/g, ' ')}`);
  const visitCode = (file: ts.SourceFile, offset: number): void => {
    const visit = (node: ts.Node): void => {
      const reportIf = (isFault: boolean): void => {
        if (isFault) report(offset + node.getStart(), node.getText());
      };
      if (ts.isTemplateExpression(node)) {
        const spans = node.templateSpans;
        spans.slice(0, -1).forEach(({ expression, literal }, index) => {
          const next = spans[index + 1]?.expression.getText() ?? '';
          reportIf(isSeparator(literal.text) && isText(expression.getText()) && isText(next));
        });
      }
      if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
        const { name, expression: list } = node.expression;
        const separator = node.arguments[0]?.getText().slice(1, -1) ?? '';
        reportIf(name.text === 'join' && isSeparator(separator) && isText(list.getText()));
      }
      node.forEachChild(visit);
    };
    visit(file);
  };
  if (!path.endsWith('.svelte')) {
    visitCode(parseScript(source), 0);
    return faults;
  }
  const codeOf = (node: Node): string => text.slice(Number(node['start']), Number(node['end']));
  const visitPart = (code: string, offset: number): void =>
    visitCode(parseScript({ path: 'x.ts', text: code }), offset);
  const { fragment, instance } = parseComponent(source);
  if (isNode(instance))
    visitPart(
      codeOf(instance.content as unknown as Node),
      Number((instance.content as unknown as Node)['start']),
    );
  walkNodes(fragment as unknown as Node, (node) => {
    const siblings = node.type === 'Attribute' ? node['value'] : node['nodes'];
    const nodes = Array.isArray(siblings) ? siblings.filter(isNode) : [];
    nodes.forEach((middle, index) => {
      const [first, second] = [nodes[index - 1], nodes[index + 1]];
      if (middle.type !== 'Text' || first === undefined || second === undefined) return;
      const areTexts = [first, second].every(
        (one) => one.type === 'ExpressionTag' && isText(codeOf(one)),
      );
      if (areTexts && isSeparator(String(middle['data']).replaceAll(/\s+/g, ' ')))
        report(Number(first['start']), codeOf(first) + codeOf(middle) + codeOf(second));
    });
    if (node.type !== 'ExpressionTag') return true;
    visitPart(codeOf(node).slice(1, -1), Number(node['start']) + 1);
    return false;
  });
  return faults;
}

/** The keys of the messages that a file calls. */
export function keysIn(source: Source): string[] {
  // Most scripts call no message, and parsing them takes a second.
  if (!/\bm\s*[?.]/.test(source.text)) return [];
  const keys: string[] = [];
  if (source.path.endsWith('.svelte')) {
    const { fragment, instance, module } = parseComponent(source);
    for (const part of [fragment, instance, module])
      if (isNode(part))
        walkNodes(part, (node) => {
          const { object, property } = node;
          if (node.type === 'MemberExpression' && isNode(object) && isNode(property))
            if (object['name'] === 'm') keys.push(String(property['name']));
          return true;
        });
    return keys;
  }
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && node.expression.getText() === 'm')
      keys.push(node.name.text);
    node.forEachChild(visit);
  };
  visit(parseScript(source));
  return keys;
}
