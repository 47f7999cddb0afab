import { parseArgs } from 'node:util';

/** In the order in which they run. */
export const parts = ['gates', 'unit', 'browser', 'e2e'] as const;
export type Part = (typeof parts)[number];

export const usage = `Usage: npm test [-- OPTIONS]
  --only PART   ${parts.join(', ')}; may be given several times
  --help        print this`;

export type ParsedTest =
  | { readonly kind: 'test'; readonly parts: readonly Part[] }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

/** Reads the arguments after the tool's name. */
export function parseTestArguments(argv: readonly string[]): ParsedTest {
  try {
    const { values } = parseArgs({
      args: [...argv],
      strict: true,
      allowPositionals: false,
      options: {
        only: { type: 'string', multiple: true, default: [] },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return { kind: 'help' };
    const unknown = values.only.find((name) => !parts.some((part) => part === name));
    if (unknown !== undefined) return { kind: 'wrong', message: `there is no part '${unknown}'` };
    const only = parts.filter((part) => values.only.includes(part));
    return { kind: 'test', parts: only.length === 0 ? parts : only };
  } catch (error) {
    return { kind: 'wrong', message: (error as Error).message.split('. ')[0] ?? '' };
  }
}
