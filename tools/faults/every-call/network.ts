import { once } from 'node:events';
import { request } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { TimeFile } from '../world/time.ts';

/** The ways in which a connection to a service can fail. */
export const networkErrors = [
  'refused',
  'tls',
  'reset',
  'lost',
  'silent',
  'cut-off',
  'status-500',
  'status-503',
  'garbage',
] as const;

const response = (status: string, headers: readonly string[], body: string): string =>
  [`HTTP/1.1 ${status}`, 'Connection: close', ...headers, '', body].join('\r\n');
const json = 'Content-Type: application/json';
/** The bytes with which each server answers a request. Servers that are not listed send no answer by HTTP. */
const answers: Readonly<Partial<Record<(typeof networkErrors)[number], string>>> = {
  'cut-off': response('200 OK', [json, 'Content-Length: 4096'], '{"id": 1'),
  'status-500': response('500 Internal Server Error', ['Content-Length: 0'], ''),
  'status-503': response('503 Service Unavailable', ['Retry-After: 20', 'Content-Length: 0'], ''),
  garbage: response('200 OK', [json, 'Content-Length: 6'], '\0{]\u007f"\n'),
};

/** Starts servers that fail, each on its own port of this machine. */
export async function startFaultServers(time: TimeFile) {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const ports: Record<string, number> = {};
  const serve = async (onRequest: (socket: Socket, head: string) => void): Promise<number> => {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      socket.on('error', () => undefined);
      let bytes = '';
      socket.setEncoding('latin1').on('data', (text: string) => {
        bytes += text;
        const end = bytes.indexOf('\r\n\r\n');
        const length = Number(/^content-length: *(\d+)/im.exec(bytes)?.[1] ?? 0);
        if (end === -1 || bytes.length < end + 4 + length) return;
        onRequest(socket, bytes);
      });
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  for (const [name, answer] of Object.entries(answers))
    ports[name] = await serve((socket) => {
      time.received += 1;
      socket.end(answer, 'latin1');
    });
  ports['reset'] = await serve((socket) => {
    time.received += 1;
    socket.resetAndDestroy();
  });
  ports['silent'] = await serve((_socket, bytes) => {
    time.keep(Number(/^x-request: *(\d+)/im.exec(bytes)?.[1]));
    time.received += 1;
  });
  // The service receives the request, but its answer is lost.
  ports['lost'] = await serve((socket, bytes) => {
    const end = bytes.indexOf('\r\n\r\n');
    const [first = '', ...lines] = bytes.slice(0, end).split('\r\n');
    const [method, path] = first.split(' ');
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(':', 1)[0] ?? '', line.slice(line.indexOf(':') + 1).trim()]),
    );
    const target = `http://${headers['host'] ?? ''}${path ?? ''}`;
    const passing = request(target, { method, headers, agent: false }, (answer) => {
      answer.resume().once('close', () => socket.resetAndDestroy());
    });
    passing.on('error', () => socket.resetAndDestroy());
    passing.end(Buffer.from(bytes.slice(end + 4), 'latin1'));
  });
  // After the server is closed, no process listens on this port.
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  ports['refused'] = (closed.address() as AddressInfo).port;
  closed.close();
  return {
    ports,
    stop(): void {
      for (const socket of sockets) socket.destroy();
      for (const server of servers) server.close();
    },
  };
}
