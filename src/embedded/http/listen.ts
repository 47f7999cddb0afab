import { once } from 'node:events';
import { createServer, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Problem } from './problem.ts';

/** This machine only: the services are for the app and for tests, not for the network. */
const address = '127.0.0.1';
/** Longer than the pauses of a client that polls once a minute, so that it keeps its connection. */
const keepAliveTimeout = 65_000;

const unreadable = 'the request could not be read';
/** What Node says of bytes that it cannot read, where 400 is not the word for it. */
const statusOfFault: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

export interface Listener {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Closes every connection at once, idle or not. */
  readonly stop: () => Promise<void>;
}

/** Whatever answers a request: a Hono app's `fetch`. */
export type Answer = (request: Request) => Response | Promise<Response>;

/**
 * Serves on a port of this machine; 0 is any free one. The `Host` header must name this machine:
 * a page of a foreign name that was made to resolve to 127.0.0.1 gets nothing.
 *
 * @throws the system's error (`EADDRINUSE`, `EACCES`) when the port cannot be had
 */
export async function listen(answer: Answer, port: number): Promise<Listener> {
  const hosts = new Set<string>();
  const serve = getRequestListener((request) => answer(request), {
    errorHandler: () => Response.json(problemOf(400, unreadable), { status: 400 }),
  });
  const answers = new WeakMap<Duplex, ServerResponse>();
  // Node refuses a request without Host by itself, but in no words.
  const options = { keepAliveTimeout, requireHostHeader: false };
  const server = createServer(options, (incoming, outgoing) => {
    answers.set(incoming.socket, outgoing);
    const { host } = incoming.headers;
    if (host === undefined) {
      refuse(outgoing, 400, 'the Host header is missing');
    } else if (hosts.has(host.toLowerCase())) {
      void serve(incoming, outgoing);
    } else {
      refuse(outgoing, 421, 'the Host header must be 127.0.0.1 or localhost, with the port');
    }
  });
  server.on('checkExpectation', (_incoming, outgoing: ServerResponse) => {
    refuse(outgoing, 417, 'no Expect but 100-continue can be met');
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answer = answers.get(socket);
    const isAnswering = answer?.headersSent === true && !answer.writableFinished;
    if (isAnswering || !socket.writable) socket.destroy();
    else refuseBytes(socket, statusOfFault[error.code ?? ''] ?? 400);
  });

  server.listen(port, address);
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the listener has no port');
  for (const name of [address, 'localhost']) {
    hosts.add(`${name}:${bound.port}`);
    if (bound.port === 80) hosts.add(name);
  }

  return {
    url: `http://${address}:${bound.port}`,
    stop: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function problemOf(status: number, message: string): Problem {
  return { error: STATUS_CODES[status] ?? 'Bad Request', message };
}

/** The headers that go with a body which ends its connection. */
function headersFor(body: string): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
}

function refuse(outgoing: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify(problemOf(status, message));
  outgoing.writeHead(status, headersFor(body)).end(body);
}

/** Refuses what is not even a request, and ends the connection: nobody knows where the next one begins. */
function refuseBytes(socket: Duplex, status: number): void {
  const problem = problemOf(status, unreadable);
  const body = JSON.stringify(problem);
  const headers = Object.entries(headersFor(body)).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${problem.error}`, ...headers];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
