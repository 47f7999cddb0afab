import { UsageError } from '#tools/setup/command.ts';

/** One measured line: a figure of ours, beside its control in the same run or beside its goal. */
export interface Row {
  readonly measure: string;
  readonly ours: string;
  /** What it was measured against, with its name: `bare node:http 51,200/s`. */
  readonly control?: string;
  readonly ratio?: string;
  readonly goal?: string;
  /** Left out where there is no goal. */
  readonly met?: boolean;
}

export interface Around {
  readonly signal: AbortSignal;
  /** A folder of this run for scratch files, removed in the end. */
  readonly scratch: string;
  /** Progress, on the standard error. */
  readonly log: (line: string) => void;
  /** What stood behind the benchmark's name on the command line. */
  readonly args: readonly string[];
}

/** What `npm run bench -- NAME` runs. */
export interface Benchmark {
  readonly summary: string;
  /** Arguments that it takes by their very name: its parts, or flags. */
  readonly words?: readonly string[];
  /** The numbers that it takes, in their order, as `--help` names them. */
  readonly numbers?: readonly string[];
  readonly run: (around: Around) => Promise<readonly Row[]>;
}

/** A benchmark of several parts; names on the command line choose among them. */
export function benchmarkOf(
  what: string,
  parts: Readonly<Record<string, (around: Around) => Promise<readonly Row[]>>>,
): Benchmark {
  return {
    summary: `${what}; name some of its parts to run only those`,
    words: Object.keys(parts),
    async run(around) {
      const rows: Row[] = [];
      for (const [name, part] of Object.entries(parts)) {
        if (around.args.length > 0 && !around.args.includes(name)) continue;
        around.signal.throwIfAborted();
        around.log(name);
        rows.push(...(await part(around)));
      }
      return rows;
    },
  };
}

/** Refuses arguments that the benchmark does not take. Throws a UsageError. */
export function checkArguments(
  { words = [], numbers = [] }: Pick<Benchmark, 'words' | 'numbers'>,
  args: readonly string[],
): void {
  const others = args.filter((arg) => !words.includes(arg));
  const wrong = others.find((arg) => !/^\d+(\.\d+)?$/.test(arg)) ?? others[numbers.length];
  if (wrong !== undefined) throw new UsageError(`'${wrong}' is no argument of this benchmark`);
}

const columns = ['measure', 'ours', 'control', 'ratio', 'goal', 'met'] as const;

/** The rows as a Markdown table whose columns line up; columns that nobody fills are left out. */
export function tableOf(rows: readonly Row[]): string {
  const texts = rows.map((row) => ({
    ...row,
    met: row.met === undefined ? undefined : row.met ? 'yes' : '**no**',
  }));
  const used = columns.filter((column) => texts.some((row) => row[column] !== undefined));
  const lines = [used as readonly string[], ...texts.map((row) => used.map((c) => row[c] ?? ''))];
  const widths = used.map((_, i) => Math.max(...lines.map((line) => (line[i] ?? '').length)));
  const format = (line: readonly string[]): string =>
    `| ${line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = lines;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [format(head), rule, ...body.map(format)].join('\n');
}
