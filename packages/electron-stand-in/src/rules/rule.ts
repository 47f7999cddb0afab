/** The modules of Electron in the main process. A check gets them as an argument, so that tools can read the rules. */
export type Electron = typeof Electron.CrossProcessExports;

/** A fact about Electron. */
export interface Rule {
  /** The module of Electron that the rule is about. */
  readonly module: string;
  readonly title: string;
  /**
   * The file that implements the rule: in Electron's repository at the commit that `docs/electron.md` names, or in the
   * project that the path begins with. Null: the desktop implements it.
   */
  readonly source: string | null;
  /** The files of the app that rely on the rule. */
  readonly places: readonly [string, ...string[]];
  /** The systems on which the rule holds. Default: all. */
  readonly platforms?: readonly NodeJS.Platform[];
}

/** Runs a function in the `quit` event. The function throws if Electron behaves differently. */
export type AtQuit = (check: (code: number) => void) => void;

/** A rule that a program checks in Electron's main process. */
export interface CheckedRule extends Rule {
  /**
   * `before ready`: in the tick that evaluates the entry module. `alone`: in that tick of a separate process. Default:
   * when the app is ready, after the rules that come before it.
   */
  readonly when?: 'before ready' | 'alone';
  /** The exit code of the separate process. Default: 0. */
  readonly exitCode?: number;
  /**
   * Throws or rejects if Electron behaves differently, and throws an AskError if this machine cannot show it. A string
   * that it returns or resolves with is a detail for the report.
   */
  readonly check: (electron: Electron, atQuit: AtQuit) => unknown;
}

/** A rule that only a person can check, on the system that has it. */
export interface AskedRule extends Rule {
  /** What to do, and what to look for. */
  readonly ask: string;
}

type Result = 'ok' | 'differs' | 'ask';

export interface Outcome {
  readonly result: Result;
  /** Times and versions, or the reason of the result. */
  readonly detail: string;
}

/** Thrown by a check if this machine cannot show what the rule says. */
export class AskError extends Error {}

/** Adds the module to rules. */
export const rulesOf = <T extends Rule>(
  module: string,
  rules: readonly Omit<T, 'module'>[],
): readonly T[] => rules.map((rule) => ({ ...rule, module }) as T);

/** The outcome of a check that failed. The stand-in may lack a part that Electron has: then a person has to check it. */
export function outcomeOfError(error: unknown): Outcome {
  const detail = error instanceof Error ? error.message : String(error);
  const isAsk = error instanceof AskError || detail.startsWith('not in the stand-in');
  return { result: isAsk ? 'ask' : 'differs', detail };
}

/** Throws an error with the false facts. Returns `detail` if all facts are true. */
export function assertFacts(facts: Readonly<Record<string, boolean>>, detail = ''): string {
  const wrong = Object.keys(facts).filter((fact) => facts[fact] !== true);
  if (wrong.length === 0) return detail;
  throw new Error(`not so: ${wrong.join(', ')}${detail === '' ? '' : `; ${detail}`}`);
}

export const nativeSource = (name: string): string => `shell/browser/api/electron_api_${name}.cc`;
export const scriptSource = (name: string): string => `lib/browser/api/${name}.ts`;
