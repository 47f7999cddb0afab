import { countDays, firstDay } from './calendar.ts';
import type { Day } from './day.ts';
import type { Photo } from './photos.ts';

/** The texts of a day, without HTML. */
export interface PictureWords {
  readonly title: string;
  readonly explanation: string;
  /** The alternative text, which describes the picture for users who cannot see it. */
  readonly alt: string;
}

const landPlaces: Readonly<Record<Photo['land'], readonly [string, ...string[]]>> = {
  peaks: ['Far Peaks', 'the Ridge', 'the High Pass', "the Giant's Wall"],
  pines: ['the Pines', 'a Forest Edge', 'Wooded Hills', 'the Tree Line'],
  lake: ['Still Water', "the Fisher's Lake", 'the Far Shore', 'a Mountain Lake'],
};
const foregrounds: Readonly<Record<Photo['land'], string>> = {
  peaks: 'Below the Milky Way stand three ranges of mountains, the nearest of them almost black.',
  pines: 'Below the Milky Way a line of pines stands against the last light on the horizon.',
  lake: 'Below the Milky Way a still lake mirrors the mountains and the stars.',
};

export function pictureWordsOf({ date, kind, photo }: Day): PictureWords {
  const { land, alt } = photo;
  const names = landPlaces[land];
  const place = names[countDays(firstDay, date) % names.length] ?? names[0];
  const clouds = `${photo.colour} Clouds`;
  const subjects = {
    image: clouds,
    video: `Slowly across ${clouds}`,
    other: `${clouds} to Turn Around`,
  };
  const explanation = [
    `This sky is simulated: Overhead's embedded picture service shows it for ${date}.`,
    `Its stars, its ${photo.colour.toLowerCase()} clouds and its land exist nowhere.`,
    foregrounds[land],
    'The service shows thirty drawn pictures in turn, so that the app can be tried without a network and',
    'without an API key. Choose the public services in the settings to see real pictures of the sky.',
  ].join(' ');
  return { title: `${subjects[kind]} above ${place}`, explanation, alt };
}

const entities: Readonly<Record<string, string>> = {
  '&': '&#038;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

/** Escapes plain text for HTML, using the same entities as WordPress. */
export function toHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
