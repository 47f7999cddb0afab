import { describe, expect, it } from 'vitest';
import {
  type AttachedSubject,
  splitAttachedSubject,
  joinAttachedSubject,
} from './attached-subject.ts';

const picture: AttachedSubject = { kind: 'picture', date: '2019-07-16' };
const pass: AttachedSubject = {
  kind: 'pass',
  at: Date.parse('2026-11-21T18:04Z'),
  path: { rise: 270, peak: 181, height: 67, set: 90 },
};

/** The largest directions. */
const limits: AttachedSubject = { ...pass, path: { rise: 359, peak: 0, height: 90, set: 359 } };

describe('the subject of a post', () => {
  it.each<[string, AttachedSubject | null, string]>([
    ['overhead:picture/2019-07-16\nSeen it.', picture, 'Seen it.'],
    ['overhead:pass/2026-11-21T18:04Z/270,181,67,90\nSeen it.', pass, 'Seen it.'],
    ['overhead:pass/2026-11-21T18:04Z/359,0,90,359', limits, ''],
    ...['', '/here', '/270,181,91,90', '/360,181,67,90', '/270,360,67,90', '/270,181,67,360'].map(
      (path): [string, null, string] => [
        `overhead:pass/2026-11-21T18:04Z${path}
Seen it.`,
        null,
        `overhead:pass/2026-11-21T18:04Z${path}
Seen it.`,
      ],
    ),
    ['overhead:picture/2019-07-16', picture, ''],
    ['Seen it.\noverhead:picture/2019-07-16', null, 'Seen it.\noverhead:picture/2019-07-16'],
    ['overhead:picture/2019-13-16\nSeen it.', null, 'overhead:picture/2019-13-16\nSeen it.'],
    ['overhead:picture/2019-07-16 or so', null, 'overhead:picture/2019-07-16 or so'],
    ['overhead:moon/1', null, 'overhead:moon/1'],
    ['', null, ''],
  ])('is read from the first line of %j', (body, attached, text) => {
    expect(splitAttachedSubject(body)).toEqual({ attached, text });
  });

  it.each([null, picture, pass])('can be read back after it is written: %j', (attached) => {
    for (const text of ['', 'Seen it.', '\n\nSeen it.\n'])
      expect(splitAttachedSubject(joinAttachedSubject(attached, text))).toEqual({
        attached,
        text,
      });
  });
});
