import { createInterface } from 'node:readline/promises';
import type { AskedRule, Outcome, Rule } from '#stand-in/rules/rule.ts';

interface Seen {
  readonly rule: Pick<Rule, 'module' | 'title'> & Partial<Pick<AskedRule, 'ask'>>;
  readonly outcome: Outcome;
}

/**
 * Asks a person the question of each rule that has one. `y` makes its outcome “ok”, `n` and any other text “differs”, with
 * the text; an empty line leaves it. The end of the input, or the signal, leaves the rest.
 */
export async function askPerson<T extends Seen>(
  seen: readonly T[],
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  signal: AbortSignal,
): Promise<readonly T[]> {
  output.write('\ny: yes; n or what you saw: no; empty: not looked at\n');
  const lines = createInterface({ input, output, terminal: false, signal });
  const answers = lines[Symbol.asyncIterator]();
  const answered: T[] = [];
  for (const one of seen) {
    if (one.rule.ask === undefined) {
      answered.push(one);
      continue;
    }
    output.write(`${one.rule.module}: ${one.rule.ask}\n> `);
    const next = await answers.next();
    answered.push({ ...one, outcome: answeredOutcome(one.outcome, next.value ?? '') });
  }
  lines.close();
  return answered;
}

function answeredOutcome(outcome: Outcome, line: string): Outcome {
  const answer = line.trim();
  if (answer === '') return outcome;
  const isYes = /^y(es)?$/i.test(answer);
  return { result: isYes ? 'ok' : 'differs', detail: `${outcome.detail} Answer: ${answer}` };
}
