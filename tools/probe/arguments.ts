import { parseArgs } from 'node:util';
import { providerNames, type ProviderName } from '#shared/picture/picture.ts';

interface Common {
  readonly base: string;
  /** Milliseconds for each request, or null for the defaults. */
  readonly timeout: number | null;
}

interface PostFields {
  readonly title: string;
  readonly body: string;
  readonly userId: number;
}

export type Probe = Common &
  (
    | {
        readonly command: 'picture';
        /** Null: all of them in their order, until one gives the day. */
        readonly source: ProviderName | null;
        readonly key: string;
        readonly date: string | null;
        readonly download: string | null;
      }
    | { readonly command: 'position' }
    | ({ readonly command: 'post' } & PostFields)
    | ({ readonly command: 'replace'; readonly id: number } & PostFields)
    | { readonly command: 'delete'; readonly id: number }
  );

export const usage = `Asks one of the services once, as the app would, and prints what came of it as JSON.

  npm run --silent probe -- picture  --base URL [--source NAME] [--date YYYY-MM-DD] [--download FOLDER] [--key KEY]
  npm run --silent probe -- position --base URL
  npm run --silent probe -- post     --base URL [--title TEXT] [--body TEXT] [--user-id N]
  npm run --silent probe -- replace  --base URL [--id N] [--title TEXT] [--body TEXT] [--user-id N]
  npm run --silent probe -- delete   --base URL [--id N]

  --source NAME  ${providerNames.join(', ')}; left out: each of them in this order, until one gives the day
  --timeout MS   the most that one request may take
  --key KEY      DEMO_KEY when left out; --id and --user-id are 1 then

Exit code: 0 when the service gave what was asked for, 1 when not, 2 for a wrong command line.
`;

const string = { type: 'string' } as const;
const shared = { base: string, timeout: string };
const fields = { title: string, body: string, 'user-id': string };
const options = {
  picture: { ...shared, source: string, key: string, date: string, download: string },
  position: shared,
  post: { ...shared, ...fields },
  replace: { ...shared, ...fields, id: string },
  delete: { ...shared, id: string },
};

type Command = keyof typeof options;
type Values = Readonly<Record<string, string | undefined>>;

/** Says in one line what is wrong with a command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Null when the usage is asked for. Throws a UsageError. */
export function parseProbe(args: readonly string[]): Probe | null {
  if (args.includes('--help')) return null;
  const [command = '', ...rest] = args;
  if (!isCommand(command)) throw new UsageError(`there is no command "${command}"`);
  const values = parseValues(command, rest);
  const timeout = values['timeout'] === undefined ? null : integer(values, 'timeout', 1);
  const common = { base: required(values, 'base'), timeout };
  switch (command) {
    case 'picture':
      return {
        ...common,
        command,
        source: sourceOf(values['source']),
        key: values['key'] ?? 'DEMO_KEY',
        date: values['date'] ?? null,
        download: values['download'] ?? null,
      };
    case 'position':
      return { ...common, command };
    case 'post':
      return { ...common, command, ...postFields(values) };
    case 'replace':
      return { ...common, command, id: integer(values, 'id', 0, 1), ...postFields(values) };
    case 'delete':
      return { ...common, command, id: integer(values, 'id', 0, 1) };
  }
}

function isCommand(word: string): word is Command {
  return Object.hasOwn(options, word);
}

function parseValues(command: Command, args: string[]): Values {
  try {
    return parseArgs({ args, options: options[command], allowPositionals: false }).values as Values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'wrong options', {
      cause: error,
    });
  }
}

function sourceOf(name: string | undefined): ProviderName | null {
  const source = providerNames.find((one) => one === name) ?? null;
  if (name !== undefined && source === null)
    throw new UsageError(`--source is none of ${providerNames.join(', ')}`);
  return source;
}

function postFields(values: Values): PostFields {
  return {
    title: values['title'] ?? 'Probe',
    body: values['body'] ?? 'Asked from the command line.',
    userId: integer(values, 'user-id', 0, 1),
  };
}

function required(values: Values, name: string): string {
  const value = values[name];
  if (value === undefined) throw new UsageError(`--${name} is missing`);
  return value;
}

/** A whole number; without one the default, or a UsageError where there is none. */
function integer(values: Values, name: string, least: number, otherwise?: number): number {
  if (values[name] === undefined && otherwise !== undefined) return otherwise;
  const value = required(values, name);
  // 2³¹ − 1 is as far as a timer and most services go.
  if (!/^\d{1,10}$/.test(value) || Number(value) < least || Number(value) > 2 ** 31 - 1) {
    throw new UsageError(`--${name} is not a whole number from ${least} on`);
  }
  return Number(value);
}
