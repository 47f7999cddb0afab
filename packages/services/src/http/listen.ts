import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Problem, problemOf } from './problem.ts';

/**
 * The listeners accept connections from this machine only: the services are for the app and for tests, not for the
 * network.
 */
const address = '127.0.0.1';
/**
 * The time for which an idle connection stays open, in milliseconds. The time exceeds a minute, so that clients that
 * poll once a minute can use their connection again.
 */
const keepAliveTimeout = 65_000;

export interface Listener {
  /** The base address, for example `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Closes all connections at once, whether they are idle or not. */
  readonly stop: () => Promise<void>;
}

/** What a handler can do with the connection of its answer. */
export interface AnswerConnection {
  /** Ends the connection at once, so that the client sees a reset (RST). */
  readonly reset: () => void;
}

/** Answers a request, like the `fetch` of a Hono app. `Response.error()` resets the connection. */
export type AnswerRequest = (
  request: Request,
  connection: AnswerConnection,
) => Response | Promise<Response>;

/**
 * Serves on a port of this machine; port 0 selects any free port. The `Host` header must name this machine, which
 * protects against DNS rebinding.
 *
 * @throws the system's error (`EADDRINUSE`, `EACCES`) when the port cannot be opened
 */
export async function listenForRequests(answer: AnswerRequest, port: number): Promise<Listener> {
  const hosts = new Set<string>();
  const serve = getRequestListener(
    (request, { outgoing }) => {
      const reset = (): void => void (outgoing as ServerResponse).socket?.resetAndDestroy();
      const send = (response: Response): Response => {
        // Status 0 is the status of `Response.error()`.
        if (response.status !== 0) return response;
        reset();
        return RESPONSE_ALREADY_SENT;
      };
      const givenResponse = answer(request, { reset });
      return givenResponse instanceof Promise ? givenResponse.then(send) : send(givenResponse);
    },
    { errorHandler: () => Response.json(statusProblem(400, unreadableDetail), { status: 400 }) },
  );
  const answers = new WeakMap<Duplex, ServerResponse>();
  const refusedSockets = new WeakSet<Duplex>();
  // Node's own check of the Host header is off, because Node would answer a request without Host with an empty body.
  // The handler checks the header instead.
  const options = { keepAliveTimeout, requireHostHeader: false };
  const server = createServer(options, (incoming, outgoing) => {
    answers.set(incoming.socket, outgoing);
    const { host } = incoming.headers;
    if (host === undefined) {
      refuseRequest(outgoing, 400, 'the Host header is missing');
    } else if (!hosts.has(host.toLowerCase())) {
      refuseRequest(outgoing, 421, 'the Host header must be 127.0.0.1 or localhost, with the port');
    } else if (isWorthReading(incoming)) {
      readAhead(incoming, () => void serve(incoming, outgoing));
    } else {
      void serve(incoming, outgoing);
    }
  });
  server.on('connection', drainBeforeClose);
  server.on('checkExpectation', (_incoming, outgoing: ServerResponse) => {
    refuseRequest(outgoing, 417, 'no Expect but 100-continue can be met');
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const answer = answers.get(socket);
    const isAnswering = answer?.headersSent === true && !answer.writableFinished;
    // The bytes after an invalid request cannot be parsed, so they are ignored until the connection ends.
    if (refusedSockets.has(socket)) return;
    if (isAnswering || !socket.writable) {
      socket.destroy();
    } else {
      refusedSockets.add(socket);
      refuseBytes(socket, error.code);
      discardBytes(socket);
    }
  });

  server.listen(port, address);
  await once(server, 'listening');
  const { port: boundPort } = server.address() as AddressInfo;
  for (const name of [address, 'localhost']) {
    hosts.add(`${name}:${boundPort}`);
    if (boundPort === 80) hosts.add(name);
  }

  return {
    url: `http://${address}:${boundPort}`,
    stop: async () => {
      if (!server.listening) return;
      const serverEnd = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await serverEnd;
    },
  };
}

const unreadableDetail = 'the request could not be read';
/** The HTTP status for each error code of Node; an error code that is not listed has the status 400. */
const statusOfFault: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

const reasonOf = (status: number): string => STATUS_CODES[status] ?? 'Bad Request';

const statusProblem = (status: number, detail: string): Problem =>
  problemOf(reasonOf(status), detail);

/** Refuses a request before it reaches an app, and ends the connection of the request. */
function refuseRequest(outgoing: ServerResponse, status: number, detail: string): void {
  const body = JSON.stringify(statusProblem(status, detail));
  outgoing.writeHead(status, headersFor(body)).end(body);
}

/**
 * Refuses a request that Node cannot read: invalid, too large or too slow. Ends the connection, because the start of
 * the next request is unknown.
 */
function refuseBytes(socket: Duplex, code: string | undefined): void {
  const status = statusOfFault[code ?? ''] ?? 400;
  const body = JSON.stringify(statusProblem(status, unreadableDetail));
  const headers = Object.entries(headersFor(body)).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${reasonOf(status)}`, ...headers];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** The headers of an answer with a JSON body that ends the connection. */
function headersFor(body: string): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
}

/** The time for which a client may continue to send after its request was refused, in milliseconds. */
const maxDrainMs = 2_000;

/**
 * Lets a client that is still sending read its answer. When an answer ends a connection whose request was not read to
 * its end, Node closes the socket with unread bytes. This resets the connection, and the answer is lost.
 */
function drainBeforeClose(socket: Socket): void {
  socket.destroySoon = () => {
    if (socket.destroyed) return;
    socket.end();
    discardBytes(socket);
  };
}

/** Reads and discards bytes until the client ends the connection or the time is over. */
function discardBytes(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), maxDrainMs);
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
}

/** The longest body that the posts service accepts, in bytes. */
export const maxBodyBytes = 1024 * 1024;

/** `@hono/node-server` uses `rawBody` and then does not read the body itself. */
interface MessageWithBody extends IncomingMessage {
  rawBody?: Buffer;
}

/**
 * Whether the body is read before the app is called: true for JSON whose declared length is within the limit. The app
 * may refuse any other body without reading it.
 */
function isWorthReading({ headers }: IncomingMessage): boolean {
  return (
    headers['content-type'] === 'application/json' &&
    Number(headers['content-length']) <= maxBodyBytes
  );
}

/** Reads the whole body, then calls `then`. If the client disconnects early, `then` is never called. */
function readAhead(incoming: MessageWithBody, then: () => void): void {
  let wholeBody: Buffer | null = null;
  incoming.on('data', (piece: Buffer) => {
    wholeBody = wholeBody === null ? piece : Buffer.concat([wholeBody, piece]);
  });
  incoming.on('end', () => {
    incoming.rawBody = wholeBody ?? Buffer.alloc(0);
    then();
  });
}
