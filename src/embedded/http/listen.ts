import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Problem } from './problem.ts';

/** This machine only: the services are for the app and for tests, not for the network. */
const address = '127.0.0.1';
/** Longer than the pauses of a client that polls once a minute, so that it keeps its connection. */
const keepAliveTimeout = 65_000;

const unreadable: Problem = { error: 'Bad Request', message: 'the request could not be read' };
const misdirected: Problem = {
  error: 'Misdirected Request',
  message: 'the Host header must be 127.0.0.1 or localhost, with the port',
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
    errorHandler: () => Response.json(unreadable, { status: 400 }),
  });
  const server = createServer({ keepAliveTimeout }, (incoming, outgoing) => {
    if (hosts.has(incoming.headers.host?.toLowerCase() ?? '')) {
      void serve(incoming, outgoing);
      return;
    }
    outgoing.writeHead(421, { 'Content-Type': 'application/json', Connection: 'close' });
    outgoing.end(JSON.stringify(misdirected));
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
