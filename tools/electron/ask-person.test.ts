import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { askPerson } from './ask-person.ts';
import type { Outcome } from '#stand-in/rules/rule.ts';

const outcome = (result: Outcome['result'], detail: string): Outcome => ({ result, detail });
/** A rule with a question, as it is before the person was asked. */
const asked = (ask: string) => ({
  rule: { module: 'Tray', title: ask, ask },
  outcome: outcome('ask', ask),
});
/** A rule that a program checks. */
const checked = (result: Outcome['result'], detail: string) => ({
  rule: { module: 'Tray', title: detail },
  outcome: outcome(result, detail),
});

function streams() {
  return { input: new PassThrough(), output: new PassThrough().setEncoding('utf8') };
}

it('askPerson asks the question of each rule that has one, and returns the outcomes with the answers', async () => {
  const seen = [
    checked('ok', ''),
    asked('is it there?'),
    // The reason why this machine cannot show the rule is no question.
    checked('ask', 'this is not Wayland'),
    asked('is it red?'),
    checked('differs', 'not so'),
    asked('does it move?'),
    asked('does it end?'),
  ];
  const { input, output } = streams();
  input.end('y\nit is blue\n\n');
  const answered = await askPerson(seen, input, output, new AbortController().signal);
  expect(answered.map(({ outcome: { result, detail } }) => [result, detail])).toEqual([
    ['ok', ''],
    ['ok', 'is it there? Answer: y'],
    ['ask', 'this is not Wayland'],
    ['differs', 'is it red? Answer: it is blue'],
    ['differs', 'not so'],
    ['ask', 'does it move?'],
    ['ask', 'does it end?'],
  ]);
  expect(String(output.read())).toMatch(/Tray: is it there\?[^]*Tray: is it red\?/);
});

it('askPerson keeps the answers that were given before the signal', async () => {
  const { input, output } = streams();
  const stop = new AbortController();
  const answers = askPerson([asked('one?'), asked('two?')], input, output, stop.signal);
  input.write('y\n');
  await new Promise((resolve) =>
    output.on('data', (text) => String(text).includes('two?') && resolve(0)),
  );
  stop.abort();
  expect((await answers).map((one) => one.outcome.result)).toEqual(['ok', 'ask']);
});
