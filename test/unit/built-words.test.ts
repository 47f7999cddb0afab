import { afterAll, describe, expect, it } from 'vitest';
import { m } from '#words';
import { noticesFor } from '#notifications/rules.ts';
import { passesInWords as passesOnCommandLine } from '#station/passes-answer.ts';
import { transitsInWords } from '#station/transits-answer.ts';
import { trayToolTip } from '#tray/lines.ts';
import { noonMs, observerAtNoon, passAt } from '#test/support/any-state.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { sunTransit } from '#test/support/transits.ts';
import { attachedInWords } from '#shared/journal/attached-subject.ts';
import { fullTimeInWords } from '#renderer/journal/dates.ts';
import { periodInWords } from '#renderer/journal/nights.ts';
import { postFromPass } from '#renderer/journal/post-start.ts';
import {
  conjunctionInWords,
  conjunctionSentence,
  darknessInWords,
  phaseInWords,
  twilightInWords,
} from '#renderer/station/sky/sky-words.ts';
import {
  directionsInWords,
  lookUpInWords,
  visiblePassInWords,
} from '#renderer/station/visible-pass.ts';
import { exactTime } from '#renderer/ui/clock-time.ts';
import { timeWithTenths } from '#renderer/station/record/record-words.ts';
import { quotaInWords } from '#renderer/status/service-lines.ts';
import { resolveLanguage, setLanguage, type LanguageState } from '#shared/language/language.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { burnInWords } from '#shared/station/burn-words.ts';
import { changeInWords } from '#shared/station/change-words.ts';
import {
  passInWords,
  passesUnknownInWords,
  positionUnknownInWords,
  reasonsInWords,
} from '#shared/station/pass-forecast.ts';
import { unknownStation } from '#shared/station/station.ts';
import {
  chanceInWords,
  lineCertainty,
  lookInWords,
  motionInWords,
  silhouetteInWords,
  standPlaceInWords,
  timeCertainty,
  wayInWords,
} from '#shared/station/transit-words.ts';
import type { AppState } from '#shared/state.ts';
import {
  calendarDay,
  clockTime,
  countdownInWords,
  dayAndTime,
  dayInWords,
  dueInWords,
  intervalInWords,
  sinceTime,
  untilClock,
  untilInWords,
  untilTime,
  zonedTime,
} from '#shared/time-words.ts';
import { compassInWords } from '#shared/station/sky/compass.ts';
import { importInWords } from '#renderer/journal/file-words.ts';
import { asSentence, joinParts } from '#shared/words.ts';

const locales: readonly LanguageState[] = [
  { language: 'en', formats: 'en-US' },
  { language: 'en', formats: 'en-GB' },
  { language: 'en', formats: 'en-CA' },
  { language: 'de', formats: 'de-DE' },
  { language: 'de', formats: 'de-CH' },
  { language: 'es', formats: 'es-ES' },
  { language: 'es', formats: 'es-MX' },
  { language: 'fr', formats: 'fr-FR' },
  { language: 'fr', formats: 'fr-CA' },
  { language: 'ja', formats: 'ja-JP' },
];
/** Each locale with its own clock, and with clocks of 12 and 24 hours. */
const states = locales.flatMap(({ language, formats }) =>
  (['automatic', '12', '24'] as const).map((hours) =>
    resolveLanguage(language, [formats], { units: 'automatic', hours }),
  ),
);

const at = (day: number, hours: number, minutes = 0): number =>
  new Date(2026, 10, day, hours, minutes).getTime();
const now = noonMs;
/** Times of the current day (one o’clock, the afternoon), its end, another day, the first of a month, the last year. */
const times = [
  at(20, 1, 5),
  at(20, 13, 5),
  at(20, 17, 33),
  at(21, 0),
  at(29, 23, 30),
  at(31, 5, 3),
  new Date(2025, 4, 1, 5, 3).getTime(),
];

/** Reasons why no pass is visible, in lists of one to three. */
const reasonLists = (): string[] => [
  reasonsInWords(['too-low']),
  reasonsInWords(['too-low', 'in-shadow']),
  reasonsInWords(['daylight', 'in-shadow', 'too-low']),
];

const passesInWords = (): string[] =>
  [-5, 60, 3 * 24 * 60]
    .flatMap((minutes) =>
      [passAt(minutes), passAt(minutes, { visible: true, reason: null })].map((pass) => {
        const { isNow, words } = passInWords(pass, null, now);
        return isNow
          ? [m.tray_passing_now, m.glance_look_up_until, m.forecast_now].map((of) =>
              of({ pass: words }),
            )
          : [m.tray_next_pass, m.glance_look_up_at].map((of) => of({ pass: words }));
      }),
    )
    .flat();

const conjunctions = () =>
  (['above', 'below', 'left', 'right'] as const).flatMap((side) =>
    [
      { body: 'moon' } as const,
      { body: 'venus' } as const,
      { star: { en: 'Aldebaran', fr: 'Aldébaran' }, magnitude: 0.9 } as const,
    ].flatMap((target) => {
      const one = {
        ...{ target, side, t: now / 1000, separation: 0.84, crosses: false },
        ...{ peak: 0, timeSigma: 0.2, separationSigma: 0.02 },
      } as Parameters<typeof conjunctionInWords>[0];
      return [conjunctionInWords(one), conjunctionSentence(one)];
    }),
  );

const observer = { ...observerAtNoon, latitude: 48.14 };
const transitsAhead = [
  sunTransit(now + 3_600_000),
  { ...sunTransit(now + 27 * 3_600_000), body: 'moon' as const, distanceKm: 0.4 },
  { ...sunTransit(now + 9 * 86_400_000), goodAt: at(27, 1, 5) / 1000, lineSigmaKm: 2 },
];

/** A state with the given passes and with transits, a burn and a changed pass. */
const stateOf = (passes: AppState['station']['passes']): AppState => ({
  ...emptyContent,
  revision: 1,
  services: { source: 'live', simulated: false },
  settings: {
    ...defaultSettings,
    wallpaper: { ...defaultSettings.wallpaper, enabled: true },
    station: {
      ...defaultSettings.station,
      alerts: { ...defaultSettings.station.alerts, enabled: true },
    },
  },
  picture: {
    status: 'ready',
    last: dayPicture('2026-11-20', { credit: 'A. Author' }),
    lastAt: now,
    at: now,
  },
  station: {
    ...unknownStation,
    observer,
    passes,
    passesUntil: at(25, 12),
    alerts: passes,
    transits: { list: transitsAhead, until: at(30, 12) },
    burn: { at: at(20, 9, 5), sigmaSeconds: 600, raisedKm: 1.7, sigmaKm: 0.1, detectedAt: now },
  },
});

const noticesAndLines = (): string[] =>
  [passAt(60), passAt(75, { visible: true, reason: null }), passAt(-5), passAt(1500)].flatMap(
    (pass) => {
      const state = stateOf([pass]);
      const { title, words } = visiblePassInWords(state, now);
      return [
        ...noticesFor(state, new Set(), now).flatMap((notice) => [notice.title, notice.body]),
        ...trayToolTip(state, now, 'linux').split('\n'),
        ...passesOnCommandLine(state, now, { days: null, visible: false }),
        ...transitsInWords(state, now),
        title,
        words,
        lookUpInWords(state, now),
        ...postFromPass(pass, { now, simulated: false, seen: { at: at(20, 13, 5), sky: [] } })
          .body.split('\n')
          .slice(1),
      ];
    },
  );

const changes = (): string[] =>
  [null, -600, 45, 600].flatMap((shift) => {
    const peak = at(20, 19, 30) / 1000;
    const current =
      shift === null ? null : { peak: peak + shift, from: peak + shift - 60, visible: true };
    return [
      changeInWords({ predicted: { peak, visible: true }, current }, now),
      changeInWords({ predicted: { peak, visible: false }, current }, now),
    ];
  });

const skies = (): string[] => {
  const moments = (...hours: number[]): [number, number, number, number] =>
    hours.map((hour) => at(20, hour, 5) / 1000) as [number, number, number, number];
  const night = { dusk: moments(16, 17, 18, 19), dawn: moments(7, 6, 5, 4), highest: 20 };
  return [
    ...[-50, -16, -3, 2].flatMap((lowest) => darknessInWords({ ...night, lowest })),
    ...[20, -3, -9, -15, -40].map(twilightInWords),
    ...[0, 45, 90, 135, 180, 225, 270, 315].map((phase) =>
      m.sky_moon_down({ phase: phaseInWords(phase), lit: '78%' }),
    ),
  ];
};

const transitTexts = (): string[] =>
  transitsAhead.flatMap((transit) => [
    chanceInWords(transit),
    lineCertainty(transit, now),
    ...lookInWords(transit, observer),
    motionInWords(transit),
    silhouetteInWords(transit),
    wayInWords(transit, observer),
    timeCertainty(transit.timeSigma, transit.t, now),
  ]);

const directions = (): string[] => [
  ...[0, 45, 90, 135, 180, 225, 270, 315].flatMap((azimuth) => {
    const direction = compassInWords(azimuth);
    return [
      m.sky_facing({ direction }),
      m.station_where_to_look({ direction, height: 30 }),
      m.sky_transit_stand({ km: '12 km', direction }),
      m.glance_way_in({ direction }),
      m.glance_way({ from: direction, to: compassInWords(azimuth + 180) }),
    ];
  }),
  ...[false, true].map((isFar) => directionsInWords(passAt(60), isFar)),
];

/** Texts that code builds of messages, times, names and counts, in the current language. */
const builtTexts = (): string[] => [
  ...noticesAndLines(),
  ...changes(),
  ...skies(),
  ...transitTexts(),
  ...[1.7, -0.8].map((raisedKm) =>
    burnInWords(
      { at: at(20, 9, 5), sigmaSeconds: 600, raisedKm, sigmaKm: 0.1, detectedAt: now },
      now,
    ),
  ),
  ...[1, 30, 60, 180].flatMap((minutes) =>
    passesUnknownInWords({ kind: 'learning', minutes: minutes }),
  ),
  ...[0, 59_000, 15 * 60_000, 6.5 * 3_600_000, 51 * 3_600_000].flatMap((ms) => [
    m.station_in({ duration: countdownInWords(ms) }),
    m.station_left({ duration: countdownInWords(ms) }),
    m.station_polling_every({ duration: intervalInWords(ms / 1000) }),
    m.status_next_request({ when: dueInWords(now + ms, now) }),
  ]),
  ...times.flatMap((time) => [
    attachedInWords(
      { kind: 'pass', at: time, path: { rise: 1, peak: 90, height: 20, set: 180 } },
      now,
    ),
    m.updates_newest({ when: untilInWords(time, now) }),
    m.journal_recovered_gone_backup({ when: fullTimeInWords(time) }),
  ]),
  ...times.flatMap((time) => [
    m.app_paused_until({ until: untilTime(time, now) }),
    m.journal_outbox_held({ until: untilTime(time, now) }),
    m.station_short({ until: untilTime(time, now) }),
    m.status_no_network_since({ since: sinceTime(time, now) }),
    m.station_no_news({ since: sinceTime(time, now) }),
    m.status_last_answer({ when: untilInWords(time, now) }),
    m.journal_seen_at({ clock: exactTime(time / 1000) }),
    periodInWords(time, now),
    dayInWords(time, now),
    untilClock(time),
  ]),
  ...['2026-05-01', '2026-11-21'].map((date) =>
    m.picture_of_day({ date: calendarDay(date, 'long') }),
  ),
  ...directions(),
  importInWords({ kind: 'imported', added: 2, known: 1 }),
  m.journal_years_ago({ count: 1, title: joinParts(['Orléans', '120 m']) }),
  asSentence(positionUnknownInWords({ kind: 'waiting' })),
  asSentence(m.forecast_paused()),
  m.glance_hidden_days({ count: 5, reasons: reasonsInWords(['too-low', 'in-shadow', 'daylight']) }),
  ...['Orléans', 'Le Havre', 'Paris'].flatMap((town) => [
    m.settings_place_near({ town, place: '47.9°' }),
    m.station_place_set_near({ town }),
    ...[0, 0.1].map((offset) =>
      standPlaceInWords(
        { latitude: 47.9 + offset, longitude: 1.9 },
        { name: town, latitude: 47.9, longitude: 1.9 },
      ),
    ),
  ]),
  ...[0, 1, 2, 999].flatMap((remaining) => {
    const quota = { remaining, limit: null, at: now };
    return quotaInWords({ quota } as Parameters<typeof quotaInWords>[0], now) ?? '';
  }),
  ...[1, 12_345].flatMap((count) => [
    m.app_posts_waiting({ count }),
    m.app_posts_refused({ count }),
    m.journal_imported({ count }),
    m.journal_imported_known({ count }),
    m.journal_exported({ count, path: '/p' }),
    m.dialog_exported({ count, path: '/p' }),
    m.status_view_posts({ count }),
  ]),
  ...reasonLists().map((reasons) => m.glance_hidden_hours({ count: 21, reasons })),
  ...passesInWords(),
  ...conjunctions(),
];

const rules: readonly (readonly [name: string, languages: readonly string[], pattern: RegExp])[] = [
  [
    'no second colon before the first dot in the middle',
    ['en', 'de', 'es', 'fr', 'ja'],
    /^[^·]*(?::\s|：)[^·.;、。]*(?::\s|：)/u,
  ],
  [
    'no full stop, comma or colon of Latin script after Japanese',
    ['ja'],
    /[ぁ-んァ-ヶ一-龠](?:[.,:;?!]| ?\((?![日月火水木金土]\)))/u,
  ],
  ['no space between Japanese and a value', ['ja'], /[ぁ-ん] \d|\d[°%]? [ぁ-ん]/u],
  ['an article that fits the direction', ['fr'], /\b(?:le|du|au) (?:est|ouest)\b/u],
  [
    'a singular for one',
    ['en', 'de', 'es'],
    /(?<!\d)1 (?:requests|Anfragen|solicitudes|rechazadas)/u,
  ],
  ['an article of the hour at one o’clock', ['es'], /\blas 0?1:|\bla (?:0?[02-9]|1\d):/u],
  [
    'elisions and contractions before names',
    ['fr'],
    /\b(?:de|que) [AEIOUÉÎaeiouéî]\p{L}|\b(?:à|de) Le /u,
  ],
  ['no lost contraction with the Moon', ['fr'], /par rapport à/u],
  ['the hours from 0 to 11 of a clock of 12 hours', ['ja'], /午[前後]12:/u],
  ['no ordinal hour', ['fr'], /1er h/u],
  ['no space between Japanese sentences', ['ja'], /。\s/u],
  ['the first of a month', ['fr'], /(?<![\d:,])\b1 (?:mai|novembre|décembre|nov\.|déc\.)/u],
  [
    'no range of days joined by a dash',
    ['en', 'de', 'es', 'fr', 'ja'],
    /(?<!:)\b\d{1,2}\s?[–～]\s?\d/u,
  ],
  [
    'no capital after a colon that is not a noun',
    ['de', 'es', 'fr'],
    /:\s(?:Heute|Morgen|Hoy|Mañana|Aujourd’hui|Demain)\b/u,
  ],
  [
    'a year for a time of the last year',
    ['en', 'de', 'es', 'fr', 'ja'],
    /^(?!.*2025).*\b(?:May 1|1 May|1\. Mai|1 may|1er mai)\b(?!.*2026)/iu,
  ],
  ['separators between the digits of a count', ['en', 'de', 'es', 'fr', 'ja'], /\d{5}/u],
  [
    'no conjunction between the reasons of a list',
    ['en', 'de', 'es', 'fr', 'ja'],
    /21 (?:hours|Stunden|horas|heures)\b.* (?:or|oder|o|u|ou) |21時間.*または/u,
  ],
  [
    'no double mark and no double space',
    ['en', 'de', 'es', 'fr', 'ja'],
    /[,:;。、：]{2}|\.\.|: :|\s{2}/u,
  ],
  [
    'a no-break space before the marks of French',
    ['fr'],
    /(?<![\u00a0\d]):(?!\d)|(?<!\u202f)[;?!»]/u,
  ],
  [
    'no message without the word for its value',
    ['en', 'de', 'es', 'fr', 'ja'],
    /undefined|null|\{/u,
  ],
];

const textsByFormats = new Map<string, readonly string[]>();

/** The texts in a locale. They are built once for all rules. */
function builtTextsIn(state: LanguageState): readonly string[] {
  setLanguage(state);
  const texts = textsByFormats.get(state.formats) ?? builtTexts();
  textsByFormats.set(state.formats, texts);
  return texts;
}

describe.each(rules)('texts that code builds have %s', (_name, languages, pattern) => {
  afterAll(() => setLanguage({ language: 'en', formats: 'en' }));

  it.each(states.filter(({ language }) => languages.includes(language)))(
    'in $language, $formats',
    (state) => {
      expect(builtTextsIn(state).filter((text) => pattern.test(text))).toEqual([]);
    },
  );
});

it.each(states)('all forms of a time have the same hour: in $language, $formats', (state) => {
  setLanguage(state);
  const morning = at(20, 5, 3);
  const hour = clockTime(morning).replace(/\D*(\d+).*/u, '$1');
  for (const text of [
    dayAndTime(morning, now),
    exactTime(morning / 1000),
    timeWithTenths(morning / 1000),
    zonedTime(morning),
    zonedTime(morning, '2-digit'),
  ])
    expect(text).toMatch(new RegExp(`(?<!\\d)${hour}\\D+03`, 'u'));
  setLanguage({ language: 'en', formats: 'en' });
});

it('times after “until” and “since” have the article of their hour in Spanish', () => {
  setLanguage({ language: 'es', formats: 'es-MX-u-hc-h12' });
  const plain = (text: string): string => text.replaceAll(/\s/gu, ' ');
  expect(plain(untilTime(at(20, 13, 5), now))).toBe('hasta la 1:05 p.m.');
  expect(plain(sinceTime(at(20, 2, 5), now))).toBe('desde las 2:05 a.m.');
  setLanguage({ language: 'es', formats: 'es-ES' });
  expect(plain(untilTime(at(20, 13, 5), now))).toBe('hasta las 13:05');
  expect(untilTime(at(21, 0), now)).toBe('hasta medianoche');
  setLanguage({ language: 'en', formats: 'en' });
});
