import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createRequestLog } from '../request-log.ts';
import { createBoard } from './board.ts';
import { type Scenarios, scenarioWithSettings } from './definition.ts';

type World = readonly string[];

const status = (code: number) => ({
  summary: String(code),
  instead: () => new Response(null, { status: code }),
});
const adds = (word: string) => ({
  summary: word,
  after: async (answer: Response) => new Response(`${await answer.text()} ${word}`),
});
const table: Scenarios<World> = {
  a: { summary: 'a', world: (world) => [...world, 'a'] },
  b: { summary: 'b', world: (world) => [...world, 'b'] },
  red: status(500),
  blue: status(503),
  sweet: adds('sweet'),
  sour: adds('sour'),
  silent: {
    summary: 'never answers',
    instead: () => new Promise(() => undefined),
    withoutAnswer: true,
  },
  untouched: { summary: 'sees nothing to do', after: (answer) => answer },
  image: { ...status(404), concerns: /^\/image\// },
  broken: {
    summary: 'fails by itself',
    after: () => {
      throw new Error('as planned');
    },
  },
  dice: {
    summary: 'throws',
    instead: ({ random }) => new Response([random(), random()].join()),
  },
  when: scenarioWithSettings(z.object({ word: z.string().default('since') }), {
    summary: 'tells the time',
    instead: ({ since, now, path, settings }) =>
      new Response(`${path} ${settings.word} ${since} ${now}`),
  }),
};

function setUp() {
  let time = 1_000;
  const now = () => time;
  const log = createRequestLog(now);
  const { signal } = new AbortController();
  const board = createBoard({ table, plainWorld: ['plain'], now, signal });
  const ask = async (target = '/x') => {
    const entry = log.open('posts', 'GET', target);
    const request = new Request(`http://posts.test${target}`);
    const answer = await board.answer(request, entry, ({ world }) => {
      return new Response((world ?? ['no world']).join());
    });
    return { status: answer.status, text: await answer.text(), by: entry.scenarios };
  };
  const statuses = async (count: number, target?: string) => {
    const found: number[] = [];
    while (found.length < count) found.push((await ask(target)).status);
    return found;
  };
  return { board, ask, statuses, pass: (ms: number) => void (time += ms) };
}

describe('createBoard with several scenarios for one answer', () => {
  test.each([
    ['no scenario', [], 'plain', []],
    ['all changes of the simulated data, in order', ['b', 'a'], 'plain,b,a', ['b', 'a']],
    [
      'all changes of the answer, in order',
      ['sour', 'sweet'],
      'plain sour sweet',
      ['sour', 'sweet'],
    ],
    [
      'changes of the simulated data and of the answer',
      ['sweet', 'a'],
      'plain,a sweet',
      ['sweet', 'a'],
    ],
  ])('applies %s', async (_what, names, text, by) => {
    const { board, ask } = setUp();
    board.put(names.map((name) => ({ name })));
    expect(await ask()).toEqual({ status: 200, text, by });
  });

  test('applies the first scenario that replaces the answer, and each scenario that changes it', async () => {
    const { board, ask } = setUp();
    board.put([{ name: 'a' }, { name: 'red' }, { name: 'blue' }]);
    expect(await ask()).toEqual({ status: 500, text: '', by: ['red'] });
    board.put([{ name: 'when' }, { name: 'sweet' }]);
    expect((await ask()).text).toBe('/x since 1000 1000 sweet');
  });

  test('does not count the request for a scenario that changes the answer when no answer is sent', () => {
    const { board, ask } = setUp();
    board.put([{ name: 'sweet', requests: 1 }, { name: 'silent' }]);
    void ask();
    expect(board.on()).toMatchObject([{ name: 'sweet', requests: 1 }, { name: 'silent' }]);
  });

  test('returns a 500 with the message of the error that a scenario throws', async () => {
    const { board, ask } = setUp();
    board.put({ name: 'broken' });
    const { status: code, text } = await ask();
    expect(code).toBe(500);
    expect(JSON.parse(text)).toMatchObject({ detail: 'a scenario failed: as planned' });
  });
});

describe('createBoard with a scenario for a number of requests', () => {
  test('turns a scenario off after the given number of requests', async () => {
    const { board, statuses } = setUp();
    board.put({ name: 'red', requests: 2 });
    expect(await statuses(1)).toEqual([500]);
    expect(board.on()).toEqual([{ name: 'red', requests: 1, probability: 1, seed: 1 }]);
    expect(await statuses(2)).toEqual([500, 200]);
    expect(board.on()).toEqual([]);
  });

  test('counts each of several requests that arrive at the same time', async () => {
    const { board, ask } = setUp();
    board.put({ name: 'sweet', requests: 2 });
    const texts = await Promise.all([ask(), ask(), ask(), ask()]);
    expect(texts.map(({ text }) => text)).toEqual(['plain sweet', 'plain sweet', 'plain', 'plain']);
  });

  test('does not count requests on which the scenario does not act', async () => {
    const { board, statuses, ask } = setUp();
    board.put({ name: 'image', requests: 1 });
    expect(await statuses(1, '/record')).toEqual([200]);
    expect(await statuses(2, '/image/1?size=2')).toEqual([404, 200]);
    board.put({ name: 'red', requests: 1, path: '/posts' });
    expect(await statuses(1, '/other?/posts')).toEqual([200]);
    expect(await statuses(2, '/posts/1')).toEqual([500, 200]);
    board.put({ name: 'untouched', requests: 1 });
    expect((await ask()).by).toEqual([]);
    expect(board.on()).toEqual([{ name: 'untouched', requests: 1, probability: 1, seed: 1 }]);
  });
});

describe('createBoard with a scenario that has a probability', () => {
  const run = async (seed: number) => {
    const { board, statuses } = setUp();
    board.put({ name: 'red', probability: 0.3, seed });
    return statuses(400);
  };

  test('acts on the same requests for the same seed, and on other requests for another seed', async () => {
    const first = await run(7);
    expect(await run(7)).toEqual(first);
    expect(await run(8)).not.toEqual(first);
    const fired = first.filter((code) => code === 500).length;
    expect(fired).toBeGreaterThan(90);
    expect(fired).toBeLessThan(150);
  });
});
