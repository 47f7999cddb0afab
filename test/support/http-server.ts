import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

export interface TestServer {
  /** For example `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** The received requests, as `METHOD /path?query`. */
  readonly requests: readonly string[];
  /** The number of open connections. */
  connections(): number;
  /** Resolves once every connection is closed. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server on a free port of 127.0.0.1 with the given answers. */
export async function startServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<TestServer> {
  const requests: string[] = [];
  let open = 0;
  const server = createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    answer(request, response);
  });
  server.on('connection', (socket) => {
    open++;
    socket.once('close', () => {
      open--;
      if (open === 0) server.emit('idle');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    connections: () => open,
    async idle() {
      if (open > 0) await once(server, 'idle');
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A port of 127.0.0.1 on which no process listens. */
export async function closedPort(): Promise<number> {
  const server = await startServer(() => undefined);
  await server.close();
  return Number(new URL(server.url).port);
}
