import { m } from '#words';
import { failureSentence } from '../failure-words.ts';
import type { Failure } from '../failure.ts';
import { brightnessInWords } from './brightness-words.ts';
import { isFarFromClock, passSpan, seenPart } from './sky/pass-span.ts';
import type { HiddenReason, Pass } from './sky/pass.ts';
import type { Station } from './station.ts';
import { dayInWords, durationInWords, untilClock } from '../time-words.ts';

/** Why no position is known. */
type PositionUnknown =
  /** No requests are sent: paused, asleep, or the screen is locked. */
  | { readonly kind: 'paused' }
  /** The last request failed. */
  | { readonly kind: 'no-answer'; readonly failure: Failure }
  | { readonly kind: 'waiting' };

/** Why no passes are known. */
type PassesUnknown =
  | { readonly kind: 'no-observer' }
  | Exclude<PositionUnknown, { kind: 'waiting' }>
  /** `minutes`: estimate of the time left; null without an estimate. */
  | { readonly kind: 'learning'; readonly minutes: number | null };

/**
 * The passes over the user's place. Unknown, none and not visible are different states; every view switches on this one
 * value. Passes are known up to `until`, milliseconds since the Unix epoch.
 */
export type PassForecast =
  | { readonly kind: 'unknown'; readonly why: PassesUnknown }
  | { readonly kind: 'none'; readonly until: number }
  /** There are passes, but none is visible; `reasons`: why, the most frequent reason first. */
  | {
      readonly kind: 'hidden';
      readonly next: Pass;
      readonly reasons: readonly HiddenReason[];
      readonly until: number;
    }
  | {
      readonly kind: 'visible';
      /** The next pass, visible or not; it may be in progress. */
      readonly next: Pass;
      readonly nextVisible: Pass;
      readonly until: number;
    };

type KnownStation = Pick<
  Station,
  'fix' | 'observer' | 'passes' | 'passesUntil' | 'passesExpectedAt' | 'polling'
>;

/** Why there is no position. */
export function noPositionReason({
  fix,
  polling,
}: Pick<Station, 'fix' | 'polling'>): PositionUnknown {
  if (polling.mode === 'paused') return { kind: 'paused' };
  return fix.status === 'failed'
    ? { kind: 'no-answer', failure: fix.failure }
    : { kind: 'waiting' };
}

/** The forecast of passes by the state of the station. Pure; `now` is in milliseconds since the Unix epoch. */
export function passForecast(station: KnownStation, now: number): PassForecast {
  const { observer, passes, passesUntil } = station;
  if (observer === null) return { kind: 'unknown', why: { kind: 'no-observer' } };
  const unknownReason = noPassesReason(station, now);
  if (passesUntil === null || passesUntil <= now) return { kind: 'unknown', why: unknownReason };
  const comingPasses = passes.filter((pass) => passSpan(pass).to * 1000 > now);
  const [next] = comingPasses;
  if (next === undefined) {
    // While the orbit is uncertain, passes are known only for the next hours: there may be later passes even if none is
    // known.
    const isLearning = unknownReason.kind === 'learning' && passesUntil - now < learnedForecastMs;
    return isLearning
      ? { kind: 'unknown', why: unknownReason }
      : { kind: 'none', until: passesUntil };
  }
  const nextVisible = comingPasses.find(({ visible }) => visible);
  if (nextVisible !== undefined) return { kind: 'visible', next, nextVisible, until: passesUntil };
  return { kind: 'hidden', next, reasons: reasonsOf(comingPasses), until: passesUntil };
}

function noPassesReason(station: KnownStation, now: number): PassesUnknown {
  const positionReason = noPositionReason(station);
  if (positionReason.kind !== 'waiting') return positionReason;
  const { passesExpectedAt: at } = station;
  return { kind: 'learning', minutes: at === null ? null : Math.max(0, (at - now) / 60_000) };
}

function reasonsOf(passes: readonly Pass[]): readonly HiddenReason[] {
  const counts = Map.groupBy(
    passes.flatMap(({ reason }) => (reason === null ? [] : [reason])),
    (reason) => reason,
  );
  return [...counts].sort(([, a], [, b]) => b.length - a.length).map(([reason]) => reason);
}

/** The reason why a pass is not visible, without a full stop. */
export const hiddenReasonWords: Readonly<Record<HiddenReason, string>> = {
  get 'in-shadow'() {
    return m.forecast_hidden_shadow();
  },
  get daylight() {
    return m.forecast_hidden_daylight();
  },
  get 'too-low'() {
    return m.forecast_hidden_low();
  },
};

/** The reasons side by side: each is a phrase of its own. */
export const reasonsInWords = (reasons: readonly HiddenReason[]): string =>
  reasons.map((reason) => hiddenReasonWords[reason]).join(' · ');

/** Why there is no position. */
export function positionUnknownInWords(why: PositionUnknown): string {
  switch (why.kind) {
    case 'paused':
      return m.forecast_paused();
    case 'no-answer':
      return failureSentence(why.failure);
    case 'waiting':
      return m.forecast_waiting();
  }
}

/** Text in place of the next pass, without a full stop. */
export function passesUnknownInWords(why: PassesUnknown): string {
  switch (why.kind) {
    case 'no-observer':
      return m.forecast_no_observer();
    case 'paused':
      return m.forecast_paused();
    case 'no-answer':
      return m.forecast_no_answer();
    case 'learning':
      return why.minutes === null ? m.forecast_learning() : waitingTimeInWords(why.minutes);
  }
}

/**
 * The next visible pass in words; else the next pass with the reason why it is not visible; else the reason why no pass
 * is known. `isNow` is true while the pass is in progress.
 */
export function nextPassInWords(
  station: KnownStation,
  now: number,
): { readonly isNow: boolean; readonly words: string } {
  const forecast = passForecast(station, now);
  switch (forecast.kind) {
    case 'unknown':
      return { isNow: false, words: passesUnknownInWords(forecast.why) };
    case 'none':
      return { isNow: false, words: noPassInWords(forecast.until, now) };
    case 'hidden':
      return passInWords(forecast.next, station.observer, now);
    case 'visible':
      return passInWords(forecast.nextVisible, station.observer, now);
  }
}

/**
 * A pass in one line, in the same words in all views: `tomorrow 18:04 · 67° · 4 min, like Venus (magnitude −4.3)`.
 *
 * @param isNow whether the pass is in progress: the line then begins with the time at which the pass ends
 * @param now milliseconds since the Unix epoch
 */
export function passInWords(
  pass: Pass,
  observer: Station['observer'],
  now: number,
): { readonly isNow: boolean; readonly words: string } {
  const { from, top, to } = seenPart(pass);
  const isNow = from.t * 1000 <= now;
  const height = `${Math.round(top.elevation)}°`;
  const until = untilClock(to.t * 1000);
  const startWords = dayInWords(from.t * 1000, now);
  const duration = durationInWords(to.t - from.t);
  const brightness =
    pass.brightness === null ? m.forecast_visible() : brightnessInWords(pass.brightness.magnitude);
  const hiddenWords = pass.reason === null ? null : hiddenReasonWords[pass.reason];
  const words = isNow
    ? hiddenWords === null
      ? m.forecast_pass_now_visible({ until, height, brightness })
      : m.forecast_pass_now_hidden({ until, height, why: hiddenWords })
    : hiddenWords === null
      ? m.forecast_pass_visible({ when: startWords, height, duration, brightness })
      : m.forecast_pass_hidden({ when: startWords, height, why: hiddenWords });
  const isFar = observer !== null && isFarFromClock(observer.longitude, now);
  return { isNow, words: isFar ? m.forecast_by_clock({ pass: words }) : words };
}

/** Rounds to the accuracy of the estimate. */
function waitingTimeInWords(minutes: number): string {
  if (minutes <= 3) return m.forecast_in_moment();
  if (minutes < 57.5)
    return m.forecast_in_minutes({ count: Math.max(5, Math.round(minutes / 5) * 5) });
  return m.forecast_in_hours({ count: Math.round(minutes / 60) });
}

const hourMs = 3600_000;

/** The orbit counts as learned when passes are known this far ahead, milliseconds. */
export const learnedForecastMs = 24 * hourMs;

/**
 * Time span of fixes, seconds, after which passes are known a day ahead: 14 to 20 minutes in twenty simulated starts,
 * both with one fix in 5 s and with one a minute.
 */
export const minPathSeconds = 17 * 60;

/** Passes are predicted this far ahead, milliseconds. */
export const fullForecastMs = 5 * 24 * hourMs;

/** Whether passes are known less far ahead than the full forecast, which is computed once an hour. */
export const isForecastShort = (until: number, now: number): boolean =>
  until - now < fullForecastMs - 2 * hourMs;

/** How far ahead passes are known, in whole days or hours. */
export function forecastSpan(
  until: number,
  now: number,
): { readonly unit: 'days' | 'hours'; readonly count: number } {
  if (!isForecastShort(until, now)) return { unit: 'days', count: 5 };
  const hours = Math.max(1, Math.floor((until - now) / hourMs));
  return hours >= 48
    ? { unit: 'days', count: Math.floor(hours / 24) }
    : { unit: 'hours', count: hours };
}

/** The sentence for a forecast without a pass: `None in the next 5 days`. */
export function noPassInWords(until: number, now: number): string {
  const { unit, count } = forecastSpan(until, now);
  return unit === 'days' ? m.forecast_none_days({ count }) : m.forecast_none_hours({ count });
}
