import { connect } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statusOf } from '#shared/status/status.ts';
import { connectToCaller } from '#platform/process/answer-socket.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { listenForAnswer, listenForAnswers, readHandOver, type Answer } from './hand-over.ts';

describe('readHandOver', () => {
  const whole = { overhead: 1, args: ['--status'], answerAt: '/tmp/overhead-answer-x/socket' };

  it('parses the arguments', () => {
    expect(readHandOver(whole)).toEqual({
      line: {
        kind: 'ask',
        command: {
          name: 'status',
          date: null,
          json: false,
          watch: false,
          days: null,
          visible: false,
        },
      },
      args: whole.args,
      answerAt: whole.answerAt,
    });
  });

  it.each([
    ['--remote-command=rm -rf /'],
    ['overhead://app/picture/x'],
    ['https://evil.example'],
    ['--set-wallpaper', '/etc/passwd'],
    ['--set-wallpaper=../../x'],
    ['--status\n--quit'],
    ['--services=https://evil.example'],
  ])('refuses wrong arguments: %j', (...args) => {
    expect(readHandOver({ ...whole, args })?.line.kind).toBe('wrong');
  });

  it.each([
    ['no data', undefined],
    ['the data of another app', { args: ['--quit'], answerAt: null }],
    ['the data of a later version of this app', { ...whole, overhead: 2 }],
    ['an argument that is no text', { ...whole, args: [{ toString: '--quit' }] }],
    ['too many arguments', { ...whole, args: Array(65).fill('--hidden') }],
    ['an argument that is too long', { ...whole, args: ['x'.repeat(4097)] }],
    ['an argument with NUL', { ...whole, args: ['--wallpaper-command=a\0b'] }],
    ['an address that is too long', { ...whole, answerAt: 'x'.repeat(513) }],
  ])('ignores %s', (_what, data) => expect(readHandOver(data)).toBeNull());

  it('ignores any other data', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (data) => {
        expect(readHandOver(data)).toBeNull();
      }),
    );
  });
});

const timeouts = { connect: 20_000, answer: 20_000 };
const answer: Answer = { kind: 'done', status: statusOf({ ...emptyContent, revision: 1 }, 0) };

it('listenForAnswer receives the answer of the running instance', async () => {
  const listener = listenForAnswer(timeouts, false);
  const caller = connectToCaller<Answer>(listener.address);
  await caller?.send(answer);
  expect(await listener.answer()).toEqual(answer);
  caller?.end();
});

it.each([
  [false, answer],
  [true, { kind: 'file', text: '' }],
] as const)(
  'listenForAnswer resolves with the first answer, or with the last one if it waits for the end of the running instance: %s',
  async (untilClosed, expected) => {
    const listener = listenForAnswer(timeouts, untilClosed);
    const caller = connectToCaller<Answer>(listener.address);
    await caller?.send(answer);
    await caller?.send({ kind: 'file', text: '' });
    caller?.end();
    expect(await listener.answer()).toEqual(expected);
  },
);

it('listenForAnswers receives each answer of the running instance', async () => {
  const kinds: string[] = [];
  const { address, finished } = listenForAnswers(timeouts, ({ kind }) => kinds.push(kind));
  const caller = connectToCaller<Answer>(address);
  await caller?.send(answer);
  await caller?.send({ kind: 'file', text: '' });
  caller?.end();
  expect(await finished).toBe('ended');
  expect(kinds).toEqual(['done', 'file']);
});

it.each(['hello', '{"kind":"done","status":{"headline":1}}'])(
  'listenForAnswer and listenForAnswers reject the line %s',
  async (line) => {
    const listeners = [
      listenForAnswer(timeouts, false),
      listenForAnswers(timeouts, () => undefined),
    ] as const;
    for (const { address } of listeners) connect(address).end(`${line}\n`);
    expect(await listeners[0].answer()).toBeNull();
    expect(await listeners[1].finished).toBe('no-answer');
  },
);
