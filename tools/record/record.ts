import { setTimeout } from 'node:timers/promises';
import type { Ask } from './requests.ts';

/** One line of a recording. */
export interface Line {
  readonly kind: 'recorded';
  readonly source: string;
  readonly method: string;
  /** Without the key. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** When the answer came. */
  readonly at: string;
  /** JSON as it was parsed; else `body`, the text, or for a picture its first bytes in hexadecimal digits. */
  readonly record?: unknown;
  readonly body?: string;
  /** Of the whole file, where the body is its beginning. */
  readonly bytes?: string | null;
}

/** What may say who asked, or is a secret of the connection. */
const secret =
  /^(set-cookie|cookie|authorization|proxy-.*|x-amz-.*|cf-ray|x-api-key|x-forwarded-.*)$/;
const mostBytes = 4 * 2 ** 20;
const firstBytes = 256;
const limitMs = 30_000;

/** @throws the system's error when no answer came */
export async function record(ask: Ask, signal: AbortSignal): Promise<Line> {
  const answer = await send(ask, signal);
  const text = await beginningOf(answer, mostBytes);
  return { ...lineOf(ask, answer), ...contentOf(text.toString('utf8')) };
}

/** The beginning of a file. */
export async function recordFile(source: string, url: string, signal: AbortSignal): Promise<Line> {
  const answer = await send({ source, url }, signal);
  const begin = await beginningOf(answer, firstBytes);
  const bytes = answer.headers.get('content-length');
  return { ...lineOf({ source, url }, answer), body: begin.toString('hex'), bytes };
}

/** The picture that an answer of the successor names; null where it names none. */
export function pictureOf({ record: answer }: Line): string | null {
  const first: unknown = Array.isArray(answer) ? answer[0] : answer;
  if (typeof first !== 'object' || first === null || !('hdurl' in first)) return null;
  const { hdurl } = first;
  return typeof hdurl === 'string' && URL.canParse(hdurl) ? hdurl : null;
}

const send = ({ url, method = 'GET', body }: Ask, signal: AbortSignal): Promise<Response> =>
  fetch(url, {
    method,
    signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
    // Where it leads is part of the answer.
    redirect: 'manual',
    headers: {
      'User-Agent': 'Overhead-record',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });

const lineOf = ({ source, url, method = 'GET' }: Ask, answer: Response) => ({
  kind: 'recorded' as const,
  source,
  method,
  url: withoutKey(url),
  status: answer.status,
  headers: Object.fromEntries(
    [...answer.headers]
      .filter(([name]) => !secret.test(name))
      .map(([name, value]) => [name, name === 'location' ? withoutKey(value) : value]),
  ),
  at: new Date().toISOString(),
});

export function withoutKey(address: string): string {
  return address.replace(/([?&]api_key=)[^&#]*/gi, '$1');
}

function contentOf(text: string): Pick<Line, 'record' | 'body'> {
  try {
    return { record: JSON.parse(text) as unknown };
  } catch {
    return { body: text };
  }
}

async function beginningOf(answer: Response, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop ends the transfer.
  for await (const piece of answer.body ?? []) {
    pieces.push(piece);
    length += piece.length;
    if (length >= most) break;
  }
  return Buffer.concat(pieces).subarray(0, most);
}

export const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(seconds * 1000, undefined, { signal });
