import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface LoadTarget {
  readonly url: string;
  /** The JSON body of a POST request. Default: a GET request. */
  readonly post?: string;
}

/** The result of one run. */
interface LoadResult {
  /** Answers per second. */
  readonly rate: number;
  readonly requests: number;
  /** Answers whose status is not 2xx. */
  readonly errors: number;
}

export const connections = 16;

/**
 * Sends requests to the target over 16 connections. On each connection a request follows as soon as the previous answer
 * is complete. Reads only the status and `Content-Length` of an answer, so that most of the processor is left to the
 * server.
 *
 * @throws Error when the server closes a connection, or sends an answer without `Content-Length`
 */
export async function putUnderLoad(
  { url, post }: LoadTarget,
  seconds: number,
  signal: AbortSignal,
): Promise<LoadResult> {
  const request = requestOf(new URL(url), post);
  const { hostname, port } = new URL(url);
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      await once(socket, 'connect', { signal });
      return socket;
    }),
  );
  const startedAt = performance.now();
  const until = startedAt + 1000 * seconds;
  try {
    const counts = await Promise.all(
      sockets.map((one) => repeatRequest(one, request, until, signal)),
    );
    const requests = counts.reduce((sum, count) => sum + count.requests, 0);
    const errors = counts.reduce((sum, count) => sum + count.errors, 0);
    return { rate: (1000 * requests) / (performance.now() - startedAt), requests, errors };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

function requestOf({ host, pathname, search }: URL, post: string | undefined): Buffer {
  const body = post ?? '';
  const bodyHeaders =
    post === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
  const method = post === undefined ? 'GET' : 'POST';
  const head = [`${method} ${pathname}${search} HTTP/1.1`, `Host: ${host}`, ...bodyHeaders];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Sends the request repeatedly over one connection until the time is over. */
async function repeatRequest(
  socket: Socket,
  request: Buffer,
  until: number,
  signal: AbortSignal,
): Promise<Pick<LoadResult, 'requests' | 'errors'>> {
  let [requests, errors] = [0, 0];
  let pending: Buffer = Buffer.alloc(0);
  socket.write(request);
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    signal.throwIfAborted();
    pending = pending.length === 0 ? (piece as Buffer) : Buffer.concat([pending, piece as Buffer]);
    const headEnd = pending.indexOf('\r\n\r\n');
    if (headEnd < 0) continue;
    const head = pending.toString('latin1', 0, headEnd);
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error('the answer has no Content-Length');
    if (pending.length < headEnd + 4 + Number(length)) continue;
    pending = Buffer.alloc(0);
    requests += 1;
    if (!head.startsWith('HTTP/1.1 2')) errors += 1;
    if (performance.now() >= until) return { requests, errors };
    socket.write(request);
  }
  throw new Error('the server closed the connection');
}
