import { moonAt, onMeridian, siderealHours } from './almanac.ts';
import { countDays, firstDay } from './calendar.ts';
import type { Day } from './day.ts';
import type { Photo } from './photos.ts';

/** What is said of a day, in plain text. */
export interface Words {
  readonly title: string;
  readonly explanation: string;
  /** What the picture shows, for those who do not see it. */
  readonly alt: string;
}

const places: Readonly<Record<Photo['land'], readonly [string, ...string[]]>> = {
  peaks: ['Far Peaks', 'the Ridge', 'the High Pass', 'a Mountain Wall'],
  pines: ['the Pines', 'a Forest Edge', 'Wooded Hills', 'the Tree Line'],
  lake: ['Still Water', 'a Quiet Lake', 'the Far Shore', 'a Mountain Lake'],
};

export function wordsOf({ date, kind, photo }: Day): Words {
  // The midnight that ends the day: the night that the date is known for.
  const midnight = Date.parse(date) + 86_400_000;
  const moon = moonAt(midnight);
  // In turn: two days in a row may have the same picture.
  const names = places[photo.land];
  const place = names[countDays(firstDay, date) % names.length] ?? names[0];
  const clouds = `${photo.colour} Clouds`;
  const seen =
    moon.phase === 'new'
      ? `${clouds} & No Moon`
      : moon.phase === 'full'
        ? `A Full Moon's Night: ${clouds}`
        : clouds;
  const kinds = {
    image: seen,
    video: `Slowly across ${clouds}`,
    other: `${clouds} to Turn Around`,
  };
  return {
    title: `${kinds[kind]} above ${place}`,
    explanation: explanationOf(date, photo.colour.toLowerCase(), midnight, moon),
    alt: photo.alt,
  };
}

function explanationOf(
  date: string,
  colour: string,
  midnight: number,
  moon: { readonly phase: string; readonly lit: number },
): string {
  const sidereal = siderealHours(midnight);
  const hours = Math.floor(sidereal);
  const minutes = Math.floor((sidereal - hours) * 60);
  return [
    `This sky is simulated: Overhead's embedded picture service shows it for ${date}, and its stars,`,
    `its ${colour} clouds and its land are to be found nowhere.`,
    `What is true of that night: around midnight the Moon is ${moon.phase},`,
    `${Math.round(moon.lit * 100)} % of its disc in sunlight.`,
    `The sidereal time is then close to ${hours} h ${minutes} min,`,
    `so for an observer at mid-northern latitudes ${onMeridian(sidereal)} stands near the meridian.`,
  ].join(' ');
}
