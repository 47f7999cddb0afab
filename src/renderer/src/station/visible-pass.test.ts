import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { knownStation } from '#renderer-test/station-states.ts';
import { passAt } from '#renderer-test/states.ts';
import type { HiddenReason } from '#shared/station/sky/pass.ts';
import type { Station } from '#shared/station/station.ts';
import { directionsInWords, lookUpInWords, visiblePassInWords } from './visible-pass.ts';

beforeEach(() => void vi.stubEnv('TZ', 'UTC'));
afterEach(() => vi.unstubAllEnvs());

const now = Date.UTC(2026, 10, 21, 12);
const hour = 3_600_000;
const pass = passAt(now + 5 * hour, true);
const stationWith = (changes: Partial<Station>): { station: Station } => ({
  station: knownStation({ passesUntil: now + 5 * 24 * hour, passes: [pass], ...changes }),
});
const hidden = (...reasons: readonly HiddenReason[]) =>
  reasons.map((reason, k) => ({ ...passAt(now + (k + 1) * hour, false), reason }));
const far = { latitude: 52, longitude: 170, altitude: null, source: 'settings' } as const;

describe('lookUpInWords and visiblePassInWords', () => {
  it('name the time and the directions of the next visible pass', () => {
    const app = stationWith({});
    expect(lookUpInWords(app, now)).toBe(
      `Look up: today 5:00 PM. ${sentence(directionsInWords(pass, false))}`,
    );
    const { title, words } = visiblePassInWords(app, now);
    expect(title).toMatch(/^Look up: today 5:00.PM/);
    expect(words).toBe(directionsInWords(pass, false));
  });

  it.each([
    [-1, false],
    [0, true],
    [100, true],
  ])('say where to look during a pass: %d s after its start, %s', (seconds, isNow) => {
    const at = ((pass.visibleFrom ?? NaN) + seconds) * 1000;
    const app = stationWith({});
    expect(visiblePassInWords(app, at).title.startsWith('Look up now')).toBe(isNow);
    const words = lookUpInWords(app, at);
    expect(words.startsWith('Look up now: ') && /\b5:0\d.PM/.test(words)).toBe(isNow);
    expect(/\d+° high\.$/.test(words)).toBe(isNow);
  });

  it('say during a pass in which direction and how high the station is', () => {
    const words = lookUpInWords(stationWith({}), pass.peak.t * 1000);
    expect(words).toMatch(/South, 67° high\.$/);
  });

  it('say that the times are those of the clock if the place is far', () => {
    const app = stationWith({ observer: far });
    const words = directionsInWords(pass, true);
    expect(words).not.toBe(directionsInWords(pass, false));
    expect(lookUpInWords(app, now)).toContain(words);
    expect(visiblePassInWords(app, now).words).toBe(words);
  });

  it('say why no pass is visible, the most frequent reason first', () => {
    const passes = hidden('in-shadow', 'daylight', 'daylight', 'too-low');
    const app = stationWith({ passes });
    const { title, words } = visiblePassInWords(app, now);
    expect(title).toBe('Next visible pass');
    expect(words).toMatch(/5 days.* · .* · /);
    expect(visiblePassInWords(app, now, 1).words).not.toContain('·');
    expect(lookUpInWords(app, now)).toBe(
      `Next visible pass. ${sentence(visiblePassInWords(app, now, 1).words)}`,
    );
    const soon = stationWith({ passes, passesUntil: now + 20 * hour });
    expect(visiblePassInWords(soon, now).words).toMatch(/20 hours/);
  });

  it('say that there is no pass, or why none is known', () => {
    const none = visiblePassInWords(stationWith({ passes: [] }), now);
    expect(none.title).toBe('Next pass');
    expect(none.words).not.toBe('');
    const unknown = visiblePassInWords(stationWith({ observer: null }), now);
    expect(unknown.title).toBe('Next visible pass');
    expect(unknown.words).toBe('Known once you set your place');
  });
});

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
