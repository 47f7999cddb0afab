import { z } from 'zod';
import { providerNames } from '#shared/picture/providers.ts';
import { UsageError, wordsOfIssue } from '../setup/command.ts';

export const usage = `Sends one request to a service, as the app does, and prints the result as JSON.

  npm run --silent probe -- picture  --base URL [--source NAME] [--date YYYY-MM-DD] [--download FOLDER] [--key KEY]
  npm run --silent probe -- position --base URL
  npm run --silent probe -- post     --base URL [--title TEXT] [--body TEXT] [--user-id N]
  npm run --silent probe -- replace  --base URL [--id N] [--title TEXT] [--body TEXT] [--user-id N]
  npm run --silent probe -- delete   --base URL [--id N]

  --source NAME  ${providerNames.join(', ')}; default: each of them in this order, until one has the day
  --timeout MS   the limit for one request
  --key KEY      default: DEMO_KEY
  --id, --user-id  default: 1

Exit code: 0 if the request succeeded, 1 if it failed, 2 for a wrong command line.`;

/** A whole number in digits, at most 2³¹ − 1, which is the limit of timers and of most services. */
const wholeNumberSchema = (least: number) =>
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
const textSchema = z.string();
const commonFields = {
  base: z.url({ protocol: /^https?$/ }),
  timeout: wholeNumberSchema(1).nullable().default(null),
};
const id = wholeNumberSchema(0).default(1);
const fields = {
  title: textSchema.default('Probe'),
  body: textSchema.default('Asked from the command line.'),
  'user-id': wholeNumberSchema(0).default(1),
};
const probeSchema = z.discriminatedUnion('command', [
  z.strictObject({
    command: z.literal('picture'),
    ...commonFields,
    /** The picture source; null: all sources in order, until one has the day. */
    source: z.enum(providerNames).nullable().default(null),
    key: textSchema.default('DEMO_KEY'),
    date: z.iso.date().nullable().default(null),
    download: textSchema.nullable().default(null),
  }),
  z.strictObject({ command: z.literal('position'), ...commonFields }),
  z.strictObject({ command: z.literal('post'), ...commonFields, ...fields }),
  z.strictObject({ command: z.literal('replace'), ...commonFields, ...fields, id }),
  z.strictObject({ command: z.literal('delete'), ...commonFields, id }),
]);

export type ProbeCommand = z.infer<typeof probeSchema>;

const string = { type: 'string' } as const;
/** The options of the command line. */
export const options = {
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
} as const;

/** Reads the command and the values of its options. Throws a UsageError if they do not fit. */
export function parseProbe(
  positionals: readonly string[],
  values: Readonly<Record<string, unknown>>,
): ProbeCommand {
  const [command, ...more] = positionals;
  if (command === undefined || more.length > 0) throw new UsageError('name one command');
  const given = { command, ...values };
  const parsed = probeSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const nouns = { command: 'the command' };
  throw new UsageError(wordsOfIssue(parsed.error, given, nouns), { cause: parsed.error });
}
