import type { IncomingMessage } from 'node:http';

const maxBytes = 1024 * 1024;

/** Where `@hono/node-server` looks for a body that is there already. */
export interface WithBody extends IncomingMessage {
  rawBody?: Buffer;
}

/**
 * Whether to read the body before the app is asked: JSON of a declared and bearable length, which any app will read.
 * Everything else is left to the app, which may refuse it unread.
 */
export function isWorthReading({ headers }: IncomingMessage): boolean {
  return (
    headers['content-type'] === 'application/json' && Number(headers['content-length']) <= maxBytes
  );
}

/** Reads the whole body, then goes on. Never goes on where the client breaks off. */
export function readAhead(incoming: WithBody, then: () => void): void {
  let whole: Buffer | null = null;
  incoming.on('data', (piece: Buffer) => {
    whole = whole === null ? piece : Buffer.concat([whole, piece]);
  });
  incoming.on('end', () => {
    incoming.rawBody = whole ?? Buffer.alloc(0);
    then();
  });
}
