import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The message of a second instance to the first instance. */
export interface HandOver {
  readonly argv: string[];
  readonly cwd: string;
  /** JSON omits members that are undefined. */
  readonly data?: unknown;
}

/** The time limit in milliseconds until the first instance has received the message of a second. */
const handOverLimitMs = 10_000;

/**
 * Takes the lock of a user data folder: an abstract socket, or a pipe of Windows, which the system frees whenever the
 * process ends. Returns null when another process holds the lock; that process has then already received the message.
 */
export function takeLock(
  userData: string,
  mine: HandOver,
  onSecond: (words: HandOver) => void,
): Server | null {
  const key = createHash('sha256').update(userData).digest('hex');
  const space = process.platform === 'win32' ? '\\\\.\\pipe\\' : '\0';
  const name = `${space}stand-in-${key}`;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    void text(socket)
      .then((json) => {
        onSecond(JSON.parse(json) as HandOver);
        socket.end();
      })
      .catch(() => socket.destroy());
  });
  server.on('error', () => undefined);
  server.listen(name);
  // A socket with a path is bound synchronously, so the result is known immediately.
  if (server.listening) return server.unref();
  const clientPath = fileURLToPath(new URL('./hand-over.ts', import.meta.url));
  spawnSync(process.execPath, [clientPath, name.slice(1)], {
    input: JSON.stringify(mine),
    timeout: handOverLimitMs,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  return null;
}
