import { m } from '#words';
import { joinParts } from '#shared/words.ts';
import { foldWords } from '#shared/fold-text.ts';
import { createAreas, type Area, type Areas } from './areas.ts';

/** A town of GeoNames. */
export interface Town {
  readonly name: string;
  /** ISO 3166-1, two letters. */
  readonly country: string;
  /** Letters of the region in countries that use them, such as `IL`; else empty. */
  readonly region: string;
  /** Degrees, north positive. */
  readonly latitude: number;
  /** Degrees, east positive. */
  readonly longitude: number;
}

/**
 * `certain`: the first town is meant, because it has the typed name and no other town of that name has a comparable
 * population. `ask`: several towns of comparable population have the typed name, or the typed area is unknown.
 * `likely`: no town has the typed name, and the first one is the best match.
 */
type Certainty = 'certain' | 'ask' | 'likely';

interface FoundTowns {
  readonly towns: readonly Town[];
  readonly certainty: Certainty;
}

export interface Towns {
  /**
   * The towns with the typed name in any language, then those whose name begins with it, then those that contain it
   * elsewhere; the most populous first. A country or a region after the name limits the result: `Springfield, IL`,
   * `London UK`. Empty for an empty query.
   */
  search(query: string, limit: number): FoundTowns;
  /** The places of the most populous towns, in order. */
  largest(count: number): readonly Coordinates[];
  /** The towns within a distance, the most populous first. */
  around(place: Coordinates, withinKm: number, limit: number): readonly Town[];
  /**
   * The large city within 10 km, else the town at a place, else the most populous within 10 km, else the nearest. Null
   * if none is within `withinKm`.
   */
  nearest(place: { latitude: number; longitude: number }, withinKm: number): Town | null;
}

/** A town with this many times the inhabitants of another of the same name is meant by the name alone. */
const certainRatio = 10;

/** Words that are written in several ways at the beginning of a name. */
const wordForms: readonly (readonly string[])[] = [
  ['st', 'saint', 'sankt'],
  ['ste', 'sainte'],
  ['ft', 'fort'],
  ['mt', 'mount'],
];

/** The folded name in each way of writing its first word. */
function formsOf(name: string): readonly string[] {
  const [firstWord = '', ...rest] = name.split(' ');
  const forms = rest.length === 0 ? undefined : wordForms.find(([short]) => short === firstWord);
  return forms?.map((form) => [form, ...rest].join(' ')) ?? [name];
}

/** What a line must have: a match of a global regular expression without line feeds, or each of these texts. */
type LinePattern = RegExp | readonly string[];

/**
 * Returns the lines of a text that match a pattern, in order, with their indices. It searches the text as a whole,
 * because a search in each line takes five times as long.
 *
 * @param text ends each line with a line feed
 */
function* matchingLines(
  text: string,
  pattern: LinePattern,
): Generator<{ readonly index: number; readonly line: string }> {
  const [first = '', ...others] = pattern instanceof RegExp ? [] : pattern;
  const positionFrom = (start: number): number => {
    if (!(pattern instanceof RegExp)) return text.indexOf(first, start);
    pattern.lastIndex = start;
    return pattern.exec(text)?.index ?? -1;
  };
  let [start, index] = [0, 0];
  for (let at = positionFrom(0); at !== -1; at = positionFrom(start)) {
    let end = text.indexOf('\n', start);
    for (; end < at; index += 1) {
      start = end + 1;
      end = text.indexOf('\n', start);
    }
    const line = text.slice(start, end);
    if (others.every((other) => line.includes(other))) yield { index, line };
    start = end + 1;
    index += 1;
  }
}

/** One way to understand a query: a folded name, and for each typed area the areas of which one must contain the town. */
interface QueryReading {
  readonly name: string;
  /** If it is given, the towns are searched by this pattern of whole names, and not by `name`. */
  readonly pattern?: LinePattern;
  readonly areas: readonly ReadonlySet<Area>[];
}

/** The longest text that is searched, in UTF-16 units: each of its words adds readings, and each reading reads all towns. */
const maxQueryLength = 200;
const maxPatternLength = 60;
const maxAbbreviationLength = 3;

/**
 * A pattern for names that are written with an apostrophe (`Kings Lynn`, `LAquila`) or whose words are typed as
 * abbreviations (`Frankfurt a. M.`, `Freiburg i.Br.`): it finds their letters in this order. Null for a long name.
 */
function patternOfName(typed: string): RegExp | null {
  if (typed.length > maxPatternLength) return null;
  const words = typed.split(/(?<=\.)|\s/u).flatMap((part) => {
    const word = foldWords(part);
    if (word === '') return [];
    if (!part.trim().endsWith('.'))
      return [word.replace(/^[dlo](?=.)/u, '$& ?').replace(/s$/u, ' ?s')];
    const letters = Array.from(word);
    return [
      letters.length > maxAbbreviationLength ? `${word}[^ ,]*` : `${letters.join('[^ ,]*')}[^ ,]*`,
    ];
  });
  return words.length === 0 ? null : new RegExp(`, ${words.join(' ')},`, 'gu');
}

/** Finds a town that has each of these names, such as `Paris CDG`. */
const wholeName = (...names: readonly string[]): LinePattern => names.map((name) => `, ${name},`);

/** Words that users write beside the town of an airport. */
const airportPattern =
  /(?<!\p{L})(?:international|airport|flughafen|aéroport|aeropuerto)(?!\p{L})(?: (?:de |von |d['’]))?|国際|空港/giu;

/** The towns whose names stand at the beginning or at the end of a text such as `London Heathrow Airport`. */
function readingsOfAirport(query: string): readonly QueryReading[] {
  const words = foldWords(query.replaceAll(airportPattern, '')).split(' ');
  if (!query.match(airportPattern) || words.length > 6) return [];
  return words
    .flatMap((_, k) => [words.slice(0, k + 1), words.slice(k)])
    .map((part) => part.join(' '))
    .filter((name) => name !== '')
    .map((name) => ({ name, pattern: wholeName(name), areas: [] }));
}

/** Words with which users say that they live near a town. */
const nearBefore =
  /^(?:near|close to|around|bei|nahe(?: bei| von)?|in der nähe von|cerca de|alrededor de|près de|autour de)\s/iu;
/** Words between a town and its country, folded: `Genf in der Schweiz`, `Lyon en France`. */
const linkAtEnd = / (?:in(?: the| der| den)?|en(?: el| la| los)?|aux?|del?)$/u;
/** The part after the name in `Linz an der Donau`. */
const riverAtEnd = / (?:a\. ?d\.|an der|am|ob der|bei|im) .*/u;
const nearAfter = /(?:の?近く|付近|周辺|近郊)$/u;

/**
 * The ways to understand a query, and a second choice if those find nothing. If that finds nothing either, the user is
 * asked about the towns of the approximate readings.
 */
interface Readings {
  readonly first: readonly QueryReading[];
  readonly second: readonly QueryReading[];
  readonly approximate: readonly QueryReading[];
}

/** The prefecture and the town of `神奈川県横浜市西区`, `北海道函館市` and `大阪市北区`. */
const japaneseAddress =
  /^(?:〒?[\d-]+\s*)?(北海道|\p{Script=Han}{2,3}?[都府県])?([\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]+?)[市区町村](?!\s*\p{Script=Han}+[都道府県]$)/u;

function readingsOfJapaneseAddress(address: string, areas: Areas): Omit<Readings, 'first'> {
  const [, prefecture = '', town = ''] = japaneseAddress.exec(address) ?? [];
  const area = areas.named(prefecture);
  const readingOf = (name: string): readonly QueryReading[] =>
    name === '' ? [] : [{ name, pattern: wholeName(name), areas: area.size === 0 ? [] : [area] }];
  // The city with the name of the prefecture is not far.
  return { second: readingOf(town), approximate: readingOf(prefecture.slice(0, -1)) };
}

/**
 * Returns the readings of a query as it was typed and without words such as "near". The second choice also has those
 * without a postal code, and the letters of an Italian province after the town of that code; with a shorter
 * name of a city; and the towns of airports.
 */
function readingsOfTyped(query: string, areas: Areas): Readings {
  const typed = query.normalize('NFKC').trim();
  const town = typed.replace(nearBefore, '').replace(nearAfter, '').trim();
  const variants = [...new Set([typed, town])].map((text) => readingsOf(text, areas));
  const withoutCode = town
    // `1012 AB Amsterdam`
    .replace(/(?<=\b\d{4} )\p{Lu}{2}(?!\p{L})/u, '')
    .replaceAll(/[^\s,;()]+/gu, (word) => (/\p{Nd}/u.test(word) ? ' ' : word))
    .trim();
  const shorter = [
    ...(withoutCode === town ? [] : [withoutCode, withoutCode.replace(/ \p{Lu}{2}$/u, '')]),
    town.replace(/ (?:city|stadt|ville|d\. ?[cf]\.?)$/iu, ''),
    town.replace(/(?<=\p{scx=Han})[都府県市]$/u, ''),
    // `Boulogne s/Mer`
    town.replace(/(?<= )s\/(?=\p{Lu})/u, 'sur '),
  ].filter((text) => text !== town);
  const japanese = readingsOfJapaneseAddress(town, areas);
  return {
    first: variants.flatMap(({ first }) => first),
    second: [
      ...variants.flatMap(({ second }) => second),
      ...shorter.flatMap((text) => {
        const { first, second } = readingsOf(text, areas);
        return [...first, ...second];
      }),
      ...japanese.second,
      ...readingsOfAirport(town),
    ],
    approximate: [...variants.flatMap(({ approximate }) => approximate), ...japanese.approximate],
  };
}

function readingsOf(query: string, areas: Areas): Readings {
  const whole = { name: foldWords(query), areas: [] };
  const [typedName = '', ...typedAreas] = query
    .split(/[,;:|>()、\t\n]/)
    .filter((part) => foldWords(part) !== '');
  const name = foldWords(typedName);
  const pattern = patternOfName(typedName);
  if (typedAreas.length > 0) {
    const wanted = typedAreas.map((area) => areas.matching(foldWords(area)));
    const known = wanted.filter((found) => found.size > 0);
    // `Germany, Berlin`
    const turned = [typedName, ...typedAreas].map(foldWords);
    const last = turned.pop() ?? '';
    const startAreas = turned.map((area) => areas.named(area));
    return {
      first: [{ name, areas: wanted }],
      second: [
        whole,
        ...(pattern === null ? [] : [{ name, pattern, areas: wanted }]),
        { name: last, pattern: wholeName(last), areas: startAreas },
      ],
      approximate: [{ name, pattern: wholeName(name), areas: known }],
    };
  }
  const words = name.split(' ');
  const atEnd: QueryReading[] = [];
  const atStart: QueryReading[] = [];
  const twoNames: QueryReading[] = [];
  const linked: QueryReading[] = [];
  for (let count = 1; count < words.length; count++) {
    const [start, end] = [words.slice(0, count), words.slice(count)].map((part) => part.join(' '));
    const [startAreas, endAreas] = [areas.named(start ?? ''), areas.named(end ?? '')];
    if (endAreas.size > 0) {
      linked.push({ name: (start ?? '').replace(linkAtEnd, ''), areas: [endAreas] });
      // "Springfield Illinois USA" has two areas.
      for (const inner of readingsOf(start ?? '', areas).first)
        atEnd.push({ name: inner.name, areas: [...inner.areas, endAreas] });
    }
    if (startAreas.size > 0) atStart.push({ name: end ?? '', areas: [startAreas] });
    if (words.length <= 4)
      twoNames.push({ name, pattern: wholeName(start ?? '', end ?? ''), areas: [] });
  }
  const [, country = '', townOfCountry = ''] = /(.+)の(.+)/u.exec(typedName) ?? [];
  const countryArea = areas.named(country);
  if (countryArea.size > 0) linked.push({ name: foldWords(townOfCountry), areas: [countryArea] });
  // "Ludwigshafen/Rhein" and "Köln-Mülheim".
  const firstPart = foldWords(typedName.split(/[-–/&]/u, 1)[0] ?? '');
  const [last = ''] = words.slice(-1);
  const start = typedName.trim().replace(/\s+\S+$/u, '');
  const startPattern = patternOfName(start);
  const shorterNames = [firstPart, foldWords(start), foldWords(typedName.replace(riverAtEnd, ''))];
  // "San Francisco Calif." and "Kings Lynn England".
  const shortened: readonly QueryReading[] =
    last.length < 3 || startPattern === null
      ? []
      : [{ name: foldWords(start), pattern: startPattern, areas: [areas.matching(last)] }];
  return {
    first: [whole, ...atEnd],
    second: [
      ...atStart,
      ...linked,
      ...twoNames,
      ...shortened,
      ...(pattern === null ? [] : [{ name, pattern, areas: [] }]),
    ],
    approximate: shorterNames
      .filter((shorter) => shorter !== name && shorter !== '')
      .map((shorter) => ({ name: shorter, pattern: wholeName(shorter), areas: [] })),
  };
}

/** Creates a search over the text that `compactPlaces` writes. */
export function readTowns(text: string): Towns {
  const separator = text.indexOf('\n\n');
  const lines = text.slice(separator + 2).split('\n');
  /**
   * The folded names of each line, in lines; folded at the first search. A comma and a space mark the start of a name, a
   * comma its end.
   */
  let foldedNames: string | null = null;
  const foldNames = (): string =>
    lines
      .map((line) => {
        const [name = '', , , , , , others = ''] = line.split('\t');
        return `, ${foldWords(name)}, ${others.replaceAll(',', ', ')},\n`;
      })
      .join('');
  let areas: Areas | null = null;
  const indexAreas = (): Areas =>
    createAreas(
      new Set(lines.map((line) => line.split('\t', 2)[1] ?? '').filter((code) => code !== '')),
      text.slice(0, separator).split('\n'),
    );
  const cellsOf = (index: number): readonly string[] => (lines[index] ?? '').split('\t');
  const townAt = (index: number): Town => {
    const [name = '', country = '', region = '', latitude, longitude] = cellsOf(index);
    return {
      name,
      country,
      region: /^[A-Z]/.test(region) ? region : '',
      latitude: Number(latitude),
      longitude: Number(longitude),
    };
  };
  const thousandsAt = (index: number): number => Number(cellsOf(index)[5]);
  /** Latitude and longitude of each line in turn, read at the first call. */
  let coordinateList: Float64Array | null = null;
  const coordinatesOf = (index: number): Coordinates => {
    coordinateList ??= Float64Array.from(
      lines.flatMap((line) => line.split('\t', 5).slice(3).map(Number)),
    );
    return {
      latitude: coordinateList[2 * index] ?? NaN,
      longitude: coordinateList[2 * index + 1] ?? NaN,
    };
  };
  const isInAreas = (index: number, wanted: QueryReading['areas']): boolean => {
    const [, country = '', region = ''] = cellsOf(index);
    return wanted.every((set) => set.has(country) || set.has(`${country} ${region}`));
  };

  /** The best rank of each matching line: 0 its name, 1 the start of its own name, 2 of a word, 3 elsewhere. */
  function rankLines(readings: readonly QueryReading[]): ReadonlyMap<number, number> {
    const ranks = new Map<number, number>();
    foldedNames ??= foldNames();
    for (const { name: typed, pattern, areas: wanted } of readings) {
      if (pattern !== undefined) {
        for (const { index } of matchingLines(foldedNames, pattern))
          if (isInAreas(index, wanted)) ranks.set(index, 0);
        continue;
      }
      for (const name of typed === '' ? [] : formsOf(typed)) {
        // Latin letters match only at the beginning of a word. Other scripts, some without spaces, match anywhere.
        const sought = /^[\p{Script=Latin} ]+$/u.test(name) ? ` ${name}` : name;
        for (const { index, line: names } of matchingLines(foldedNames, [sought])) {
          if (!isInAreas(index, wanted)) continue;
          const rank = names.includes(`, ${name},`)
            ? 0
            : names.startsWith(`, ${name}`)
              ? 1
              : names.includes(` ${name}`)
                ? 2
                : 3;
          ranks.set(index, Math.min(rank, ranks.get(index) ?? rank));
        }
      }
    }
    return ranks;
  }

  return {
    search(query, limit) {
      if (query.length > maxQueryLength) return { towns: [], certainty: 'likely' };
      areas ??= indexAreas();
      const { first, second, approximate } = readingsOfTyped(query, areas);
      let ranks = rankLines(first);
      if (ranks.size === 0) ranks = rankLines(second);
      const isApproximate = ranks.size === 0;
      if (isApproximate) ranks = rankLines(approximate);
      const indices = [...ranks.keys()].sort(
        (a, b) => (ranks.get(a) ?? NaN) - (ranks.get(b) ?? NaN) || a - b,
      );
      const [largest = 0, next] = indices.filter((index) => ranks.get(index) === 0);
      const isCertain =
        !isApproximate &&
        (next === undefined || thousandsAt(largest) >= certainRatio * thousandsAt(next));
      return {
        towns: indices.slice(0, limit).map(townAt),
        certainty: ranks.get(largest) !== 0 ? 'likely' : isCertain ? 'certain' : 'ask',
      };
    },

    largest: (count) =>
      Array.from({ length: Math.min(count, lines.length) }, (_, index) => coordinatesOf(index)),

    around(place, withinKm, limit) {
      const foundTowns: Town[] = [];
      const maxDegrees = withinKm / kmPerDegree;
      for (const index of lines.keys()) {
        if (foundTowns.length >= limit) break;
        const townPlace = coordinatesOf(index);
        if (Math.abs(townPlace.latitude - place.latitude) > maxDegrees) continue;
        if (distanceKm(townPlace, place) <= withinKm) foundTowns.push(townAt(index));
      }
      return foundTowns;
    },

    nearest(place, withinKm) {
      let city: Town | null = null;
      let nearestTown: Town | null = null;
      let nearestKm = withinKm;
      const maxDegrees = withinKm / kmPerDegree;
      for (const index of lines.keys()) {
        const { latitude } = coordinatesOf(index);
        if (Math.abs(latitude - place.latitude) > maxDegrees) continue;
        const town = townAt(index);
        const km = distanceKm(town, place);
        // Lines are sorted by population. A large city is better known than its districts.
        if (km <= cityRadiusKm && index < largeCityCount) return town;
        // The user chose the place by the name of this town.
        if (km <= samePlaceKm) return town;
        if (km <= cityRadiusKm) city ??= town;
        if (km <= nearestKm) [nearestTown, nearestKm] = [town, km];
      }
      return city ?? nearestTown;
    },
  };
}

const kmPerDegree = 111.2;
/**
 * A town that is nearer than this, in kilometres, is at the place itself. The list rounds coordinates more coarsely.
 */
const samePlaceKm = 0.05;
/** Number of cities with about a million inhabitants or more. */
const largeCityCount = 500;
/** The assumed radius of a city, kilometres. */
const cityRadiusKm = 10;
const radians = Math.PI / 180;

type Coordinates = Pick<Town, 'latitude' | 'longitude'>;

/** Great-circle distance on a sphere of the Earth's mean radius (haversine formula), accurate to 0.5 %. */
function distanceKm(a: Coordinates, b: Coordinates): number {
  const haversine = (degrees: number): number => Math.sin((degrees * radians) / 2) ** 2;
  const h =
    haversine(a.latitude - b.latitude) +
    Math.cos(a.latitude * radians) *
      Math.cos(b.latitude * radians) *
      haversine(a.longitude - b.longitude);
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The region, where it is known, and the country of a town, such as `IL, United States`. */
export function areaInWords(
  { region, country }: Town,
  countryName: (code: string) => string,
): string {
  const name = countryName(country);
  return region === '' ? name : joinParts([region, name]);
}

/** A town with its region and country, such as `Springfield, IL, United States`. */
export const townInWords = (town: Town, countryName: (code: string) => string): string =>
  m.places_town({ town: town.name, area: areaInWords(town, countryName) });
