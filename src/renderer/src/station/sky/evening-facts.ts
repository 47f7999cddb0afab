import { m } from '#words';
import { formatLocale } from '#shared/language/language.ts';
import { compassInWords } from '#shared/station/sky/compass.ts';
import type { Evening } from '#shared/station/sky/evening.ts';
import { clockTime } from '#renderer/ui/clock-time.ts';
import { shareInWords } from '#shared/words.ts';
import { bodyInWords, phaseInWords } from './sky-words.ts';

interface EveningFacts {
  readonly sun: string;
  /** The twilights to come; empty once it is dark. */
  readonly twilight: readonly string[];
  readonly moon: string;
  /** The facts about the Moon in a short form, for little space. */
  readonly moonBriefly: string;
  /**
   * The bright planets; null if there are none, and from an hour after nightfall on, because the planets may have set.
   */
  readonly planets: string | null;
}

/** For how many seconds after nightfall the planets are named. */
const planetsShownSeconds = 3600;

/**
 * Describes the evening.
 *
 * @param now milliseconds since the Unix epoch
 */
export function eveningFacts(evening: Evening, now: number): EveningFacts {
  const { nightfall, planets, moon } = evening;
  const t = now / 1000;
  const litShare = shareInWords(moon.lit);
  const hasPlanets =
    planets.length > 0 && nightfall !== null && t < nightfall + planetsShownSeconds;
  return {
    sun: sunInWords(evening, t),
    twilight: twilightInWords(evening, t),
    moon: m.evening_moon({ phase: phaseInWords(moon.phase), lit: litShare }),
    moonBriefly: m.evening_moon_brief({ lit: litShare }),
    planets: hasPlanets
      ? m.evening_planets({
          planets: new Intl.ListFormat(formatLocale(), { type: 'unit' }).format(
            planets.map(({ body, azimuth }) =>
              m.evening_planet({ planet: bodyInWords(body), direction: compassInWords(azimuth) }),
            ),
          ),
        })
      : null,
  };
}

function sunInWords({ sunset, sunrise, isSunUp }: Evening, t: number): string {
  if (sunset !== null && t < sunset) return m.evening_sunset({ clock: clockTime(sunset) });
  if (sunrise !== null) return m.evening_sunrise({ clock: clockTime(sunrise) });
  return isSunUp ? m.evening_sun_up() : m.evening_sun_down();
}

function twilightInWords({ nightfall, darkness }: Evening, t: number): string[] {
  if (nightfall === null) return [];
  const dusk = t < nightfall ? [m.evening_dusk({ clock: clockTime(nightfall) })] : [];
  if (darkness === null) return [...dusk, m.evening_not_dark()];
  return t < darkness ? [...dusk, m.evening_dark({ clock: clockTime(darkness) })] : dusk;
}
