import { parseArgs } from 'node:util';

/** The steps of a run, in order. */
export const parts = ['gates', 'unit', 'browser', 'e2e'] as const;
export type Part = (typeof parts)[number];

export const usage = `Usage: npm test [-- OPTIONS]        the quick tests
       npm run test:full [-- OPTIONS] every test
  --only PART   ${parts.join(', ')}; may be repeated
  --full        every test, and no caches that can be stale
  --help        print this`;

export type ParsedTest =
  | { readonly kind: 'test'; readonly parts: readonly Part[]; readonly full: boolean }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

/** Parses the arguments that follow the name of the tool. */
export function parseTestArguments(argv: readonly string[]): ParsedTest {
  try {
    const { values } = parseArgs({
      args: [...argv],
      strict: true,
      allowPositionals: false,
      options: {
        only: { type: 'string', multiple: true, default: [] },
        full: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return { kind: 'help' };
    const unknown = values.only.find((name) => !parts.some((part) => part === name));
    if (unknown !== undefined) return { kind: 'wrong', message: `there is no part '${unknown}'` };
    const only = parts.filter((part) => values.only.includes(part));
    return { kind: 'test', parts: only.length === 0 ? parts : only, full: values.full };
  } catch (error) {
    return { kind: 'wrong', message: (error as Error).message.split('. ')[0] ?? '' };
  }
}
