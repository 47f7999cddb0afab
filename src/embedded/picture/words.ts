import { moonAt, onMeridian, siderealHours } from './almanac.ts';
import type { Day } from './day.ts';
import { pick, randomFrom } from './sky/random.ts';
import { type Landscape, motifOf, sceneOf } from './sky/scene.ts';

/** What is said of a day, in plain text. */
export interface Words {
  readonly title: string;
  readonly explanation: string;
  /** What the picture shows, for those who do not see it. */
  readonly alt: string;
}

const places: Readonly<Record<Landscape, readonly [string, ...string[]]>> = {
  peaks: ['Far Peaks', 'the Ridge', 'the High Pass', 'a Mountain Wall'],
  pines: ['the Pines', 'a Forest Edge', 'Wooded Hills', 'the Tree Line'],
  lake: ['Still Water', 'a Quiet Lake', 'the Far Shore', 'a Mountain Lake'],
};
const foregrounds: Readonly<Record<Landscape, string>> = {
  peaks: 'three ranges of mountains, the nearest almost black',
  pines: 'gentle hills with dark conifers in front',
  lake: 'low mountains and a still lake that mirrors them and the stars',
};

export function wordsOf(day: Day): Words {
  const { date } = day;
  // The midnight that ends the day: the night that the date is known for.
  const midnight = Date.parse(date) + 86_400_000;
  const moon = moonAt(midnight);
  const { palette, landscape } = motifOf(date);
  const place = pick(randomFrom(`${date} words`), places[landscape]);
  const clouds = `${palette.name} Clouds`;
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
    title: `${kinds[day.kind]} above ${place}`,
    explanation: explanationOf(date, palette.name.toLowerCase(), midnight, moon),
    alt: altOf(day, palette.name.toLowerCase()),
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
    `This sky is simulated: Overhead's embedded picture service drew it for ${date}, and its stars,`,
    `its ${colour} clouds and its land are to be found nowhere.`,
    `What is true of that night: around midnight the Moon is ${moon.phase},`,
    `${Math.round(moon.lit * 100)} % of its disc in sunlight.`,
    `The sidereal time is then close to ${hours} h ${minutes} min,`,
    `so for an observer at mid-northern latitudes ${onMeridian(sidereal)} stands near the meridian.`,
  ].join(' ');
}

const aspects = { landscape: 16 / 9, portrait: 3 / 4, panorama: 3.5, small: 4 / 3 } as const;

function altOf({ date, shape }: Day, colour: string): string {
  const { band, landscape } = sceneOf(date, aspects[shape]);
  const course =
    shape === 'panorama'
      ? 'arches over the whole view'
      : `${Math.abs(band.angle) > 0.95 ? 'rises steeply' : 'runs'} ${
          // Rows count downwards: a positive angle falls to the right.
          band.angle > 0
            ? 'from the lower right to the upper left'
            : 'from the lower left to the upper right'
        }`;
  return (
    `A drawn night sky full of stars, some with four rays. The Milky Way ${course}, with dark lanes of ` +
    `dust and ${colour} clouds of gas. Below: ${foregrounds[landscape]}.`
  );
}
