import { describe, expect, it } from 'vitest';
import { placeFinder, readSightings } from './sightings.ts';

const pass = (city: string, minutes: string) => `<visible_pass><country>Hong_Kong</country>
  <region>None</region><city>${city}</city><duration_minutes>${minutes}</duration_minutes>
  <max_elevation>16</max_elevation><enters>10 above SSW</enters><exits>12 above N</exits><utc_time>05:18</utc_time><utc_date>Feb 20, 2022</utc_date></visible_pass>`;

describe('readSightings', () => {
  it('reads place, minute, duration, greatest elevation and directions', () => {
    const text = `<?xml version="1.0"?><visible_passes>${pass('Hong_Kong', '4')}${pass('B', '&lt; 1')}</visible_passes>`;
    const expected = {
      country: 'Hong_Kong',
      city: 'Hong_Kong',
      minute: Date.UTC(2022, 1, 20, 5, 18) / 1000,
      minutes: 4,
      maxElevation: 16,
      appearsElevation: 10,
      appears: 202.5,
      disappears: 0,
    };
    expect(readSightings(text)).toEqual([expected, { ...expected, city: 'B', minutes: null }]);
  });

  it('refuses a list with an unreadable line', () => {
    for (const line of [
      ...[pass('A', 'some'), pass('', '1')],
      ...[pass('A', '1').replace('Feb', 'Never'), pass('A', '1').replace('above', 'below')],
    ])
      expect(() => readSightings(`<visible_passes>${line}</visible_passes>`)).toThrow(
        'cannot be read',
      );
  });
});

describe('placeFinder', () => {
  it('returns a place with its height by name and country, or null for an unknown place', () => {
    const find = placeFinder();
    expect(find({ country: 'Ireland', city: 'Port_Laoise' })).toMatchObject({
      latitude: expect.closeTo(53.03, 1) as unknown,
      longitude: expect.closeTo(-7.3, 1) as unknown,
    });
    expect(find({ country: 'Hong_Kong', city: 'Hong_Kong' })?.latitude).toBeCloseTo(22.28, 1);
    // The heights in the table are in meters.
    expect(find({ country: 'Macedonia', city: 'Bitola' })?.altitude).toBeGreaterThan(500);
    expect(find({ country: 'Ireland', city: 'Nowhere' })).toBeNull();
    expect(find({ country: 'Atlantis', city: 'Dublin' })).toBeNull();
  });
});
