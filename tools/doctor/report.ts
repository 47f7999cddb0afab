import type { Finding } from './examine.ts';

/** The findings as a table of plain text, and below it what to do. */
export function layOut(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ part }) => part.length));
  const rows = findings.map(
    ({ part, state, found }) => `${part.padEnd(width)}  ${state.padEnd(7)}  ${found}`,
  );
  const cures = findings.flatMap(({ part, cure }) => (cure === null ? [] : [`${part}: ${cure}`]));
  return [
    ...rows,
    '',
    ...(cures.length === 0
      ? ['Nothing is to do.']
      : ['To do:', ...cures.map((cure) => `- ${cure}`)]),
  ].join('\n');
}
