import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { root } from '../setup/paths.ts';

/** A file of `bench/results`. */
const resultSchema = z.object({
  /** The command that measured the rows. */
  command: z.string(),
  machine: z.string(),
  /** The day of the measurement, `YYYY-MM-DD`. */
  date: z.iso.date(),
  /** The commit that was measured, or the commit that added the figures to the docs if the first one is unknown. */
  commit: z.string().regex(/^[0-9a-f]{7,40}$/),
  /** The values of each row, by column. A column that is absent in all rows is left out of the table. */
  rows: z.array(z.record(z.string(), z.string().or(z.boolean()))).min(1),
});
export type Result = z.infer<typeof resultSchema>;

export const resultsFolder = join(root, 'bench', 'results');

/** The columns at the end of each table, even if the first row has no value for them. */
const lastColumns = ['ratio', 'goal', 'met'];

/** The rows as an aligned Markdown table. */
export function resultTable(rows: Result['rows']): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = [
    ...names.filter((column) => !lastColumns.includes(column)),
    ...lastColumns.filter((column) => names.includes(column)),
  ];
  const cell = (value: string | boolean | undefined): string =>
    typeof value === 'boolean' ? (value ? 'yes' : '**no**') : (value ?? '');
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => (line[i] ?? '').length)));
  const format = (line: readonly string[]): string =>
    `| ${line.map((text, i) => text.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = lines;
  return [format(head), format(widths.map((width) => '-'.repeat(width))), ...body.map(format)].join(
    '\n',
  );
}

/** The rows of `bench/results/NAME.json` as a Markdown table, with the day and the commit below it. */
export function figureTable(name: string): string {
  const text = readFileSync(join(resultsFolder, `${name}.json`), 'utf8');
  const { rows, date, commit } = resultSchema.parse(JSON.parse(text));
  return `${resultTable(rows)}\n\nMeasured on ${date}, at commit \`${commit.slice(0, 8)}\`.`;
}
