import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** A small proxy on 127.0.0.1: it forwards http, and opens tunnels for CONNECT. */
export interface TestProxy {
  readonly url: string;
  /** The received requests: `GET http://…` or `CONNECT host:port`, with the authorization if there was one. */
  readonly asked: string[];
  /** Makes the proxy refuse all requests with this status from now on. 200: it works again. */
  refuse(status: number): void;
  close(): Promise<void>;
}

/** @param routes real addresses of hosts, by `host:port`; other hosts are found by their names */
export async function startProxy(
  routes: Readonly<Record<string, string>> = {},
): Promise<TestProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  let refusal = 200;
  const note = (what: string, authorization: string | undefined): void =>
    void asked.push([what, authorization].filter((part) => part !== undefined).join(' '));
  const placeOf = (host: string): [string, number] => {
    const [name = '', port = '80'] = (routes[host] ?? host).split(':');
    return [name, Number(port)];
  };
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '');
    note(`${incoming.method ?? ''} ${url.href}`, incoming.headers['proxy-authorization']);
    if (refusal !== 200) {
      outgoing.writeHead(refusal).end();
      return;
    }
    const [host, port] = placeOf(url.port === '' ? `${url.hostname}:80` : url.host);
    const path = url.pathname + url.search;
    // This header is for the proxy, and is not passed on.
    const onwardHeaders = { ...incoming.headers };
    delete onwardHeaders['proxy-authorization'];
    const onward = request({
      host,
      port,
      path,
      method: incoming.method,
      headers: onwardHeaders,
    });
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  });
  server.on('connect', (incoming, socket: Socket) => {
    note(`CONNECT ${incoming.url ?? ''}`, incoming.headers['proxy-authorization']);
    if (refusal !== 200) {
      socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
      return;
    }
    const [host, port] = placeOf(incoming.url ?? '');
    const onward = connect(port, host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const one of [onward, socket]) {
      sockets.add(one);
      one.on('error', () => socket.destroy());
    }
  });
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    refuse: (status) => (refusal = status),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
