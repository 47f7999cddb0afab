import { UsageError } from '#tools/setup/command.ts';

/** One measurement. Most have a control from the same run, a goal, or both. */
export interface ResultRow {
  readonly measure: string;
  readonly ours: string;
  /** The name and the result of the control: `bare node:http 51,200/s`. */
  readonly control?: string;
  readonly ratio?: string;
  readonly goal?: string;
  /** Whether the goal was met. Absent if there is no goal. */
  readonly met?: boolean;
}

export interface BenchmarkContext {
  readonly signal: AbortSignal;
  /** A folder for temporary files of this run; removed at the end. */
  readonly scratch: string;
  /** Prints progress on the standard error. */
  readonly log: (line: string) => void;
  /** The arguments after the name of the benchmark. */
  readonly args: readonly string[];
}

/** A benchmark that `npm run bench -- NAME` runs. */
export interface Benchmark {
  readonly summary: string;
  /** The accepted arguments: names of parts, or flags. */
  readonly words?: readonly string[];
  /** The names of the accepted numbers, in order, for `--help`. */
  readonly numbers?: readonly string[];
  readonly run: (around: BenchmarkContext) => Promise<readonly ResultRow[]>;
}

/** A benchmark of several parts; arguments select some of them. */
export function benchmarkOf(
  what: string,
  parts: Readonly<Record<string, (around: BenchmarkContext) => Promise<readonly ResultRow[]>>>,
): Benchmark {
  return {
    summary: `${what}; name some of its parts to run only those`,
    words: Object.keys(parts),
    async run(around) {
      const rows: ResultRow[] = [];
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

/** Throws a UsageError for arguments that the benchmark does not accept. */
export function checkArguments(
  { words = [], numbers = [] }: Pick<Benchmark, 'words' | 'numbers'>,
  args: readonly string[],
): void {
  const others = args.filter((arg) => !words.includes(arg));
  const wrong = others.find((arg) => !/^\d+(\.\d+)?$/.test(arg)) ?? others[numbers.length];
  if (wrong !== undefined) throw new UsageError(`'${wrong}' is no argument of this benchmark`);
}

const columns = ['measure', 'ours', 'control', 'ratio', 'goal', 'met'] as const;

/** The rows as an aligned Markdown table. Columns that are empty in all rows are left out. */
export function resultTable(rows: readonly ResultRow[]): string {
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
