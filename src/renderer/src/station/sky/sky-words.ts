import { m } from '#words';
import { fixedFormat } from '#shared/language/formats.ts';
import { currentLanguage } from '#shared/language/language.ts';
import { compassInWords } from '#shared/station/sky/compass.ts';
import type { LocalHorizon } from '#shared/station/sky/local-horizon.ts';
import { apparentElevation } from '#shared/station/sky/refraction.ts';
import type { SkyPoint } from '#shared/station/sky/sky-arc.ts';
import type { BodyName, Conjunction, Night, Sky, SkyTarget } from '#shared/station/sky/sky.ts';
import { roundTo } from '#shared/round.ts';
import { secondsInWords } from '#shared/time-words.ts';
import { shareInWords } from '#shared/words.ts';
import { clockTime, exactTime } from '#renderer/ui/clock-time.ts';
import { isAboveHorizon, skyPointOf } from './sky-chart.ts';

const formatNumber = (value: number, digits: number): string =>
  fixedFormat(digits).format(roundTo(value, digits));

export function bodyInWords(body: BodyName): string {
  switch (body) {
    case 'sun':
      return m.sky_body_sun();
    case 'moon':
      return m.sky_body_moon();
    case 'mercury':
      return m.sky_body_mercury();
    case 'venus':
      return m.sky_body_venus();
    case 'mars':
      return m.sky_body_mars();
    case 'jupiter':
      return m.sky_body_jupiter();
    case 'saturn':
      return m.sky_body_saturn();
  }
}

/** The name of a body or a star. Some stars have a name in the user's language, others only the international one. */
export const targetInWords = (target: SkyTarget): string =>
  'body' in target ? bodyInWords(target.body) : (target.star[currentLanguage()] ?? target.star.en);

/** The Moon's phase is named within this many degrees of new, first quarter, full or last quarter. */
const phaseTolerance = 8;

/** The Moon's phase in words. @param phase degrees: 0 new, 90 first quarter, 180 full */
export function phaseInWords(phase: number): string {
  const wrappedPhase = ((phase % 360) + 360) % 360;
  if (wrappedPhase < phaseTolerance || wrappedPhase > 360 - phaseTolerance)
    return m.sky_phase_new();
  if (wrappedPhase < 90 - phaseTolerance) return m.sky_phase_waxing_crescent();
  if (wrappedPhase <= 90 + phaseTolerance) return m.sky_phase_first_quarter();
  if (wrappedPhase < 180 - phaseTolerance) return m.sky_phase_waxing_gibbous();
  if (wrappedPhase <= 180 + phaseTolerance) return m.sky_phase_full();
  if (wrappedPhase < 270 - phaseTolerance) return m.sky_phase_waning_gibbous();
  if (wrappedPhase <= 270 + phaseTolerance) return m.sky_phase_last_quarter();
  return m.sky_phase_waning_crescent();
}

/** The darkness of the sky in words. @param elevation of the Sun, degrees */
export function twilightInWords(elevation: number): string {
  const height = Math.round(Math.abs(elevation));
  if (elevation > 0) return m.sky_state_day({ height });
  if (elevation > -6) return m.sky_state_civil({ height });
  if (elevation > -12) return m.sky_state_nautical({ height });
  return elevation > -18 ? m.sky_state_astronomical({ height }) : m.sky_state_night({ height });
}

/** A height as the observer sees it, in whole degrees, at least 0. @param altitude of the observer, metres */
export const seenHeight = (elevation: number, altitude: number | null): number =>
  Math.max(0, Math.round(apparentElevation(elevation, altitude)));

/** The Moon at a point of the sky, in one sentence. @param altitude of the observer, metres */
export function moonInWords(
  { moon }: Pick<Sky, 'moon'>,
  point: SkyPoint,
  horizon: LocalHorizon,
  altitude: number | null,
): string {
  const words = { phase: phaseInWords(moon.phase), lit: shareInWords(moon.lit) };
  return isAboveHorizon(horizon, point)
    ? m.sky_moon_up({
        ...words,
        direction: compassInWords(point.azimuth),
        height: seenHeight(point.elevation, altitude),
      })
    : m.sky_moon_down(words);
}

/** The Sun and the Moon at the culmination of a pass that was seen, in sentences. */
export function seenSkyInWords(
  sky: Sky,
  horizon: LocalHorizon,
  altitude: number | null,
): readonly string[] {
  return sky.bodies.flatMap(({ body, direction }) => {
    const point = skyPointOf(direction);
    if (body === 'moon') return [moonInWords(sky, point, horizon, altitude)];
    if (body !== 'sun') return [];
    // The words for a brighter sky say that the station cannot be seen.
    if (point.elevation <= -6) return [twilightInWords(point.elevation)];
    const height = `${Math.round(Math.abs(point.elevation))}°`;
    return [
      point.elevation > 0 ? m.sky_transit_sun_up({ height }) : m.sky_transit_sun_down({ height }),
    ];
  });
}

/** The times of darkness in the night around a pass, in up to three sentences. */
export function darknessInWords({ dusk, dawn, lowest, highest }: Night): string[] {
  const [, civilDusk, nauticalDusk, fullDusk] = dusk;
  const [, civilDawn, nauticalDawn, fullDawn] = dawn;
  if (lowest > 0) return [m.sky_dark_midnight_sun()];
  if (lowest > -6) return [m.sky_dark_never({ height: Math.round(-lowest) })];
  const sentenceBetween = (
    from: number | null,
    to: number | null,
    words: (times: { from: string; to: string }) => string,
  ): string[] =>
    from === null || to === null ? [] : [words({ from: clockTime(from), to: clockTime(to) })];
  return [
    ...(highest < -6 ? [m.sky_dark_always()] : sentenceBetween(civilDusk, civilDawn, m.sky_dark)),
    ...sentenceBetween(nauticalDusk, nauticalDawn, m.sky_dark_nautical),
    ...(lowest > -18
      ? [m.sky_dark_not_fully()]
      : sentenceBetween(fullDusk, fullDawn, m.sky_dark_full)),
  ];
}

/** A French name after “au-dessus”: “de Jupiter”, “d’Aldébaran”. In the other languages, the name. */
function withFrenchOf(name: string): string {
  if (currentLanguage() !== 'fr') return name;
  return /^[aeiouyàâéèêëîïôûh]/i.test(name) ? `d’${name}` : `de ${name}`;
}

const distanceInWords = (
  target: SkyTarget,
  separation: number,
): { readonly separation: string; readonly target: string } => ({
  separation: `${formatNumber(separation, 1)}°`,
  target:
    'body' in target && target.body === 'moon'
      ? m.sky_near_moon()
      : withFrenchOf(targetInWords(target)),
});

/** A conjunction, such as `0.8° below Jupiter at 19:43:05`. */
export function conjunctionInWords({ target, t, separation, side, crosses }: Conjunction): string {
  const clock = exactTime(t);
  if (crosses) return m.sky_near_crosses({ clock });
  const words = { ...distanceInWords(target, separation), clock };
  switch (side) {
    case 'above':
      return m.sky_near_above(words);
    case 'below':
      return m.sky_near_below(words);
    case 'left':
      return m.sky_near_left(words);
    case 'right':
      return m.sky_near_right(words);
  }
}

/** A conjunction as a sentence, with the uncertainties (2 σ). */
export function conjunctionSentence(conjunction: Conjunction): string {
  const { target, t, separation, side, crosses } = conjunction;
  const figures = {
    clock: exactTime(t),
    degrees: `${formatNumber(Math.max(0.01, 2 * conjunction.separationSigma), 2)}°`,
    seconds: secondsInWords(Math.max(0.1, 2 * conjunction.timeSigma)),
  };
  if (crosses) return m.sky_passes_crosses(figures);
  const words = { ...distanceInWords(target, separation), ...figures };
  switch (side) {
    case 'above':
      return m.sky_passes_above(words);
    case 'below':
      return m.sky_passes_below(words);
    case 'left':
      return m.sky_passes_left(words);
    case 'right':
      return m.sky_passes_right(words);
  }
}
