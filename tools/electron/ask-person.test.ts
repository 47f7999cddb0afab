import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { askPerson } from './ask-person.ts';
import type { Outcome } from '#stand-in/rules/rule.ts';

it('askPerson asks about each rule that no program could check, and returns the outcomes with the answers', async () => {
  const outcome = (result: Outcome['result'], detail: string): Outcome => ({ result, detail });
  const seen = [
    outcome('ok', ''),
    outcome('ask', 'is it there?'),
    outcome('ask', 'is it red?'),
    outcome('differs', 'not so'),
    outcome('ask', 'does it move?'),
    outcome('ask', 'does it end?'),
  ].map((one, index) => ({ rule: { module: 'Tray', title: `rule ${index}` }, outcome: one }));
  const [input, output] = [new PassThrough(), new PassThrough().setEncoding('utf8')];
  input.end('y\nit is blue\n\n');
  const answered = await askPerson(seen, input, output);
  expect(answered.map(({ outcome: { result, detail } }) => [result, detail])).toEqual([
    ['ok', ''],
    ['ok', 'is it there? y'],
    ['differs', 'is it red? it is blue'],
    ['differs', 'not so'],
    ['ask', 'does it move?'],
    ['ask', 'does it end?'],
  ]);
  expect(String(output.read())).toMatch(/Tray: is it there\?[^]*Tray: is it red\?/);
});
