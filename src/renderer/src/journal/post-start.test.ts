import { afterEach, describe, expect, it } from 'vitest';
import { setLanguage } from '#shared/language/language.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { dayPicture, passAt } from '#renderer-test/states.ts';
import { splitAttachedSubject } from '#shared/journal/attached-subject.ts';
import { postFromPass, postFromPicture, passToWriteAbout } from './post-start.ts';

afterEach(() => setLanguage({ language: 'en', formats: 'en' }));

const now = Date.parse('2026-11-21T12:00:00Z');

describe('the first text of a post', () => {
  it('names the picture, its day, its author and its page', () => {
    const record = { ...dayPicture.record, pageUrl: 'https://pictures.example/2019-07-16' };
    expect(postFromPicture(record, false)).toEqual({
      title: 'The Sombrero Galaxy in Infrared',
      body: `overhead:picture/2019-07-16\nThe picture of July 16, 2019: The Sombrero Galaxy in Infrared (${record.credit ?? ''}).\nhttps://pictures.example/2019-07-16\n\n`,
    });
    expect(postFromPicture({ ...record, credit: null }, false).body).toContain(
      ': The Sombrero Galaxy in Infrared.\n',
    );
  });

  it('describes where a pass goes and when it is visible', () => {
    const { title, body } = postFromPass(passAt(now + 3600_000, true), {
      now,
      simulated: false,
      seen: null,
    });
    expect(title).toMatch(/^Station pass: \d/);
    const { attached, text } = splitAttachedSubject(body);
    const path = { rise: 259, peak: 181, height: 67, set: 108 };
    expect(attached).toEqual({ kind: 'pass', at: now + 3600_000, path });
    expect(text).toMatch(
      /^Appears: .+ \(west\); highest: .+ \(67°, south\); disappears: .+ \(.*east\)\.\n\n$/,
    );
  });

  it('stores a direction that rounds to 360° as 0°', () => {
    const pass = passAt(now + 3600_000, false);
    const azimuth = 359.6;
    const [rise, peak, set] = [pass.rise, pass.peak, pass.set].map((at) => ({ ...at, azimuth }));
    if (rise === undefined || peak === undefined || set === undefined) expect.fail();
    const north = { ...pass, rise, peak, set, seen: { rise, set } };
    const { body } = postFromPass(north, { now, simulated: false, seen: null });
    expect(splitAttachedSubject(body).attached).toMatchObject({
      path: { rise: 0, peak: 0, set: 0 },
    });
  });

  it.each([
    ['in-shadow', 'the station is in the Earth’s shadow.'],
    ['daylight', 'the sky is too bright.'],
    ['too-low', 'the station is too low while it is lit.'],
    [null, 'It cannot be seen.'],
  ] as const)('explains why a pass is not visible: %s', (reason, words) => {
    expect(
      postFromPass({ ...passAt(now, false), reason }, { now, simulated: false, seen: null }).body,
    ).toContain(words);
  });

  it('contains the time at which the user saw the pass, and the sky if it is known', () => {
    const at = Date.parse('2026-11-21T18:05:07Z');
    const textWith = (sky: readonly string[]): string => {
      const about = { now, simulated: false, seen: { at, sky } };
      return splitAttachedSubject(postFromPass(passAt(at, true), about).body).text;
    };
    expect(textWith([])).toMatch(/^Seen at 7:50:07.AM\.\n\nAppears: [^\n]*\n\n$/);
    expect(textWith(['The Sun is low.', 'The Moon is high.'])).toMatch(
      /^Seen at .*\n\nAppears: [^\n]*\n\nThe Sun is low\. The Moon is high\.\n\n$/,
    );
  });

  it('marks simulated data', () => {
    const marked = /^overhead:.+\nDemo data: /;
    expect(postFromPicture(dayPicture.record, true).body).toMatch(marked);
    expect(postFromPass(passAt(now, true), { now, simulated: true, seen: null }).body).toMatch(
      marked,
    );
  });

  it('is in the language of the app, except for the first line', () => {
    setLanguage({ language: 'de', formats: 'de' });
    const { body } = postFromPicture(dayPicture.record, true);
    expect(splitAttachedSubject(body).attached).toEqual({ kind: 'picture', date: '2019-07-16' });
    expect(body).toContain('Demo-Daten: Nichts davon ist echt.');
  });

  it.each<[string, Pass[], number | null]>([
    ['null without a pass', [], null],
    ['null if the pass is over', [passAt(now - 3600_000, true)], null],
    ['the next pass', [passAt(now + 1, false), passAt(now + 9_000_000, false)], 0],
    ['the next visible pass', [passAt(now + 1, false), passAt(now + 9_000_000, true)], 1],
  ])('passToWriteAbout returns %s', (_which, passes, index) => {
    expect(passToWriteAbout(passes, now)).toBe(index === null ? null : passes[index]);
  });
});
