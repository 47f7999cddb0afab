import { parseArgs } from 'node:util';
import { z } from 'zod';
import { providerNames } from '#shared/picture/picture.ts';
import { firstSentence, UsageError, wordsOfIssue } from '../setup/command.ts';

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

/** A whole number in digits. 2³¹ − 1 is as far as a timer and most services go. */
const whole = (least: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(
      z
        .number()
        .min(least)
        .max(2 ** 31 - 1),
    );
const text = z.string();
const common = {
  base: z.url({ protocol: /^https?$/ }),
  timeout: whole(1).nullable().default(null),
};
const id = whole(0).default(1);
const fields = {
  title: text.default('Probe'),
  body: text.default('Asked from the command line.'),
  'user-id': whole(0).default(1),
};
const probeSchema = z.discriminatedUnion('command', [
  z.strictObject({
    command: z.literal('picture'),
    ...common,
    /** Null: all of them in their order, until one gives the day. */
    source: z.enum(providerNames).nullable().default(null),
    key: text.default('DEMO_KEY'),
    date: z.iso.date().nullable().default(null),
    download: text.nullable().default(null),
  }),
  z.strictObject({ command: z.literal('position'), ...common }),
  z.strictObject({ command: z.literal('post'), ...common, ...fields }),
  z.strictObject({ command: z.literal('replace'), ...common, ...fields, id }),
  z.strictObject({ command: z.literal('delete'), ...common, id }),
]);

export type Probe = z.infer<typeof probeSchema>;

const string = { type: 'string' } as const;

/** Null when the usage is asked for. Throws a UsageError. */
export function parseProbe(args: readonly string[]): Probe | null {
  if (args.includes('--help') || args.includes('-h')) return null;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        base: string,
        timeout: string,
        source: string,
        key: string,
        date: string,
        download: string,
        title: string,
        body: string,
        'user-id': string,
        id: string,
      },
    });
    const [command, ...more] = positionals;
    if (command === undefined || more.length > 0) throw new UsageError('name one command');
    return read({ command, ...values });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(firstSentence((error as Error).message), { cause: error });
  }
}

function read(values: Readonly<Record<string, unknown>>): Probe {
  const parsed = probeSchema.safeParse(values);
  if (parsed.success) return parsed.data;
  const nouns = { command: 'the command' };
  throw new UsageError(wordsOfIssue(parsed.error, values, nouns), { cause: parsed.error });
}
