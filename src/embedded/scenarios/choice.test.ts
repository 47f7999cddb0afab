import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readChoices } from './choice.ts';
import { withSettings } from './definition.ts';

const table = {
  plain: { summary: 'plain' },
  slow: withSettings<unknown, z.ZodObject>(z.object({ seconds: z.number().default(3) }), {
    summary: 'slow',
  }),
};
const read = (given: unknown) => readChoices(table, given);

describe('reading what is to be put on', () => {
  test('one by its name alone', () => {
    expect(read({ name: 'slow' })).toEqual({
      ok: true,
      value: [
        {
          name: 'slow',
          scenario: table.slow,
          settings: { seconds: 3 },
          requests: null,
          probability: 1,
          seed: 1,
          path: null,
        },
      ],
    });
  });

  test('several, with all that can be set', () => {
    const set = { requests: 2, probability: 0.5, seed: 7, path: '/image' };
    expect(read([{ name: 'plain' }, { name: 'slow', seconds: 9, ...set }])).toMatchObject({
      ok: true,
      value: [{ name: 'plain' }, { name: 'slow', settings: { seconds: 9 }, ...set }],
    });
  });

  test.each([[[]], [{ name: 'none' }], [[{ name: 'none' }]]])('nothing: %j', (given) => {
    expect(read(given)).toEqual({ ok: true, value: [] });
  });

  test.each([
    [{ name: 'tea' }, 'there is no scenario tea: there are none, plain, slow'],
    [{ name: '__proto__' }, 'there is no scenario __proto__: there are none, plain, slow'],
    [
      { name: 'slow', minutes: 1 },
      'slow: there is no setting minutes: there are requests, probability, seed, path, seconds',
    ],
    [{ name: 'plain', seconds: 1 }, 'there are requests, probability, seed, path'],
    [{ name: 'slow', seconds: 'x' }, 'slow: seconds: '],
    [{ name: 'plain', requests: 0 }, 'requests: must be at least 1'],
    [{ name: 'plain', requests: 1.5 }, 'requests: must be a whole number'],
    [{ name: 'plain', probability: 1.1 }, 'probability: must be 0 to 1'],
    [{ name: 'plain', path: 'image' }, 'path: must begin with /'],
    [{}, 'name: must be the name of a scenario'],
    ['slow', 'the scenario: '],
    [null, 'the scenario: '],
    [[{ name: 'plain' }, 3], 'the scenario: '],
    [Array.from({ length: 33 }, () => ({ name: 'plain' })), 'at most 32'],
  ])('refuses %j', (given, message) => {
    expect(read(given)).toEqual({
      ok: false,
      message: expect.stringContaining(message) as unknown,
    });
  });
});
