import { afterEach, describe, expect, it } from 'vitest';
import { setLanguage } from '#shared/language/language.ts';
import { loadPlaceUnder } from './places.ts';

const placeUnder = await loadPlaceUnder();
afterEach(() => setLanguage({ language: 'en', formats: 'en' }));

describe('placeUnder', () => {
  it.each([
    ['over Brazil', -10, -52],
    ['over the United States', 39, -98],
    ['over the Democratic Republic of the Congo', -3, 23],
    ['over Lesotho', -29.5, 28.3],
    ['over South Africa', -29, 24],
    ['over Russia', 51.7, 108],
    ['over Russia, past the antimeridian', 66.5, -173],
    ['over Fiji', -16.6, 179],
    ['over Antarctica', -89.9, 10],
    ['over Antarctica, past the antimeridian', -86, -179.99],
    ['over the South Pacific Ocean', -30, -120],
    ['over the South Pacific Ocean', -45, 179.9],
    ['over the South Pacific Ocean', -50, -180],
    ['over the South Pacific Ocean', -20, -75],
    ['over the North Pacific Ocean', 35, -150],
    ['over the North Pacific Ocean', 12, -100],
    ['over the North Pacific Ocean', 40, 160],
    ['over the South Atlantic Ocean', -25, -15],
    ['over the South Atlantic Ocean', -45, -60],
    ['over the South Atlantic Ocean', -40, 19],
    ['over the North Atlantic Ocean', 35, -40],
    ['over the North Atlantic Ocean', 5, -45],
    ['over the North Atlantic Ocean', 46, -20],
    ['over the Indian Ocean', -30, 80],
    ['over the Indian Ocean', -40, 22],
    ['over the Indian Ocean', -12, 108],
    ['over the Indian Ocean', -5, 45],
    ['over the Southern Ocean', -62, 100],
    ['over the Arctic Ocean', 85, 0],
    ['over the Mediterranean Sea', 34, 20],
    ['over the Black Sea', 43, 35],
    ['over the Caspian Sea', 42, 51],
    ['over the Red Sea', 20, 38.5],
    ['over the Persian Gulf', 27, 51],
    ['over the Arabian Sea', 15, 65],
    ['over the Bay of Bengal', 14, 88],
    ['over the South China Sea', 13, 114],
    ['over the Philippine Sea', 20, 132],
    ['over the Sea of Japan', 40, 135],
    ['over the Sea of Okhotsk', 50, 149],
    ['over the Coral Sea', -18, 155],
    ['over the Tasman Sea', -38, 162],
    ['over the Gulf of Mexico', 25, -90],
    ['over the Caribbean Sea', 15, -75],
    ['over the Mozambique Channel', -18, 41.5],
    ['over the Bering Sea', 57, -178],
    ['over Hudson Bay', 60, -85],
    ['over the Great Australian Bight', -35, 130],
  ])('returns %s at %d, %d', (phrase, latitude, longitude) => {
    expect(placeUnder(latitude, longitude)).toBe(phrase.replace(/,.*/, ''));
  });

  it.each([
    ['de', 'über Brasilien', 'über den Vereinigten Staaten', 'über dem Südpazifik'],
    ['es', 'sobre Brasil', 'sobre Estados Unidos', 'sobre el Pacífico Sur'],
    ['fr', 'au-dessus du Brésil', 'au-dessus des États-Unis', 'au-dessus du Pacifique Sud'],
    ['ja', 'ブラジルの上空', 'アメリカ合衆国の上空', '南太平洋の上空'],
  ] as const)(
    'returns a phrase in the language of the app: %s',
    (language, brazil, states, ocean) => {
      setLanguage({ language, formats: language });
      expect(placeUnder(-10, -52)).toBe(brazil);
      expect(placeUnder(39, -98)).toBe(states);
      expect(placeUnder(-30, -120)).toBe(ocean);
      // Turkey, Bosnia and Herzegovina, the Ivory Coast: the phrase must not contain the map's own name of the country.
      for (const [latitude, longitude] of [
        [39, 35],
        [44, 18],
        [7, -5.5],
      ] as const)
        expect(placeUnder(latitude, longitude)).not.toMatch(/Turkey|Bosnia and|Herz\.|d'Ivoire/);
    },
  );

  it('returns German country names with their article in the dative case', () => {
    setLanguage({ language: 'de', formats: 'de' });
    expect(placeUnder(52.5, -1.5)).toBe('über dem Vereinigten Königreich');
    expect(placeUnder(42.6, 20.9)).toBe('über dem Kosovo');
  });

  it('returns the same place on both sides of the antimeridian', () => {
    for (let latitude = -90; latitude <= 90; latitude += 0.5) {
      expect(placeUnder(latitude, 180)).toBe(placeUnder(latitude, -180));
    }
  });

  it('returns no abbreviated name', () => {
    const phrases = new Set<string>();
    for (let latitude = -80; latitude <= 80; latitude += 1) {
      for (let longitude = -180; longitude < 180; longitude += 1) {
        phrases.add(placeUnder(latitude, longitude));
      }
    }
    expect(phrases.size).toBeGreaterThan(200);
    for (const phrase of phrases) expect(phrase).toMatch(/^over [^.]+$/);
  });
});
