import { moonAt, onMeridian, siderealHours } from './almanac.ts';
import { between, pick, randomFrom } from './sky/random.ts';
import { type Landscape, sceneOf } from './sky/scene.ts';

/** What the picture service answers (specification 2.3), for days with a picture. */
export interface PictureRecord {
  readonly copyright?: string;
  readonly date: string;
  readonly explanation: string;
  readonly hdurl?: string;
  readonly media_type: 'image';
  readonly service_version: 'v1';
  readonly title: string;
  readonly url: string;
}

const places: Readonly<Record<Landscape, readonly [string, ...string[]]>> = {
  peaks: ['Far Peaks', 'the Ridge', 'the High Pass', 'a Mountain Wall'],
  pines: ['the Pines', 'a Forest Edge', 'Wooded Hills', 'the Tree Line'],
  lake: ['Still Water', 'a Quiet Lake', 'the Far Shore', 'a Mountain Lake'],
};

/**
 * The record of a day.
 *
 * @param date `YYYY-MM-DD`
 * @param origin where the pictures are served, such as `http://127.0.0.1:8080`
 * @param hd whether to name the high resolution
 */
export function recordOf(date: string, origin: string, hd: boolean): PictureRecord {
  const random = randomFrom(`${date} words`);
  const { palette, landscape } = sceneOf(date);
  const place = pick(random, places[landscape]);
  const at = `${origin}/image/${date}`;
  const signed = between(random, 0, 3) < 1;
  return {
    ...(signed ? { copyright: 'The Overhead authors' } : {}),
    date,
    explanation: explanationOf(date, palette.name.toLowerCase()),
    ...(hd ? { hdurl: `${at}/hd.png` } : {}),
    media_type: 'image',
    service_version: 'v1',
    title: `${palette.name} Clouds above ${place}`,
    url: `${at}/standard.png`,
  };
}

function explanationOf(date: string, colour: string): string {
  // The midnight that ends the day: the night that the date is known for.
  const midnight = Date.parse(`${date}T24:00:00Z`);
  const moon = moonAt(midnight);
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
