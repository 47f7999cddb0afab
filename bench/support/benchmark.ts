import { UsageError } from '#tools/setup/command.ts';

/**
 * One row of a table: a value for each column. Most benchmarks have the columns `measure`, `ours`, and for some rows
 * `control` (the name and the result of a control from the same run: `bare node:http 51,200/s`), `ratio` and `goal`.
 */
export interface ResultRow {
  readonly [column: string]: string | boolean;
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
