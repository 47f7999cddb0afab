import type { Outcome, Rule } from '#stand-in/rules/rule.ts';
import type { Runtime } from '../setup/runtime.ts';
import type { Display } from '../start/display.ts';
import { appRules, checkAppRules } from './app-rules.ts';
import { askedRules } from './asked-rules.ts';
import { checkedRules } from './own-code-rules.ts';
import { runProgram } from './run-program.ts';

interface CheckOptions {
  readonly runtime: Runtime;
  readonly display: Pick<Display, 'env' | 'busAddress'>;
  /** The path of a packaged app; null: the built app is checked. */
  readonly program: string | null;
  /** A folder for temporary files, which is empty at the first check. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

/** Checks the rules of this system that `isWanted` selects. Passes each outcome to `onOutcome`. */
export async function checkRules(
  isWanted: (rule: Rule) => boolean,
  options: CheckOptions,
  onOutcome: (rule: Rule, outcome: Outcome) => void,
): Promise<void> {
  const ofHere = <T extends Rule>(rules: readonly T[]): readonly T[] =>
    rules.filter((rule) => isWanted(rule) && (rule.platforms?.includes(process.platform) ?? true));
  const inside = ofHere(checkedRules);
  const { env, busAddress } = options.display;
  if (inside.length > 0) await runProgram(inside, { ...options, env, busAddress }, onOutcome);
  const outside = ofHere(appRules);
  if (outside.length > 0) await checkAppRules(outside, options, onOutcome);
  for (const rule of ofHere(askedRules)) onOutcome(rule, { result: 'ask', detail: rule.ask });
}

const maxDetailLength = 300;

/** An outcome as one line. */
export function lineOf({ module, title }: Rule, { result, detail }: Outcome): string {
  const text = detail.replaceAll(/\s+/g, ' ').trim();
  const short = text.length <= maxDetailLength ? text : `${text.slice(0, maxDetailLength - 1)}…`;
  return `${result.padEnd(8)}${module}: ${title}${short === '' ? '' : `: ${short}`}`;
}
