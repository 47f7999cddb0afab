import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type { z } from 'zod';
import { RefusalError } from './process.ts';

/**
 * Thrown when the command line of a tool cannot be parsed. `message` states the reason; the tool ends with exit code 2.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const helpOption = { help: { type: 'boolean', short: 'h' } } as const;

interface CommandConfig<T extends ParseArgsOptionsConfig> {
  /** The name of the tool, which precedes the message of a failure. */
  readonly name: string;
  /** The text that `--help` prints, without a line feed at its end. */
  readonly usage: string;
  /** All options except `--help` and `-h`, which every tool has. */
  readonly options?: T;
  readonly allowPositionals?: boolean;
}

type Parsed<T extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: T; allowPositionals: true }>
>;

/**
 * Runs a tool on the arguments of this process, and sets its exit code: 0 for `--help`, which prints the usage on
 * standard output; 2 for a wrong command line (Node's parser or a UsageError), with one line and the usage on standard
 * error; 1 for a RefusalError, with one line; in all other cases the result of `run`. Rejects on a defect.
 */
export async function runCommand<const T extends ParseArgsOptionsConfig>(
  { name, usage, options, allowPositionals = false }: CommandConfig<T>,
  run: (parsed: Parsed<T>) => Promise<number> | number,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  try {
    const parsed = parseCommand(args, { ...options, ...helpOption }, allowPositionals);
    if (parsed.values['help'] === true) {
      process.stdout.write(`${usage}\n`);
      return;
    }
    process.exitCode = await run(parsed as unknown as Parsed<T>);
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${usage}\n`);
      process.exitCode = 2;
    } else if (error instanceof RefusalError) {
      process.stderr.write(`${name}: ${error.message}\n`);
      process.exitCode = 1;
    } else throw error;
  }
}

function parseCommand(
  args: readonly string[],
  options: ParseArgsOptionsConfig,
  allowPositionals: boolean,
): { values: Record<string, unknown>; positionals: string[] } {
  try {
    return parseArgs({ args: [...args], options, allowPositionals });
  } catch (error) {
    throw new UsageError(firstSentence((error as Error).message), { cause: error });
  }
}

/** The first sentence of Node's message, which names the argument. The other sentences are advice on positionals. */
export const firstSentence = (message: string): string => message.split('. ')[0] ?? message;

/** Parses a whole number, the value of an option. Throws a UsageError. */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(`${option} takes a whole number from ${least} to ${most}, not '${text}'`);
}

/**
 * The first error in the values of a command line, in one line.
 *
 * @param values by the names of the options; `nouns` has the names of the values that belong to no option
 */
export function wordsOfIssue(
  { issues: [issue] }: z.ZodError,
  values: Readonly<Record<string, unknown>>,
  nouns: Readonly<Record<string, string>>,
): string {
  if (issue?.code === 'unrecognized_keys') return `--${issue.keys[0] ?? ''} does not go with this`;
  const name = String(issue?.path[0] ?? '');
  const what = nouns[name] ?? `--${name}`;
  const value = values[name];
  if (value === undefined) return `${what} is missing`;
  const given = Array.isArray(value) ? value.join(', ') : (value as string);
  return `${what} cannot be '${given}' (${issue?.message ?? 'not valid'})`;
}
