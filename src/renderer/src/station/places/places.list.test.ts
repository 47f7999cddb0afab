import { describe, expect, it } from 'vitest';
import { createAreas } from './areas.ts';
import { readTowns, townInWords } from './places.ts';

/**
 * A list in the form of `compactPlaces`: its regions, then its towns with country, region, latitude, longitude,
 * thousands of inhabitants and other names.
 */
const regions = `
US\tIL\tillinois
US\tMA\tmassachusetts
US\tMO\tmissouri
US\tNY\tnew york
US\tTX\ttexas
US\tWI\twisconsin
GB\teng\tengland
CA\tON\tontario
JP\t13\t東京都
JP\t14\t神奈川県,kanagawa
IT\tto\ttorino
DE\t02\tbavaria,bayern`;
const list = `
London\tGB\teng\t51.508\t-0.126\t8961\tlondres,ろんどん,lhr
New York City\tUS\tNY\t40.714\t-74.006\t8804\tnew york
東京\tJP\t13\t35.69\t139.692\t8336\ttokyo
横浜\tJP\t14\t35.433\t139.65\t3574\tyokohama
München\tDE\t02\t48.137\t11.575\t1260\tmunich,みゅんへん
Torino\tIT\tto\t45.07\t7.687\t870\tturin
Frankfurt am Main\tDE\t05\t50.116\t8.684\t650\tfrankfurt
London\tCA\tON\t42.983\t-81.233\t346\t
Bonn\tDE\t07\t50.734\t7.095\t313\t
Saint Louis\tUS\tMO\t38.627\t-90.198\t301\tst louis
Linz\tAT\t\t48.306\t14.286\t181\t
Genève\tCH\tGE\t46.202\t6.146\t183\tgeneva,genf
Springfield\tUS\tMA\t42.102\t-72.59\t155\t
Springfield\tUS\tIL\t39.802\t-89.644\t114\t
Köln\tDE\t07\t50.933\t6.95\t80\tcologne,どーむ
Frankfurt (Oder)\tDE\t11\t52.342\t14.552\t51\tfrankfurt
Boulogne-sur-Mer\tFR\t\t50.724\t1.615\t43\tportus itius
King’s Lynn\tGB\teng\t52.752\t0.395\t42\t
Bonnie Doon\tUS\tWI\t44\t-90\t12\t
New Bonn\tUS\tWI\t44.1\t-90.1\t11\t
Geneva\tUS\tIL\t41.888\t-88.305\t21\t
Köln-Mülheim\tDE\t07\t50.967\t7.009\t9\t
Garching bei München\tDE\t02\t48.251\t11.651\t17\t
Linz\tDE\t08\t50.567\t7.283\t6\t
Linz bei Graz\tAT\t\t47\t15.5\t5\t
Fort Worth\tUS\tTX\t32.7\t-97.3\t4\t
Mount Vernon\tUS\tNY\t40.9\t-73.8\t4\t
Sainte-Foy\tFR\t\t46.7\t4.2\t4\t
Sankt Pölten\tAT\t\t48.2\t15.6\t4\t`;
const towns = readTowns(`${regions.trim()}\n\n${list.trim()}`);

describe('search in a small list', () => {
  it.each([
    // The town of a name alone, and how sure that is: by the ratio of the inhabitants.
    ['london', 'certain, London GB, London ON'],
    ['springfield', 'ask, Springfield MA, Springfield IL'],
    ['Linz', 'certain, Linz AT, Linz DE, Linz bei Graz AT'],
    ['Frankfurt', 'certain, Frankfurt am Main DE, Frankfurt (Oder) DE'],
    ['Geneva', 'ask, Genève GE, Geneva IL'],
    ['ft worth', 'certain, Fort Worth TX'],
    ['Mt Vernon', 'certain, Mount Vernon NY'],
    ['Ste-Foy', 'certain, Sainte-Foy FR'],
    ['St. Pölten', 'certain, Sankt Pölten AT'],
    ['saint pölten', 'likely'],
    ['ft', 'likely'],
    ['Fort Worth TX', 'certain, Fort Worth TX'],
    ['Mount Vernon, New York', 'certain, Mount Vernon NY'],
    ['Bonn', 'certain, Bonn DE, Bonnie Doon WI, New Bonn WI'],
    ['bon', 'likely, Bonn DE, Bonnie Doon WI, New Bonn WI'],
    ['onn', 'likely'],
    ['new', 'likely, New York City NY, New Bonn WI'],
    ['doon', 'likely, Bonnie Doon WI'],
    // The start of a name is better than that of a word, and that is better than another part.
    ['m', 'likely, München DE, Mount Vernon NY, Frankfurt am Main DE'],
    ['ど', 'likely, Köln DE, London GB'],
    ['ロンド', 'likely, London GB'],
    ['ンドン', 'likely, London GB'],
    ['浜', 'likely, 横浜 JP'],
    ['st louis', 'certain, Saint Louis MO'],
    ['sankt louis', 'likely'],
    ['st', 'likely, Saint Louis MO'],
    // Countries and regions.
    ['London, Canada', 'certain, London ON'],
    ['London Ontario', 'certain, London ON'],
    ['London ON', 'certain, London ON'],
    ['London, on', 'certain, London ON'],
    ['Canada London', 'certain, London ON'],
    ['London, Kanada, Mars', 'ask, London ON'],
    ['London, Mars', 'ask, London GB, London ON'],
    ['Springfield Illinois USA', 'certain, Springfield IL'],
    ['Springfield, Ill', 'certain, Springfield IL'],
    ['Springfield Ill.', 'certain, Springfield IL'],
    ['USA: Illinois, Springfield', 'certain, Springfield IL'],
    ['Mars, Springfield', 'likely'],
    ['Geneva in der Schweiz', 'certain, Genève GE'],
    ['Genève en Suisse', 'certain, Genève GE'],
    ['スイスのgeneva', 'certain, Genève GE'],
    ['イギリスのロンドン', 'certain, London GB'],
    // Other ways to type a name.
    ['Boulogne s/Mer', 'certain, Boulogne-sur-Mer FR'],
    ['Boulogne s Mer', 'likely'],
    ['Kings Lynn', 'certain, King’s Lynn GB'],
    ['Kings Lynn, England', 'certain, King’s Lynn GB'],
    ['Kings Lynn England', 'certain, King’s Lynn GB'],
    ["King's Lynn", 'certain, King’s Lynn GB'],
    ['Frankfurt a. M.', 'certain, Frankfurt am Main DE'],
    ['Frankfurt a.M.', 'certain, Frankfurt am Main DE'],
    [`Frankfurt a.${' '.repeat(46)}M.`, 'certain, Frankfurt am Main DE'],
    [`Frankfurt a.${' '.repeat(47)}M.`, 'likely'],
    ['Frankf. am Main', 'certain, Frankfurt am Main DE'],
    ['Frankfurt/Oder', 'certain, Frankfurt (Oder) DE'],
    ['Köln', 'certain, Köln DE, Köln-Mülheim DE'],
    ['Köln-Mülheim', 'certain, Köln-Mülheim DE'],
    ['Köln-Deutz', 'ask, Köln DE'],
    ['Linz an der Donau', 'ask, Linz AT, Linz DE'],
    ['Linz a.d. Donau', 'ask, Linz AT, Linz DE'],
    ['Saint Louis Miss.', 'certain, Saint Louis MO'],
    ['near Bonn', 'certain, Bonn DE, Bonnie Doon WI, New Bonn WI'],
    ['in der Nähe von Bonn', 'certain, Bonn DE, Bonnie Doon WI, New Bonn WI'],
    ['ロンドンの近く', 'certain, London GB'],
    ['New City York', 'likely'],
    ['München Stadt', 'certain, München DE, Garching bei München DE'],
    ['New York City', 'certain, New York City NY'],
    ['80331 München', 'certain, München DE, Garching bei München DE'],
    ['D-80331 München', 'certain, München DE, Garching bei München DE'],
    ['10125 Torino TO', 'certain, Torino IT'],
    ['Torino TO', 'certain, Torino IT'],
    ['1012 AB Bonn', 'certain, Bonn DE, Bonnie Doon WI, New Bonn WI'],
    ['London SW1A 1AA', 'certain, London GB, London ON'],
    ['神奈川県横浜市西区', 'certain, 横浜 JP'],
    ['〒220-0012 神奈川県横浜市西区', 'certain, 横浜 JP'],
    ['横浜市', 'certain, 横浜 JP'],
    ['東京都千代田区', 'ask, 東京 JP'],
    ['東京都横浜市', 'ask, 東京 JP'],
    ['st polten', 'certain, Sankt Pölten AT'],
    ['London Ontario England', 'likely'],
    ['Fft. am Main', 'certain, Frankfurt am Main DE'],
    ['Frft. am Main', 'likely'],
    ['Saint Louis Mi', 'ask, Saint Louis MO'],
    ['Frankfurt am Main Frankfurt', 'certain, Frankfurt am Main DE'],
    ['Boulogne sur Mer Portus Itius', 'likely'],
    ['Boulogne Portus Itius', 'likely'],
    ['神奈川県鎌倉市', 'likely'],
    ['London Heathrow Airport', 'certain, London GB, London ON'],
    ['Airport Bonn', 'certain, Bonn DE'],
    ['Flughafen Köln Bonn', 'ask, Bonn DE, Köln DE'],
    ['aéroport de Genève', 'certain, Genève GE'],
    ['London LHR', 'certain, London GB'],
    ['Airport', 'likely'],
    ['one two three four five six London airport', 'likely'],
    ['one two three four five London airport', 'certain, London GB, London ON'],
    ['New York Airport', 'certain, New York City NY'],
    ['Mars', 'likely'],
    ['/Mars', 'likely'],
    [' , ', 'likely'],
  ])('finds for %s: %s', (query, expected) => {
    const found = towns.search(query, 3);
    const names = found.towns.map(({ name, country, region }) => `${name} ${region || country}`);
    expect([found.certainty, ...names].join(', ')).toBe(expected);
  });

  it('returns at most the requested number, and nothing for a text of more than 200 letters', () => {
    expect(towns.search('bon', 2).towns.map(({ name }) => name)).toEqual(['Bonn', 'Bonnie Doon']);
    expect(towns.search('Bonn'.padEnd(200), 1).towns).toHaveLength(1);
    expect(towns.search('Bonn'.padEnd(201), 1)).toEqual({ towns: [], certainty: 'likely' });
  });

  it.each([
    [100, 10, 'certain'],
    [99, 10, 'ask'],
  ])(
    'is certain of a town with %d thousand inhabitants beside one with %d: %s',
    (one, other, certainty) => {
      const pair = readTowns(`\n\nNew\tDE\t\t50\t7\t${one}\t\nNew\tUS\tIL\t40\t-90\t${other}\t`);
      expect(pair.search('new', 1).certainty).toBe(certainty);
    },
  );
});

const kmPerDegree = (6371 * Math.PI) / 180;
/** A list of towns to the north of 0° N 0° E, after some places far away. */
const northwards = (before: number, ...away: readonly (readonly [name: string, km: number])[]) =>
  readTowns(
    `\n\n${[
      ...Array.from({ length: before }, (_, k) => ['Far', -60, k / 10] as const),
      ...away.map(([name, km]) => [name, km / kmPerDegree, 0] as const),
    ]
      .map(([name, latitude, longitude]) => `${name}\tDE\t\t${latitude}\t${longitude}\t9\t`)
      .join('\n')}`,
  );
const origin = { latitude: 0, longitude: 0 };

describe('nearest in a small list', () => {
  it.each<[string, number, (readonly [string, number])[], string | null]>([
    [
      'one of the 500 largest cities within 10 km',
      499,
      [
        ['City', 9.9],
        ['Village', 0],
      ],
      'City',
    ],
    [
      'no such city beyond 10 km',
      499,
      [
        ['City', 10.1],
        ['Village', 9],
      ],
      'Village',
    ],
    [
      'the town at the place beside a smaller city',
      500,
      [
        ['City', 9.9],
        ['Village', 0],
      ],
      'Village',
    ],
    [
      'the town within 50 m',
      500,
      [
        ['City', 9.9],
        ['Village', 0.049],
      ],
      'Village',
    ],
    [
      'the most populous within 10 km',
      500,
      [
        ['City', 9.9],
        ['Village', 0.051],
      ],
      'City',
    ],
    [
      'the nearest beyond 10 km',
      500,
      [
        ['A', 12],
        ['B', 11],
        ['C', 13],
      ],
      'B',
    ],
    ['none beyond the limit', 500, [['A', 20.1]], null],
    ['one within the limit', 500, [['A', 19.9]], 'A'],
  ])('returns %s', (_what, before, away, name) => {
    expect(northwards(before, ...away).nearest(origin, 20)?.name ?? null).toBe(name);
  });
});

it('around returns the first towns within a distance, in their order', () => {
  const list = northwards(0, ['A', 3], ['B', 5.1], ['C', 1], ['D', 4.9]);
  const names = (limit: number) => list.around(origin, 5, limit).map(({ name }) => name);
  expect([names(9), names(2), names(0)]).toEqual([['A', 'C', 'D'], ['A', 'C'], []]);
  const beside = readTowns('\n\nA\tDE\t\t60\t10.17\t9\t\nB\tDE\t\t60\t10.19\t9\t');
  expect(beside.around({ latitude: 60, longitude: 10 }, 10, 9).map(({ name }) => name)).toEqual([
    'A',
  ]);
});

it('largest returns the places of the first towns', () => {
  expect(towns.largest(2)).toEqual([
    { latitude: 51.508, longitude: -0.126 },
    { latitude: 40.714, longitude: -74.006 },
  ]);
  expect(towns.largest(0)).toEqual([]);
  expect(towns.largest(1000)).toHaveLength(29);
});

it('townInWords names the region, if it is known, and the country', () => {
  const name = (code: string): string => `country ${code}`;
  const [illinois] = towns.search('Springfield, Illinois', 1).towns;
  const [linz] = towns.search('Linz', 1).towns;
  expect([illinois, linz].map((town) => townInWords(town ?? expect.fail(), name))).toEqual([
    'Springfield, IL, country US',
    'Linz, country AT',
  ]);
});

describe('createAreas', () => {
  const codes = ['CD', 'CG', 'GB', 'GE', 'KR', 'NE', 'NG', 'US'];
  const lines = [
    'US\tGA\tgeorgia',
    'US\t01\talabama',
    'US\tIL\tillinois,いりのい',
    'KR\tA1\tulsan',
  ];
  const areas = createAreas(new Set(codes), lines);

  it.each([
    ['Congo', ['CD', 'CG']],
    ['georgia', ['GE', 'US GA']],
    ['GA', ['US GA']],
    ['01', []],
    ['A1', []],
    ['Alabama', ['US 01']],
    ['U.S.A.', ['US']],
    ['us', ['US']],
    ['Vereinigte Staaten', ['US']],
    ['アメリカ', ['US']],
    ['S Korea', ['KR']],
    ['South Korea', ['KR']],
    ['いりのい州', ['US IL']],
    ['georgia州', []],
    ['Nige', []],
    ['Mars', []],
    ['', []],
  ])('named %s: %j', (words, found) => expect([...areas.named(words)].sort()).toEqual(found));

  it.each([
    ['Niger', ['NE']],
    ['Nige', ['NE', 'NG']],
    ['Mars', []],
    ['', []],
  ])('matching %s: %j', (words, found) => expect([...areas.matching(words)].sort()).toEqual(found));
});
