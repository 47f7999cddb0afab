import { describe, expect, it } from 'vitest';
import { starFieldSchema } from '#shared/station/sky/star-field.ts';
import { degreesApart, trueDirection, type TrueStar } from '#test/support/sky-truth.ts';
import { tenPlaces } from '#test/support/ground-truth.ts';
import { siteOfObserver, type Observer } from '#shared/station/sky/observer.ts';
import { nightNearest } from './night.ts';
import { starFieldOf } from './star-field.ts';

const t = Date.UTC(2026, 10, 22, 12) / 1000;
const radians = Math.PI / 180;
const lookOf = ([east, north, up]: readonly [number, number, number]) => ({
  azimuth: (Math.atan2(east, north) / radians + 360) % 360,
  elevation: Math.asin(Math.max(-1, Math.min(1, up))) / radians,
});

describe('starFieldOf', () => {
  it.each([
    ['Berlin', 'Vega'],
    ['Sydney', 'Sirius'],
  ] as const)('returns the stars over %s two hours before midnight: %s', (name, star: TrueStar) => {
    const place: Observer = tenPlaces[name] ?? expect.fail();
    const field = starFieldOf(place, t);
    expect(starFieldSchema.parse(field)).toEqual(field);
    const at = nightNearest(siteOfObserver(place), place, t).midnight - 7200;
    const truth = trueDirection(star, place, at);
    expect(truth.elevation).toBeGreaterThan(5);
    expect(field.stars.some(({ direction }) => degreesApart(lookOf(direction), truth) < 0.03)).toBe(
      true,
    );
    expect(field.isSouthern).toBe(name === 'Sydney');
  });

  it('returns only stars above the horizon, at a latitude of 40° if no place is known', () => {
    const field = starFieldOf(null, t);
    expect(field).toEqual(starFieldOf({ latitude: 40, longitude: 0, altitude: null }, t));
    expect(field.stars.length).toBeGreaterThan(300);
    expect(field.stars.every(({ direction: [, , up] }) => up > 0)).toBe(true);
  });
});
