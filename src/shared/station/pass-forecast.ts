import type { Failure } from '../failure.ts';
import { isFarFromClock, passSpan } from './sky/pass-span.ts';
import type { HiddenReason, Pass } from './sky/pass.ts';
import type { Station } from './station.ts';
import { clockTime, until } from '../time-words.ts';
import { describeFailure } from '../words.ts';

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
 * The passes over the person's place. Unknown, none and not visible are different states; every view switches on this
 * one value. `until` (milliseconds since the Unix epoch) is how far ahead passes are known.
 */
export type PassForecast =
  | { readonly kind: 'unknown'; readonly why: PassesUnknown }
  | { readonly kind: 'none'; readonly until: number }
  /** There are passes, and none of them can be seen; `reasons`: why not, the most frequent first. */
  | {
      readonly kind: 'hidden';
      readonly next: Pass;
      readonly reasons: readonly HiddenReason[];
      readonly until: number;
    }
  | {
      readonly kind: 'visible';
      /** The next pass, visible or not; it may be under way. */
      readonly next: Pass;
      readonly nextVisible: Pass;
      readonly until: number;
    };

type Known = Pick<
  Station,
  'fix' | 'observer' | 'passes' | 'passesUntil' | 'passesExpectedAt' | 'polling'
>;

/** Why there is no position. */
export function positionUnknown({
  fix,
  polling,
}: Pick<Station, 'fix' | 'polling'>): PositionUnknown {
  if (polling.mode === 'paused') return { kind: 'paused' };
  return fix.status === 'failed'
    ? { kind: 'no-answer', failure: fix.failure }
    : { kind: 'waiting' };
}

/** Pure; `now` is in milliseconds since the Unix epoch. */
export function passForecast(station: Known, now: number): PassForecast {
  const { observer, passes, passesUntil } = station;
  if (observer === null) return { kind: 'unknown', why: { kind: 'no-observer' } };
  const why = notLearned(station, now);
  if (passesUntil === null || passesUntil <= now) return { kind: 'unknown', why };
  const coming = passes.filter((pass) => passSpan(pass).to * 1000 > now);
  const [next] = coming;
  if (next === undefined) {
    // While the orbit is being learned, no pass in the next hours does not mean that there is none later.
    const isLearning = why.kind === 'learning' && passesUntil - now < learnedMs;
    return isLearning ? { kind: 'unknown', why } : { kind: 'none', until: passesUntil };
  }
  const nextVisible = coming.find(({ visible }) => visible);
  if (nextVisible !== undefined) return { kind: 'visible', next, nextVisible, until: passesUntil };
  return { kind: 'hidden', next, reasons: reasonsOf(coming), until: passesUntil };
}

function notLearned(station: Known, now: number): PassesUnknown {
  const position = positionUnknown(station);
  if (position.kind !== 'waiting') return position;
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

/** Why a pass cannot be seen, as the end of a sentence. */
export const hiddenWords: Readonly<Record<HiddenReason, string>> = {
  'in-shadow': 'in the Earth’s shadow',
  daylight: 'in daylight',
  'too-low': 'too low while it is lit',
};

export const reasonsInWords = (reasons: readonly HiddenReason[]): string =>
  reasons.map((reason) => hiddenWords[reason]).join(' or ');

/** Why there is no position, without a capital and without a full stop. */
export function positionUnknownInWords(why: PositionUnknown): string {
  switch (why.kind) {
    case 'paused':
      return 'not known while paused';
    case 'no-answer':
      return describeFailure(why.failure);
    case 'waiting':
      return 'waiting for the first position';
  }
}

/** Text in place of the next pass, without a capital and without a full stop. */
export function passesUnknownInWords(why: PassesUnknown): string {
  switch (why.kind) {
    case 'no-observer':
      return 'known once you say where you are';
    case 'paused':
      return 'not known while paused';
    case 'no-answer':
      return 'not known without a position';
    case 'learning':
      return why.minutes === null
        ? 'not known yet, the orbit is being learned'
        : `known in ${aboutInWords(why.minutes)}`;
  }
}

/** The same in one or two whole sentences. */
export function passesUnknownSentence(why: PassesUnknown): string {
  switch (why.kind) {
    case 'no-observer':
      return 'Passes are known once you say where you look from.';
    case 'paused':
      return 'Passes are not known: the app asks for no position while it is paused.';
    case 'no-answer':
      return `Passes are not known: ${describeFailure(why.failure)}.`;
    case 'learning':
      return why.minutes === null
        ? 'The orbit is being learned; passes are not known yet.'
        : `The orbit is being learned: passes are known in ${aboutInWords(why.minutes)}.`;
  }
}

/** The next pass, or why none is named; `isNow`: it is under way. */
export function nextPassInWords(
  station: Known,
  now: number,
): { readonly isNow: boolean; readonly words: string } {
  const forecast = passForecast(station, now);
  switch (forecast.kind) {
    case 'unknown':
      return { isNow: false, words: passesUnknownInWords(forecast.why) };
    case 'none':
      return { isNow: false, words: `none in the next ${aheadInWords(forecast.until, now)}` };
    case 'hidden':
    case 'visible':
      return passInWords(forecast.next, station.observer, now);
  }
}

function passInWords(
  pass: Pass,
  observer: Station['observer'],
  now: number,
): { isNow: boolean; words: string } {
  const { from, to } = passSpan(pass);
  const height = `${Math.round(pass.peak.elevation)}°`;
  const hidden = pass.reason === null ? '' : `, ${hiddenWords[pass.reason]}`;
  const isFar = observer !== null && isFarFromClock(observer.longitude, now);
  const clock = isFar ? ', by this computer’s clock' : '';
  if (from * 1000 <= now) {
    const sight = hidden === '' ? 'visible ' : '';
    return {
      isNow: true,
      words: `${sight}until ${clockTime(to * 1000)}, ${height}${hidden}${clock}`,
    };
  }
  const light = hidden === '' ? ', visible' : hidden;
  return { isNow: false, words: `${until(from * 1000, now)}, ${height}${light}${clock}` };
}

/** Rounds as coarsely as the estimate is uncertain. */
function aboutInWords(minutes: number): string {
  if (minutes <= 3) return 'a few minutes';
  if (minutes < 57.5) return `about ${Math.max(5, Math.round(minutes / 5) * 5)} minutes`;
  const hours = Math.round(minutes / 60);
  return hours === 1 ? 'about an hour' : `about ${hours} hours`;
}

const hourMs = 3600_000;

/** The orbit counts as learned when passes are known this far ahead, milliseconds. */
export const learnedMs = 24 * hourMs;

/** Passes are predicted this far ahead, milliseconds. */
export const forecastMs = 5 * 24 * hourMs;

/** Whether passes are known less far ahead than they are predicted. They are computed again once an hour. */
export const isShort = (until: number, now: number): boolean =>
  until - now < forecastMs - 2 * hourMs;

/** How far ahead that is, after “the next”: `five days`, `2 days`, `14 hours`. */
export function aheadInWords(until: number, now: number): string {
  if (!isShort(until, now)) return 'five days';
  const hours = Math.max(1, Math.floor((until - now) / hourMs));
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return hours === 1 ? 'hour' : `${hours} hours`;
}
