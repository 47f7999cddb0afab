import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { parseJsonOrThrow } from '#shared/json.ts';
import { maxReportBytes, reportParts, reportVersion } from '#shared/report/report-parts.ts';
import { reportSchema, type Report } from '#shared/report/report-schema.ts';

/**
 * Thrown for a file that is not a report, or that this version cannot read. `message` is one sentence; the tool ends
 * with exit code 2.
 */
export class UnreadableReport extends Error {
  override readonly name = 'UnreadableReport';
}

const headSchema = z.object({ format: z.literal('overhead-report'), version: z.int().min(1) });
const bodySchema = reportSchema.omit({ parts: true }).extend({
  parts: z.record(z.string(), z.unknown()),
});

/** The file name with escaped control characters, for a terminal. */
const escapeForTerminal = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * Reads a report. Leaves out missing and unreadable parts, and calls `warn` for each unreadable part.
 *
 * @throws UnreadableReport
 */
export function readReport(path: string, warn: (line: string) => void): Report {
  const file = escapeForTerminal(path);
  let text: string;
  try {
    const { size } = statSync(path);
    if (size > maxReportBytes)
      throw new UnreadableReport(
        `${file} is too large for a report: ${Math.ceil(size / 2 ** 20)} MiB, and a report has at most ${maxReportBytes / 2 ** 20} MiB.`,
      );
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof UnreadableReport) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new UnreadableReport(`${file} cannot be read (${code}).`, { cause: error });
  }
  return parseReport(text, file, warn);
}

function parseReport(text: string, file: string, warn: (line: string) => void): Report {
  let json: unknown;
  try {
    json = parseJsonOrThrow(text);
  } catch (error) {
    throw new UnreadableReport(`${file} is not JSON.`, { cause: error });
  }
  const head = headSchema.safeParse(json);
  if (!head.success) throw new UnreadableReport(`${file} is not a report of Overhead.`);
  const { version } = head.data;
  if (version > reportVersion)
    throw new UnreadableReport(
      `${file} was written by a later version of Overhead (report version ${version}, and this program reads ${reportVersion}).`,
    );
  const body = bodySchema.safeParse(json);
  if (!body.success) throw new UnreadableReport(`${file} is not a whole report of Overhead.`);
  const { parts, ...rest } = body.data;
  const readable = reportParts.flatMap((part) => {
    if (parts[part] === undefined) return [];
    const parsed = reportSchema.shape.parts.shape[part].safeParse(parts[part]);
    if (!parsed.success) warn(`the part “${part}” cannot be read, and is left out`);
    return parsed.success ? [[part, parsed.data] as const] : [];
  });
  return { ...rest, parts: Object.fromEntries(readable) };
}
