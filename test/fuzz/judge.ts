/** One answer, as received over a socket. */
interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** Thrown if an answer breaks a promise; the message names the fault. */
export class Verdict extends Error {}

const endOfHead = Buffer.from('\r\n\r\n');

/** The first final answer among the bytes; null if there is none. */
export function firstAnswer(bytes: Buffer): RawAnswer | null {
  if (bytes.length === 0) return null;
  const end = bytes.indexOf(endOfHead);
  if (end < 0) throw new Verdict(`half a head: ${JSON.stringify(bytes.toString('latin1'))}`);
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) [ -~]+$/.exec(first)?.[1]);
  if (Number.isNaN(status)) throw new Verdict(`not a status line: ${JSON.stringify(first)}`);
  const rest = bytes.subarray(end + endOfHead.length);
  if (status < 200) return firstAnswer(rest);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { status, headers, body: contentOf(headers, rest) };
}

function contentOf(headers: ReadonlyMap<string, string>, rest: Buffer): Buffer {
  const length = headers.get('content-length');
  if (length !== undefined) return rest.subarray(0, Number(length));
  if (headers.get('transfer-encoding') !== 'chunked') return rest;
  const pieces: Buffer[] = [];
  for (let at = 0; ;) {
    const end = rest.indexOf('\r\n', at);
    const size = Number.parseInt(rest.subarray(at, end).toString('latin1'), 16);
    if (end < 0 || Number.isNaN(size)) throw new Verdict('chunks that break off');
    if (size === 0) return Buffer.concat(pieces);
    pieces.push(rest.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

/** Checks the promises of the services for any input: no 5xx, and an error in JSON that names the fault. */
export function judge({ status, headers, body }: RawAnswer, isHead: boolean): void {
  if (status >= 500) throw new Verdict(`${status}: ${body.toString().slice(0, 300)}`);
  if (status < 400) return;
  const type = headers.get('content-type') ?? '';
  if (!/^application\/json\b/.test(type)) throw new Verdict(`${status} as ${type}`);
  if (isHead) return;
  let json: unknown;
  try {
    json = JSON.parse(body.toString());
  } catch (error) {
    throw new Verdict(`${status} is not JSON: ${body.toString().slice(0, 300)}`, { cause: error });
  }
  const words = json as Readonly<Record<string, unknown>>;
  // The successor's errors have the shape of WordPress's errors.
  const named = [
    words['error'] ?? words['code'],
    words['message'],
    words['detail'] ?? words['data'],
  ];
  if (named.some((word) => word === undefined || word === ''))
    throw new Verdict(`${status} names nothing: ${body.toString().slice(0, 300)}`);
}
