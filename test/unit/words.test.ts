import { afterEach, describe, expect, it } from 'vitest';
import { m } from '#words';
import { languages, setLanguage } from '#shared/language/language.ts';
import {
  checkCatalogs,
  differentTranslations,
  endingFaults,
  joinedTexts,
  keysIn,
  numberFaults,
  otherWordFaults,
  quotedNameFaults,
  readCatalog,
  readOtherWords,
  sourcesOf,
  termFaults,
  translationFaults,
  typographyFaults,
  untranslatedKeys,
  wordsInComponent,
  wordsInMain,
} from '#tools/words/checks.ts';
import { requireJson } from '#tools/words/compile.ts';
import { staleTranslations, updatedRecord } from '#tools/words/read-translations.ts';

const english = readCatalog('en');
const components = sourcesOf('src/renderer/**/*.svelte');
const scripts = sourcesOf('src/**/*.ts');
afterEach(() => setLanguage({ language: 'en', formats: 'en' }));

describe('the message catalogs', () => {
  it('pass the checks of `npm run words`', () => {
    expect(checkCatalogs()).toMatchObject({ faults: [] });
  });

  it('contain a plural form for a million, which Spanish needs', () => {
    for (const language of languages) {
      setLanguage({ language, formats: language });
      expect(m.app_posts_waiting({ count: 1_000_000 })).toContain(
        new Intl.NumberFormat(language).format(1_000_000),
      );
    }
  });

  it('do not repeat a full stop at the end of a sentence whose value ends with one', () => {
    expect(m.app_paused_until({ until: 'until 5:30 p. m.' })).toBe('Paused until 5:30 p. m.');
    expect(m.app_paused_until({ until: 'until 17:30' })).toBe('Paused until 17:30.');
  });

  it('contain every message that the code uses, and no other', () => {
    const called = new Set([...components, ...scripts].flatMap(keysIn));
    expect([...english.keys()].filter((key) => !called.has(key))).toEqual([]);
    expect([...called].filter((key) => !english.has(key))).toEqual([]);
  });
});

describe('texts on screen', () => {
  it('come from the message catalogs in every component', () => {
    expect(components.flatMap(wordsInComponent)).toEqual([]);
  });

  it('come from the message catalogs in menus, notifications and dialogs', () => {
    const main = scripts.filter(({ path }) => path.startsWith('src/main/'));
    expect(main.flatMap(wordsInMain)).toEqual([]);
  });
});

describe('texts on screen', () => {
  it('are joined by the catalogs, not by a space or a mark in code', () => {
    expect([...components, ...scripts].flatMap(joinedTexts)).toEqual([]);
  });

  it('have hours in the style of `hourStyle`', () => {
    const own = [...components, ...scripts].filter(({ text }) => /\bhour: '/.test(text));
    expect(own.map(({ path }) => path)).toEqual([]);
  });
});

describe('the checks of the message catalogs', () => {
  const catalog = (messages: Record<string, string>) =>
    new Map(Object.entries(messages).map(([key, text]) => [key, [text]]));

  it.each<[string, Record<string, string>, string]>([
    ['a missing message', {}, 'save: missing'],
    ['a superfluous parameter', { save: 'Sichern {name}' }, 'save: has {name} in place of {}'],
    [
      'a label that is too long',
      { save: 'Dieses Bild jetzt sichern' },
      'save: longer than 18 columns',
    ],
    [
      'a label of wide characters that is too long',
      { save: 'この画像を保存してください' },
      'save: longer than 18 columns',
    ],
    [
      'a message that English does not have',
      { save: 'Sichern', load: 'Laden' },
      'load: not in English',
    ],
  ])('find %s', (_what, messages, fault) => {
    expect(translationFaults(catalog({ save: 'Save' }), catalog(messages))).toEqual([fault]);
  });

  it('find a message that was copied from English and not translated', () => {
    const english = catalog({ a: 'Set your place in {view}', b: 'Overhead {version}' });
    expect(untranslatedKeys(english, english)).toEqual(['a: not translated']);
  });

  it('find two different translations of one English text', () => {
    const [one, other] = [catalog({ a: 'Reload', b: 'Reload' }), catalog({ a: 'Neu', b: 'Noch' })];
    expect(differentTranslations(one, other)).toEqual(['Reload: a, b']);
  });

  it.each([
    ['ja', '5 %です', 'a space before a percent sign'],
    ['ja', '保存しました!', 'half-width punctuation'],
    ['de', 'Bild…', 'an ellipsis without a space'],
    ['fr', 'Image : Mars', 'a colon without a no-break space'],
    ['fr', 'Quitter ?', 'a mark without a narrow no-break space'],
    ['fr', '«Mars\u202f»', 'a mark without a narrow no-break space'],
    ['fr', "L'image", 'quotation marks that are not French'],
    ['es', 'Hola\u200b', 'an invisible character'],
    ['en', 'and {count} more', 'a part of a sentence'],
    ['en', 'in {minutes} min', 'a space before a unit that a line can end at'],
    ['de', '{minutes} Min. später', 'a space before a unit that a line can end at'],
    ['en', 'by its width in {width} ms', 'a space before a unit that a line can end at'],
    ['ja', '太陽は {height} です', 'a space around a value'],
    ['ja', 'カメラは{width}° × {height}°', 'a space around a value'],
    ['ja', 'Escキーで終わります', 'no space between Latin and Japanese letters'],
    ['ja', '{town}付近', 'no space between Latin and Japanese letters'],
    ['ja', '{direction} ({azimuth})、東', 'half-width punctuation'],
    [
      'fr',
      'La vue vers le {direction}',
      'an article whose form depends on the direction: “l’est”, “à l’ouest”',
    ],
    ['ja', '{when} まで', 'a space around a value'],
    ['ja', '{line} 行目', 'a space between a number and its counter'],
    ['es', 'En pausa hasta: {when}.', 'a colon between a preposition and its value'],
    ['fr', 'Pas de réseau depuis\u00a0: {when}.', 'a colon between a preposition and its value'],
    [
      'fr',
      'Près de {town}',
      'a preposition whose form depends on the name: “d’Orléans”, “au Mans”',
    ],
    ['es', 'Vista a las {clock}.', 'an article that is wrong at one o’clock'],
    ['de', 'Vor dem Import sehen Sie die Änderungen.', 'a form of address'],
    ['de', 'Autorennummer Ihrer Beiträge', 'a form of address'],
    ['es', 'Léalo antes de enviarlo.', 'the polite form of address'],
    ['es', 'usted decide', 'the polite form of address'],
    ['de', 'noch {minutes} min.', 'a space before a unit that a line can end at'],
    ['fr', '±\u00a0{sigma} s', 'a space before a unit that a line can end at'],
    ['es', '± {km}', 'a space before a unit that a line can end at'],
    ['es', 'el 20 % de', 'a space before a unit that a line can end at'],
    ['ja', '{time}まで', '{time} in place of {clock} or {when}'],
    ['en', 'It passes at {when}.', 'a word before {when} that only a time of the day can follow'],
    ['de', 'Es passiert um {when}.', 'a word before {when} that only a time of the day can follow'],
  ])('find a fault in %s “%s”: %s', (language, text, reason) => {
    expect(typographyFaults(language, new Map([['key', [text]]]))).toEqual([
      `${language} key: ${reason}`,
    ]);
  });

  it('find a text without the word that the table of terms requires, and an unneeded exception', () => {
    const english = new Map([
      ['one', ['The wallpapers of {station}']],
      ['two', ['No word of it']],
    ]);
    const german = new Map([
      ['one', ['Die Tapeten von {station}']],
      ['two', ['Kein Wort']],
    ]);
    const terms = [
      { english: 'wallpaper', others: { de: ['Hintergrund'] } },
      { english: 'station', others: { de: ['Station'] } },
    ];
    const faults = termFaults(english, new Map([['de', german]]), {
      terms,
      exceptions: new Map([['two', ['station']]]),
    });
    expect(faults).toEqual(['de one: no word for “wallpaper”', 'two: “station” is no exception']);
  });

  it('find a word that is not used, but not among search words', () => {
    const words = [{ language: 'es', word: 'aviso', term: 'notificación' }];
    const messages = catalog({ hint: 'Como en los avisos', hint_search: 'aviso' });
    expect(otherWordFaults('es', messages, words)).toEqual([
      'es hint: “aviso” in place of “notificación”',
    ]);
    expect(otherWordFaults('fr', messages, words)).toEqual([]);
  });

  it('read the words that are not used from the table of terms', () => {
    expect(readOtherWords()).toContainEqual({
      language: 'fr',
      word: 'démonstration',
      term: 'démo',
    });
  });

  it.each([
    ['en', 'Set your place under “Station & alerts”.', 'Station & alerts'],
    ['de', 'Unter „Station“ festlegen.', 'Station'],
    ['es', 'Indícala en «Cambiar ubicación».', 'Cambiar ubicación'],
    ['fr', 'Ouvrez «\u202fStation et alertes\u202f».', 'Station et alertes'],
    ['ja', '「状況」で確認できます。', '状況'],
  ])('find a name of the interface that nothing has: %s, %s', (language, hint, name) => {
    expect(quotedNameFaults(language, catalog({ hint, place: 'Place' }))).toEqual([
      `${language} hint: nothing is called “${name}”`,
    ]);
    expect(quotedNameFaults(language, catalog({ hint, name: `${name} ({count})` }))).toEqual([]);
  });

  it('find a number before a noun without a plural form', () => {
    const messages = catalog({ left: '{remaining} requests left', of: '{count} of them: {posts}' });
    expect(numberFaults(messages)).toEqual([
      'en left: a number without a form for one',
      'en of: a number without a form for one',
    ]);
    expect(numberFaults(new Map([['left', ['1 request', '{count} requests']]]))).toEqual([]);
  });

  it('find a translation that does not end as the English message does', () => {
    const [one, other] = [
      catalog({ a: 'Unknown: {x}.', b: 'Where?', c: 'Save' }),
      catalog({ a: 'Desconocido: {x}', b: '¿Dónde?', c: 'Guardar' }),
    ];
    expect(endingFaults('es', one, other)).toEqual(['es a: does not end as in English']);
  });

  it('find a translation whose English text changed after it was read, until it is read or changed', () => {
    const catalogs = (english: string, german: string, french: string) =>
      new Map([
        ['en', catalog({ save: english, load: 'Load' })],
        ['de', catalog({ save: german, load: 'Laden' })],
        ['fr', catalog({ save: french, load: 'Charger' })],
      ]);
    const record = updatedRecord(catalogs('Save', 'Sichern', 'Enregistrer'), {}, []);
    const changed = catalogs('Save a copy', 'Kopie sichern', 'Enregistrer');
    const fault = /^fr save: the English text has changed\..* --read save$/;
    expect(staleTranslations(changed, record)).toEqual([expect.stringMatching(fault)]);
    // A run without `--read` keeps the fault.
    expect(staleTranslations(changed, updatedRecord(changed, record, ['load']))).toHaveLength(1);
    expect(staleTranslations(changed, updatedRecord(changed, record, ['save']))).toEqual([]);
    const translated = catalogs('Save a copy', 'Kopie sichern', 'Enregistrer une copie');
    expect(staleTranslations(translated, record)).toEqual([]);
    expect(updatedRecord(translated, record, [])).not.toEqual(record);
    // A message that is new has been translated from the present text.
    expect(staleTranslations(changed, {})).toEqual([]);
  });

  it('find a truncated catalog, and report its file and position in one line', () => {
    expect(() => requireJson('de/app.json', '{ "app_name": "Over')).toThrow(
      /^src\/locales\/de\/app\.json: Unterminated string in JSON at position \d+/,
    );
  });

  it('find a parameter that is missing in a translation', () => {
    const [wanted, given] = [catalog({ at: 'At {time}' }), catalog({ at: 'Um' })];
    expect(translationFaults(wanted, given)).toEqual(['at: has {} in place of {time}']);
  });

  it.each([
    ['<p>Some words</p>', ['x.svelte:1 Some words']],
    ['<p>{m.some_words()} – 12 km</p>', []],
    ['<button aria-label="Close">×</button>', ['x.svelte:1 Close']],
    ['<img alt={big ? "A big one" : ""} />', ['x.svelte:1 A big one']],
    ['<Row label={`Picture ${n}`} />', ['x.svelte:1 Picture']],
    ['<p class="Some words" data-kind="x y">{kind === "some words" ? 1 : 2}</p>', []],
    ['<p>{copied ? "Copied." : ""}</p>', ['x.svelte:1 Copied.']],
    ['<h1>Overhead</h1>', []],
  ])('find the texts in %s that are not from a catalog', (text, faults) => {
    expect(wordsInComponent({ path: 'x.svelte', text })).toEqual(faults);
  });

  it.each([
    ["menu({ label: 'Quit' })", ['x.ts:1 Quit']],
    ['show({ title: m.title(), body: `Look: ${m.words()}` })', ['x.ts:1 Look: ']],
    ["dialog.showErrorBox('It broke', words)", ['x.ts:1 It broke']],
    ["log({ label: m.quit(), kind: 'some words' })", []],
  ])('find the texts in %s that are not from a catalog', (text, faults) => {
    expect(wordsInMain({ path: 'x.ts', text })).toEqual(faults);
  });

  it.each([
    ['x.ts', 'const a = `${firstWords} ${m.second()}`;', '`${firstWords} ${m.second()}`'],
    ['x.ts', 'sentences.join(" ");', 'sentences.join(" ")'],
    ['x.svelte', '<p>{m.first()}\n {m.second()}</p>', '{m.first()} {m.second()}'],
    ['x.svelte', '<Row label="{m.first()}: {titleInWords}" />', '{m.first()}: {titleInWords}'],
    ['x.svelte', '<p>{[m.first(), m.second()].join(" ")}</p>', '[m.first(), m.second()].join(" ")'],
  ])('find texts that code joins: %s, %s', (path, text, fault) => {
    expect(joinedTexts({ path, text })).toEqual([`${path}:1 ${fault}`]);
  });

  it('find no joined texts where code joins names, or the catalogs join', () => {
    const text =
      '<p>{joinSentences([m.first(), m.second()])}</p><p>{m.first()} <b>{number}</b></p>';
    expect(joinedTexts({ path: 'x.svelte', text })).toEqual([]);
    expect(joinedTexts({ path: 'x.ts', text: 'names.join(", "); `${x} ${y}`;' })).toEqual([]);
  });

  it('find the messages that code uses', () => {
    const text = '<script lang="ts">const a: string = m.one();</script><p>{m.two()}</p>';
    expect(keysIn({ path: 'x.svelte', text })).toEqual(['two', 'one']);
    expect(keysIn({ path: 'x.ts', text: 'const all = [m.three, m.four()];' })).toEqual([
      'three',
      'four',
    ]);
  });
});
