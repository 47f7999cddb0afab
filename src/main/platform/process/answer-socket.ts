import { randomBytes } from 'node:crypto';
import { lstatSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';

/*
 * A socket on which a process of the app listens for answers of another process of the app. Both processes belong to
 * the same user. An answer is one line of text.
 */

const folderPrefix = 'overhead-answer-';
const socketName = 'socket';
const pipePattern = /^\\\\\.\\pipe\\overhead-answer-[0-9a-f]{32}$/;

/** The maximum length of a socket's path, in bytes: that of macOS. Linux allows 107 (`sun_path` of `sockaddr_un`). */
const maxPathBytes = 103;
/** The length of the random text that `mkdtemp` appends to the prefix, in bytes. */
const randomLength = 6;

/** The folder for temporary files, or `/tmp` if the path of a socket in that folder would be too long. */
function socketRoot(): string {
  const root = realpathSync(tmpdir());
  const pathBelowRoot = `/${folderPrefix}${'x'.repeat(randomLength)}/${socketName}`;
  return Buffer.byteLength(root + pathBelowRoot) <= maxPathBytes ? root : realpathSync('/tmp');
}

/** Returns the path of a socket in a new folder with mode 700; on Windows, the path of a pipe with a random name. */
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
 * Whether `path` has the form of a path from `makeAnswerAddress`, and is a socket of this user in a folder of this user
 * with mode 700, directly below a folder for temporary files, without symbolic links. On Windows only the form counts.
 */
export function isAnswerAddress(
  path: string,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (platform === 'win32') return pipePattern.test(path);
  const folder = dirname(path);
  if (basename(path) !== socketName || !basename(folder).startsWith(folderPrefix)) return false;
  try {
    const allowedRoots = [tmpdir(), '/tmp'].map((root) => realpathSync(root));
    if (!allowedRoots.includes(dirname(folder))) return false;
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
    // The folder or the socket does not exist.
    return false;
  }
}

export interface LineTimeouts {
  /** The time limit until the other process connects, in milliseconds. */
  readonly connect: number;
  /** The time limit from the connection until the answer is complete, in milliseconds. See `LineVerdict`. */
  readonly answer: number;
}

/**
 * How the listener continues after a line.
 * - `enough`: the answer is complete;
 * - `more`: further lines may come, without a time limit;
 * - `until-closed`: the answer is complete when the other process closes the connection within the time limit;
 * - `wrong`: the line is invalid, and the result is `no-answer`.
 */
type LineVerdict = 'enough' | 'more' | 'until-closed' | 'wrong';

/**
 * Listens for the lines of one connection; listens before this function returns. Removes the file of the socket when
 * the other process has connected, so that a process that is killed later leaves no file.
 *
 * @param longest the maximum length of a line, in characters
 * @param onLine called for each line; decides how the listener continues
 */
export function listenForLines(
  timeouts: LineTimeouts,
  longest: number,
  onLine: (line: string) => LineVerdict,
) {
  const { path, remove } = makeAnswerAddress();
  const listenEnd = Promise.withResolvers<'ended' | 'no-answer'>();
  const giveUp = (): void => listenEnd.resolve('no-answer');
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
  // `listen` binds the address before it returns.
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
    socket.on('close', () => listenEnd.resolve(hasAnswer ? 'ended' : 'no-answer'));
    socket.on('data', (part: string) => {
      // Search only the new part: a line of 16 MiB arrives in hundreds of parts.
      const lines = part.split('\n');
      lines[0] = text + (lines[0] ?? '');
      text = lines.pop() ?? '';
      if (text.length > longest) giveUp();
      for (const line of lines) {
        const verdict = onLine(line);
        if (verdict === 'wrong') {
          giveUp();
          return;
        }
        hasAnswer = true;
        if (verdict === 'more') clearTimeout(timer);
        if (verdict === 'enough') {
          listenEnd.resolve('ended');
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
    /** Resolves when the listener ends. `no-answer`: no complete answer came in time, or a line was invalid. */
    finished: listenEnd.promise.finally(close),
    close,
  };
}

/**
 * Returns a function that writes lines to a stream whose reader may stop reading. While a line is being written, only
 * the newest of the further lines is kept; that line is written next.
 */
export function newestLineWriter(stream: Writable): (line: string) => void {
  let isWriting = false;
  let newestLine: string | null = null;
  function write(line: string): void {
    isWriting = true;
    stream.write(`${line}\n`, (error) => {
      isWriting = false;
      const nextLine = newestLine;
      newestLine = null;
      if (nextLine !== null && !error) write(nextLine);
    });
  }
  return (line) => {
    if (isWriting) newestLine = line;
    else write(line);
  };
}

/** The time limit for the connection to the other process, in milliseconds. */
const connectLimitMs = 5_000;

/**
 * Connects to the process that listens at `address`, and returns functions that send answers as JSON. Connects
 * immediately, because the other process limits the time until the connection. Returns null if the address is not
 * valid.
 */
export function connectToCaller<Answer extends object>(address: string) {
  if (!isAnswerAddress(address)) return null;
  const socket = connect(address);
  // An error means that the other process does not listen any more.
  socket.on('error', () => socket.destroy());
  socket.setTimeout(connectLimitMs, () => socket.destroy());
  socket.once('connect', () => socket.setTimeout(0));
  socket.resume();
  const closeController = new AbortController();
  socket.once('close', () => closeController.abort());
  const writeNewest = newestLineWriter(socket);
  return {
    /** Is aborted when the connection is closed. */
    gone: closeController.signal,
    /** Sends an answer. It replaces an earlier answer that still waits to be written. */
    sendNewest(answer: Answer) {
      if (!socket.destroyed) writeNewest(JSON.stringify(answer));
    },
    /** Sends an answer. Resolves when the answer is written or the connection is closed. */
    async send(answer: Answer) {
      if (socket.destroyed) return;
      const socketClose = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      const writeEnd = new Promise<void>((resolve) => {
        socket.write(`${JSON.stringify(answer)}\n`, () => resolve());
      });
      await Promise.race([writeEnd, socketClose]);
    },
    /** Closes the connection. The connection is also closed when this process ends. */
    end: () => void socket.end(),
  };
}
