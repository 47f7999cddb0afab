import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Problem, problemOf } from './problem.ts';

export const unreadable = 'the request could not be read';
/** What Node says of bytes that it cannot read, where 400 is not the word for it. */
const statusOfFault: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

const reasonOf = (status: number): string => STATUS_CODES[status] ?? 'Bad Request';

/** A problem that HTTP has the word for. */
export const statusProblem = (status: number, detail: string): Problem =>
  problemOf(reasonOf(status), detail);

/** Refuses a request before any app sees it, and ends its connection. */
export function refuse(outgoing: ServerResponse, status: number, detail: string): void {
  const body = JSON.stringify(statusProblem(status, detail));
  outgoing.writeHead(status, headersFor(body)).end(body);
}

/** Refuses what is not even a request, and ends the connection: nobody knows where the next one begins. */
export function refuseBytes(socket: Duplex, code: string | undefined): void {
  const status = statusOfFault[code ?? ''] ?? 400;
  const body = JSON.stringify(statusProblem(status, unreadable));
  const headers = Object.entries(headersFor(body)).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${reasonOf(status)}`, ...headers];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** The headers that go with a body which ends its connection. */
function headersFor(body: string): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
}
