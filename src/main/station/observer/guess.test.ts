import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { observerSchema } from '#shared/station/sky/observer.ts';
import { guessObserver, placeOfTimeZone } from './guess.ts';

const table = '/usr/share/zoneinfo/zone.tab';

describe('placeOfTimeZone', () => {
  it.each([
    ['Europe/Berlin', 52.5, 13.37],
    ['America/New_York', 40.71, -74.01],
    ['America/Argentina/Buenos_Aires', -34.6, -58.45],
    ['Asia/Calcutta', 22.53, 88.37],
    ['Asia/Kolkata', 22.53, 88.37],
    ['Europe/Kiev', 50.43, 30.52],
    ['Iceland', 64.15, -21.85],
    ['Africa/Timbuktu', 12.65, -8],
    ['Pacific/Chatham', -43.95, -176.55],
    ['Antarctica/Troll', -72.01, 2.53],
  ])('returns the place of %s', (zone, latitude, longitude) => {
    expect(placeOfTimeZone(zone)).toEqual({ latitude, longitude });
  });

  it.each(['UTC', 'Etc/GMT+3', 'GMT', 'EST5EDT', '', 'Mars/Olympus', '__proto__', 'constructor'])(
    'returns null for %j',
    (zone) => {
      expect(placeOfTimeZone(zone)).toBeNull();
    },
  );

  it('returns a place for every time zone of the runtime with a place in its name', () => {
    const named = Intl.supportedValuesOf('timeZone').filter(
      (zone) => zone.includes('/') && !zone.startsWith('Etc/'),
    );
    expect(named.length).toBeGreaterThan(400);
    expect(named.filter((zone) => guessObserver(zone) === null)).toEqual([]);
    for (const zone of named)
      expect(observerSchema.safeParse(guessObserver(zone)).success).toBe(true);
  });

  it.skipIf(!existsSync(table))(
    `agrees with this system’s zone.tab${existsSync(table) ? '' : ' (skipped: there is none)'}`,
    () => {
      const lines = readFileSync(table, 'utf8').split('\n');
      const rows = lines.filter((line) => line !== '' && !line.startsWith('#'));
      const off = rows.filter((row) => {
        const [, coordinates = '', zone = ''] = row.split('\t');
        const place = placeOfTimeZone(zone);
        const match = /^([+-]\d\d)(\d\d)\d*([+-]\d{3})(\d\d)/.exec(coordinates);
        if (match === null || place === null) return true;
        const [latitude = 0, minutesNorth = 0, longitude = 0, minutesEast = 0] = match
          .slice(1)
          .map((text) => Math.abs(Number(text)));
        return (
          Math.abs(Math.abs(place.latitude) - latitude - minutesNorth / 60) > 0.03 ||
          Math.abs(Math.abs(place.longitude) - longitude - minutesEast / 60) > 0.03 ||
          place.latitude < 0 !== coordinates.startsWith('-') ||
          place.longitude < 0 !== /\d-/.test(coordinates)
        );
      });
      // Another version of tzdata may have moved or added a zone.
      expect(off.length).toBeLessThan(5);
      expect(rows.length).toBeGreaterThan(400);
    },
  );
});
