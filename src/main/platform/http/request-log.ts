import type { Failure } from '#shared/failure.ts';
import type { RequestEnd } from './exchange.ts';

/**
 * Returns a function that writes a line for a failed request: its host, the kind of the failure and the status of the
 * answer. Equal failures in a row of a host are counted, and the line after them has their number.
 */
export function createRequestLog(writeLine: (line: string) => void): (end: RequestEnd) => void {
  /** The last failure of each host that has not answered since. */
  const failing = new Map<string, { readonly words: string; count: number }>();
  return ({ url: { host }, status, failure }) => {
    if (failure?.kind === 'cancelled') return;
    const last = failing.get(host);
    const words =
      failure && `${kindInWords(failure)}, ${status === null ? 'no answer' : `status ${status}`}`;
    if (last !== undefined && last.words === words) {
      last.count += 1;
      return;
    }
    const countWords = last !== undefined && last.count > 1 ? ` after ${last.count} requests` : '';
    if (words !== null) {
      failing.set(host, { words, count: 1 });
      writeLine(`request to ${host} failed${countWords}: ${words}`);
    } else if (failing.delete(host)) writeLine(`request to ${host} answered${countWords}`);
  };
}

function kindInWords(failure: Failure): string {
  if ('reason' in failure) return `${failure.kind} (${failure.reason})`;
  return 'stage' in failure ? `${failure.kind} (${failure.stage})` : failure.kind;
}
