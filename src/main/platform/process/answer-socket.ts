import { randomBytes } from 'node:crypto';
import { lstatSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';

/*
 * A socket on which one process of the app listens for the answer of another one of the same user. An answer is one line
 * of text.
 */

const folderPrefix = 'overhead-answer-';
const socketName = 'socket';
const pipePattern = /^\\\\\.\\pipe\\overhead-answer-[0-9a-f]{32}$/;

/** The longest path of a socket, in bytes: 103 on macOS, 107 on Linux (`sun_path` of `sockaddr_un`). */
const longestPath = 103;
/** What `mkdtemp` adds to the prefix, in bytes. */
const randomLength = 6;

/** The folder for temporary files, or `/tmp` where a socket in that would have too long a path. */
function socketRoot(): string {
  const root = realpathSync(tmpdir());
  const inside = `/${folderPrefix}${'x'.repeat(randomLength)}/${socketName}`;
  return Buffer.byteLength(root + inside) <= longestPath ? root : realpathSync('/tmp');
}

/** The path of a socket in a new folder with mode 700; on Windows a pipe with a random name. */
export function makeAnswerAddress(platform: NodeJS.Platform = process.platform) {
  if (platform === 'win32') {
    const name = `overhead-answer-${randomBytes(16).toString('hex')}`;
    return { path: `\\\\.\\pipe\\${name}`, remove: (): void => undefined };
  }
  const folder = mkdtempSync(join(socketRoot(), folderPrefix));
  return {
    path: join(folder, socketName),
    /** Removes the folder of the socket. */
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Whether `path` is one that `makeAnswerAddress` makes: a socket of this user in a folder of this user with mode 700,
 * directly below a folder for temporary files, without symbolic links.
 */
export function isAnswerAddress(
  path: string,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (platform === 'win32') return pipePattern.test(path);
  const folder = dirname(path);
  if (basename(path) !== socketName || !basename(folder).startsWith(folderPrefix)) return false;
  try {
    const allowed = [tmpdir(), '/tmp'].map((root) => realpathSync(root));
    if (!allowed.includes(dirname(folder))) return false;
    const uid = process.getuid?.();
    const folderStat = lstatSync(folder);
    const socketStat = lstatSync(path);
    return (
      folderStat.isDirectory() &&
      folderStat.uid === uid &&
      (folderStat.mode & 0o077) === 0 &&
      socketStat.isSocket() &&
      socketStat.uid === uid
    );
  } catch {
    // It does not exist, or no longer.
    return false;
  }
}

export interface LineTimeouts {
  /** Until the other process connects, in milliseconds. */
  readonly connect: number;
  /** From then until its first line is here, in milliseconds. */
  readonly answer: number;
}

/**
 * What follows a line: nothing, further lines at any time, or the end of the connection in what is left of the time.
 * `wrong`: the line cannot be read, and there is no answer.
 */
type Reading = 'enough' | 'more' | 'until-closed' | 'wrong';

/**
 * Listens for the lines of one connection, at once. The file of the socket is gone as soon as the connection is there:
 * nothing is left of a process that is killed.
 *
 * @param longest the most characters of a line
 * @param onLine called for each line
 */
export function listenForLines(
  timeouts: LineTimeouts,
  longest: number,
  onLine: (line: string) => Reading,
) {
  const { path, remove } = makeAnswerAddress();
  const finished = Promise.withResolvers<'ended' | 'no-answer'>();
  const giveUp = (): void => finished.resolve('no-answer');
  let timer = setTimeout(giveUp, timeouts.connect);
  let connection: Socket | null = null;
  const server = createServer((socket) => {
    if (connection !== null) {
      socket.destroy();
      return;
    }
    connection = socket;
    stopListening();
    timer = setTimeout(giveUp, timeouts.answer);
    receive(socket);
  });
  server.on('error', giveUp);
  // Binds the address within this call.
  server.listen(path);

  function stopListening(): void {
    clearTimeout(timer);
    server.close();
    remove();
  }
  function receive(socket: Socket): void {
    let text = '';
    let hasAnswer = false;
    socket.setEncoding('utf8');
    socket.on('error', () => undefined);
    socket.on('close', () => finished.resolve(hasAnswer ? 'ended' : 'no-answer'));
    socket.on('data', (part: string) => {
      const lines = (text + part).split('\n');
      text = lines.pop() ?? '';
      if (text.length > longest) giveUp();
      for (const line of lines) {
        const reading = onLine(line);
        if (reading === 'wrong') {
          giveUp();
          return;
        }
        hasAnswer = true;
        if (reading === 'more') clearTimeout(timer);
        if (reading === 'enough') {
          finished.resolve('ended');
          return;
        }
      }
    });
  }
  function close(): void {
    stopListening();
    connection?.destroy();
  }
  return {
    address: path,
    /** `no-answer`: none came in time, or a wrong one. Stops listening. */
    finished: finished.promise.finally(close),
    close,
  };
}

/**
 * Writes to a reader that may stop reading. A line is written when the one before it has been taken; of the lines that
 * come meanwhile only the newest is kept.
 */
export function newestLineWriter(stream: Writable): (line: string) => void {
  let isWriting = false;
  let newest: string | null = null;
  function write(line: string): void {
    isWriting = true;
    stream.write(`${line}\n`, (error) => {
      isWriting = false;
      const next = newest;
      newest = null;
      if (next !== null && !error) write(next);
    });
  }
  return (line) => {
    if (isWriting) newest = line;
    else write(line);
  };
}

/** How long the other process may take to accept the connection, in milliseconds. */
const connectMs = 5_000;

/**
 * Connects to a process that waits for an answer, at once, so that it stops waiting for a connection. Answers are sent as
 * JSON. Null: not an address to connect to.
 */
export function callBack<Answer extends object>(address: string) {
  if (!isAnswerAddress(address)) return null;
  const socket = connect(address);
  // The other process no longer waits.
  socket.on('error', () => socket.destroy());
  socket.setTimeout(connectMs, () => socket.destroy());
  socket.once('connect', () => socket.setTimeout(0));
  socket.resume();
  const gone = new AbortController();
  socket.once('close', () => gone.abort());
  const writeNewest = newestLineWriter(socket);
  return {
    /** Aborted when the other process has gone. */
    gone: gone.signal,
    /** Sends an answer; one that the other process has not taken yet gives way to the next. */
    sendNewest(answer: Answer) {
      if (!socket.destroyed) writeNewest(JSON.stringify(answer));
    },
    /** Resolves when the answer is sent, or the other process has gone. */
    async send(answer: Answer) {
      if (socket.destroyed) return;
      const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      const written = new Promise<void>((resolve) => {
        socket.write(`${JSON.stringify(answer)}\n`, () => resolve());
      });
      await Promise.race([written, gone]);
    },
    /** Closes the connection. While it is open, the other process notices the end of this process. */
    end: () => void socket.end(),
  };
}
