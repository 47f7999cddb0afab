/** The parts of a report, in the order in which they are shown. */
export const reportParts = ['facts', 'checks', 'settings', 'log'] as const;
export type ReportPart = (typeof reportParts)[number];

/** Incremented when readers of earlier reports can no longer read a report. */
export const reportVersion = 1;

/** The largest report, in bytes. */
export const maxReportBytes = 16 * 2 ** 20;

/**
 * Characters that change how a text looks without being visible: controls, marks of direction, and those that join or
 * break words. JSON escapes only a part of them.
 */
const invisibleCharacters = /[^\P{C}\n]|[\u2028\u2029]/gu;

/** Escapes a character as JSON does: `\u202e`. */
const escapeCharacters = (text: string): string =>
  Array.from(
    { length: text.length },
    (_, at) => String.raw`\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/**
 * The text of a report with these parts. The window shows exactly this text, and the saved file contains it unchanged.
 */
export function reportText(
  { parts, ...head }: { readonly parts: Readonly<Partial<Record<ReportPart, unknown>>> },
  chosen: readonly ReportPart[],
): string {
  const shownParts = reportParts.filter((part) => chosen.includes(part));
  const report = {
    ...head,
    parts: Object.fromEntries(shownParts.map((part) => [part, parts[part]])),
  };
  return `${JSON.stringify(report, null, 2).replaceAll(invisibleCharacters, escapeCharacters)}\n`;
}
