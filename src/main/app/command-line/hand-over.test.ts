import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHandOver } from './hand-over.ts';

/** Whoever runs as the same person can take the lock's place in the queue, and say anything. */
describe('what another instance hands over', () => {
  const whole = { overhead: 1, args: ['--status'], answerAt: '/tmp/overhead-answer-x/socket' };

  it('is read like the arguments of this one', () => {
    expect(readHandOver(whole)).toEqual({
      line: { kind: 'ask', command: { kind: 'status', json: false } },
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
  ])('asks for nothing when it makes no sense: %j', (...args) => {
    expect(readHandOver({ ...whole, args })?.line.kind).toBe('wrong');
  });

  it.each([
    ['no data', undefined],
    ['the data of another app', { args: ['--quit'], answerAt: null }],
    ['a later version of it', { ...whole, overhead: 2 }],
    ['an argument that is no text', { ...whole, args: [{ toString: '--quit' }] }],
    ['too many arguments', { ...whole, args: Array(65).fill('--hidden') }],
    ['an argument that is too long', { ...whole, args: ['x'.repeat(4097)] }],
    ['an address that is too long', { ...whole, answerAt: 'x'.repeat(513) }],
  ])('is left alone: %s', (_what, data) => expect(readHandOver(data)).toBeNull());

  it('is never more than it says, whatever it is', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (data) => {
        expect(readHandOver(data)).toBeNull();
      }),
    );
  });
});
