import { describe, expect, it } from 'vitest';
import type { Pass } from '#shared/station/sky/pass.ts';
import { dayPicture, passAt } from '../../test/states.ts';
import { dateInWords } from '../ui/format.ts';
import { fromPass, fromPicture, passToWriteAbout } from './post-start.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

describe('what a post begins with', () => {
  it('names the picture, its day, who made it and its page', () => {
    const record = { ...dayPicture.record, pageUrl: 'https://pictures.example/2019-07-16' };
    expect(fromPicture(record, false)).toEqual({
      title: 'The Sombrero Galaxy in Infrared',
      body: `The picture of ${dateInWords('2019-07-16')}: The Sombrero Galaxy in Infrared (${record.credit ?? ''}).\nhttps://pictures.example/2019-07-16\n\n`,
    });
  });

  it('says where a pass goes and when it is to be seen', () => {
    const { title, body } = fromPass(passAt(now + 3600_000, true), now, false);
    expect(title).toMatch(/^The station at \d/);
    expect(body).toMatch(
      /^It rises in the west at .+, stands 67° high in the south at .+, and sets in the east at .+\. To be seen from .+ to .+\.\n\n$/,
    );
    expect(fromPass(passAt(now, false), now, false).body).toContain(
      'Not to be seen: the station is in the Earth’s shadow.',
    );
  });

  it('marks what is simulated', () => {
    expect(fromPicture(dayPicture.record, true).body).toMatch(/^Simulated: /);
    expect(fromPass(passAt(now, true), now, true).body).toMatch(/^Simulated: /);
  });

  it.each<[string, Pass[], number | null]>([
    ['none', [], null],
    ['one that is over', [passAt(now - 3600_000, true)], null],
    ['the next', [passAt(now + 1, false), passAt(now + 9_000_000, false)], 0],
    ['the next to be seen', [passAt(now + 1, false), passAt(now + 9_000_000, true)], 1],
  ])('takes of the passes: %s', (_which, passes, index) => {
    expect(passToWriteAbout(passes, now)).toBe(index === null ? null : passes[index]);
  });
});
