import { expect, it } from 'vitest';
import { openableUrl } from '#platform/windows/link-hosts.ts';
import { languages } from '../language/language.ts';
import { translatedPageOf } from './translated-page.ts';

const date = '2013-06-16';

it('translatedPageOf returns the page of the day on the volunteers’ site', () => {
  expect(translatedPageOf({ date }, 'de')).toBe('https://starobserver.org/ap130616');
  expect(translatedPageOf({ date }, 'fr')).toBe('https://www.cidehom.com/apod.php?_date=130616');
});

it('translatedPageOf returns only addresses that the app can open', () => {
  const found = languages.flatMap((language) => translatedPageOf({ date }, language) ?? []);
  expect(found.map((address) => openableUrl(address)?.href)).toEqual(found);
});

it('translatedPageOf returns null in English, and for a simulated picture', () => {
  expect(translatedPageOf({ date }, 'en')).toBeNull();
  expect(translatedPageOf({ date, simulated: true }, 'de')).toBeNull();
});
