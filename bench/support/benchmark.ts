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
  readonly run: (around: Around) => Promise<readonly Row[]>;
}

/** A benchmark of several parts; names on the command line choose among them. */
export function benchmarkOf(
  what: string,
  parts: Readonly<Record<string, (around: Around) => Promise<readonly Row[]>>>,
): Benchmark {
  return {
    summary: `${what}: ${Object.keys(parts).join(', ')}; name some of them to run only those`,
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
