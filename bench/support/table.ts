import type { Row } from './benchmark.ts';

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
