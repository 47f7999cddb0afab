import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { lingerAtEnd, lingerOn } from './linger.ts';
import { isWorthReading, readAhead, type WithBody } from './read-ahead.ts';
import { refuse, refuseBytes, statusProblem, unreadable } from './refusal.ts';
import { CheckedResponse } from './short-answer.ts';

/** This machine only: the services are for the app and for tests, not for the network. */
const address = '127.0.0.1';
/** Longer than the pauses of a client that polls once a minute, so that it keeps its connection. */
const keepAliveTimeout = 65_000;

export interface Listener {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Closes every connection at once, idle or not. */
  readonly stop: () => Promise<void>;
}

/** What an answer may do to the connection that it goes out on. */
export interface Connection {
  /** Ends it at once, so that the other side sees a reset (RST). */
  readonly reset: () => void;
  /** The request's whole body, where it has been read already. */
  readonly body?: Buffer | undefined;
}

/** Whatever answers a request: a Hono app's `fetch`. `Response.error()` resets the connection. */
export type Answer = (request: Request, connection: Connection) => Response | Promise<Response>;

/**
 * Serves on a port of this machine; 0 is any free one. The `Host` header must name this machine:
 * a page of a foreign name that was made to resolve to 127.0.0.1 gets nothing.
 *
 * @throws the system's error (`EADDRINUSE`, `EACCES`) when the port cannot be had
 */
export async function listen(answer: Answer, port: number): Promise<Listener> {
  const hosts = new Set<string>();
  const serve = getRequestListener(
    (request, { incoming, outgoing }) => {
      const reset = (): void => void (outgoing as ServerResponse).socket?.resetAndDestroy();
      const send = (response: Response): Response => {
        // The network's error has the status 0.
        if (response.status !== 0) return response;
        reset();
        return RESPONSE_ALREADY_SENT;
      };
      const given = answer(request, { reset, body: (incoming as WithBody).rawBody });
      return given instanceof Promise ? given.then(send) : send(given);
    },
    { errorHandler: () => Response.json(statusProblem(400, unreadable), { status: 400 }) },
  );
  const answers = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();
  // Node refuses a request without Host by itself, but in no words.
  const options = { keepAliveTimeout, requireHostHeader: false, ServerResponse: CheckedResponse };
  const server = createServer(options, (incoming, outgoing) => {
    answers.set(incoming.socket, outgoing);
    const { host } = incoming.headers;
    if (host === undefined) {
      refuse(outgoing, 400, 'the Host header is missing');
    } else if (!hosts.has(host.toLowerCase())) {
      refuse(outgoing, 421, 'the Host header must be 127.0.0.1 or localhost, with the port');
    } else if (isWorthReading(incoming)) {
      readAhead(incoming, () => void serve(incoming, outgoing));
    } else {
      void serve(incoming, outgoing);
    }
  });
  server.on('connection', lingerAtEnd);
  server.on('checkExpectation', (_incoming, outgoing: ServerResponse) => {
    refuse(outgoing, 417, 'no Expect but 100-continue can be met');
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const answer = answers.get(socket);
    const isAnswering = answer?.headersSent === true && !answer.writableFinished;
    // What follows bytes that were refused cannot be read either, and is waited out.
    if (refused.has(socket)) return;
    if (isAnswering || !socket.writable) {
      socket.destroy();
    } else {
      refused.add(socket);
      refuseBytes(socket, error.code);
      lingerOn(socket);
    }
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
