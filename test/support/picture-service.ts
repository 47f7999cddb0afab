import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A file at an address of the service. */
interface ServedFile {
  readonly bytes: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the answer does not state the length. */
  readonly isChunked?: boolean;
  /** The number of bytes after which the connection ends, although the answer states more. */
  readonly breaksAt?: number;
}

export interface PictureService {
  readonly base: string;
  /** The fields of each day's record, in the shape of the legacy service. */
  readonly days: Record<string, Readonly<Record<string, unknown>>>;
  /** The files by path. */
  readonly files: Record<string, ServedFile>;
  /** The bodies of files that were sent: path, bytes. */
  readonly sent: (readonly [path: string, bytes: number])[];
  newest: string;
  /** Whether the successor answers every request with 503. */
  isSuccessorDown: boolean;
  close(): Promise<void>;
}

/**
 * A picture service whose records and files a test chooses. The legacy service and its successor have the same days; the
 * feed and the editors' site are down.
 */
export async function startPictureService(newest: string): Promise<PictureService> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', service.base);
    const day = (date: string): void => {
      const fields = service.days[date];
      if (fields === undefined) send(response, 404, 'application/json', '{"code":404}');
      else
        send(
          response,
          200,
          'application/json',
          JSON.stringify({
            date,
            title: `Day ${date}`,
            media_type: 'image',
            explanation: 'Stars.',
            ...fields,
          }),
        );
    };
    if (url.pathname === '/planetary/apod') {
      day(url.searchParams.get('date') ?? service.newest);
      return;
    }
    const code = /^\/wp-json\/wp\/v2\/apod-basic(?:\/(\d{6}))?$/.exec(url.pathname);
    if (code !== null && !service.isSuccessorDown) {
      day(code[1] === undefined ? service.newest : dateOf(code[1]));
      return;
    }
    const file = service.files[url.pathname];
    if (file === undefined) {
      send(response, url.pathname.startsWith('/image') ? 404 : 503, 'text/html', '');
      return;
    }
    const { etag, 'last-modified': modified } = file.headers ?? {};
    const isUnchanged =
      (etag !== undefined && request.headers['if-none-match'] === etag) ||
      (modified !== undefined && request.headers['if-modified-since'] === modified);
    if (isUnchanged) {
      response.writeHead(304, file.headers).end();
      return;
    }
    response.writeHead(200, {
      'content-type': 'image/jpeg',
      ...(file.isChunked === true ? {} : { 'content-length': file.bytes.length }),
      ...file.headers,
    });
    if (file.bytes.length > 100) service.sent.push([url.pathname, file.bytes.length]);
    if (file.breaksAt === undefined) response.end(file.bytes);
    else response.write(file.bytes.subarray(0, file.breaksAt), () => response.socket?.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: PictureService = {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    days: {},
    files: {},
    sent: [],
    newest,
    isSuccessorDown: false,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}

const dateOf = (code: string): string =>
  `${code >= '95' ? '19' : '20'}${code.slice(0, 2)}-${code.slice(2, 4)}-${code.slice(4)}`;

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
