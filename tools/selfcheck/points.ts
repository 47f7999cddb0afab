/** `ask`: a user has to check the point, or this machine cannot show it; `detail` states the reason. */
export type PointResult = 'ok' | 'differs' | 'ask';

/** The result of one point. */
export interface Finding {
  readonly result: PointResult;
  /** The details, in one line. */
  readonly detail: string;
}

/** The titles of the points, in the order of the checks; the number of a point is its index plus 1. */
export const pointTitles = [
  'versions and sandbox',
  'own scheme: page, streams, uploads, policy',
  'preload: the bridge and nothing of Node',
  'hidden windows: ready, shown, hidden, made again',
  'composing: 4K and 8K, and the process ends',
  'tray: item, menu, tooltip',
  'notifications',
  'wallpaper: set, read back, restored',
  'power: suspend, resume, shutdown',
  'end: quit, SIGTERM, SIGHUP',
  'second instance: answers, and leaves no file',
  'keyring: seals and opens',
  'start at login: on, read, off',
  'dialogs',
  'clipboard',
  'links open in the browser',
  'network: no host but its own',
  'Node: SQLite, keys, certificates, workers, languages',
  'utility processes: arguments, output, end',
  'package: fuses',
  'full screen, then closed',
  'displays',
] as const;

/** The findings by the number of the point, from 1 to 22. */
export type Findings = ReadonlyMap<number, Finding>;

const missingFinding: Finding = { result: 'differs', detail: 'it was not checked' };

/** The findings as one line for each point. */
export function findingLines(findings: Findings): string[] {
  return pointTitles.map((title, index) => {
    const { result, detail } = findings.get(index + 1) ?? missingFinding;
    const number = String(index + 1).padStart(2);
    return `${number}  ${result.padEnd(8)} ${title}${detail === '' ? '' : `: ${oneLine(detail)}`}`;
  });
}

/** The exit code: 0 if no point differs, otherwise 1. */
export const exitCode = (findings: Findings): 0 | 1 =>
  pointTitles.some(
    (_title, index) => (findings.get(index + 1) ?? missingFinding).result === 'differs',
  )
    ? 1
    : 0;

/** The report that users send in. The versions and the desktop are its only personal data. */
export function reportText(findings: Findings, machine: Readonly<Record<string, string>>): string {
  const points = pointTitles.map((title, index) => ({
    point: index + 1,
    title,
    ...(findings.get(index + 1) ?? missingFinding),
  }));
  return `${JSON.stringify({ machine, points }, null, 2)}\n`;
}

const maxDetailLength = 300;

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= maxDetailLength ? line : `${line.slice(0, maxDetailLength - 1)}…`;
}

export const okFinding = (detail: string): Finding => ({ result: 'ok', detail });
export const differsFinding = (detail: string): Finding => ({ result: 'differs', detail });
export const askFinding = (detail: string): Finding => ({ result: 'ask', detail });

/**
 * Returns `ok` if all facts are true, otherwise `differs` with the false facts.
 *
 * @param facts whether each fact is true, by the name of the fact in words
 * @param more text that is added in both cases, such as times
 */
export function judgeFacts(facts: Readonly<Record<string, boolean>>, more = ''): Finding {
  const wrong = Object.keys(facts).filter((fact) => facts[fact] !== true);
  const end = more === '' ? '' : `${wrong.length > 0 ? '; ' : ''}${more}`;
  return wrong.length === 0 ? okFinding(more) : differsFinding(`not so: ${wrong.join(', ')}${end}`);
}

/**
 * The finding for an error: `ask` if the stand-in lacks a part of Electron, because Electron itself may have the part;
 * otherwise `differs`.
 */
export function findingOf(error: unknown): Finding {
  const message = error instanceof Error ? error.message : String(error);
  return message.startsWith('not in the stand-in') ? askFinding(message) : differsFinding(message);
}
