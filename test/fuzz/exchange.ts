import { once } from 'node:events';
import { connect } from 'node:net';
import { type FuzzRequest, textOf } from './arbitraries.ts';

/** The longest time without any data on the connection. A working service answers sooner. */
const patienceMs = 20_000;

class HangError extends Error {}

/** Sends bytes, closes the sending side if requested, and reads until the other side closes. */
export async function exchange(
  port: number,
  bytes: Uint8Array,
  halfClose: boolean,
): Promise<Buffer> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const pieces: Buffer[] = [];
  const hung = Promise.withResolvers<never>();
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  // The service may refuse the request before it has received everything: its answer so far counts.
  socket.on('error', () => undefined);
  socket.once('end', () => socket.end());
  socket.setTimeout(patienceMs, () => {
    socket.destroy();
    hung.reject(new HangError(`nothing happened for ${patienceMs} ms`));
  });
  const closed = once(socket, 'close');
  socket.write(bytes);
  if (halfClose) socket.end();
  await Promise.race([closed, hung.promise]);
  return Buffer.concat(pieces);
}

/** The bytes of the request, for a single exchange on a connection. */
export function bytesOf({ method, target, headers, body }: FuzzRequest, host: string): Uint8Array {
  const content = Buffer.from(textOf(body).toWellFormed(), 'utf8');
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(content.length > 0 ? [`Content-Length: ${content.length}`] : []),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), content]);
}
