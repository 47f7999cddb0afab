import { randomBytes } from 'node:crypto';
import { lstatSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { z } from 'zod';
import { failureSchema } from '#shared/failure.ts';
import { parseJson } from '#shared/json.ts';
import { longestReport } from '#shared/report/report-parts.ts';
import { statusSchema } from '#shared/status/status-schema.ts';
import { parseCommandLine, type CommandLine } from './arguments.ts';

/*
 * How a second instance asks the running one. Electron passes data with the single-instance lock in one direction only,
 * so the second instance listens on a socket, passes its address with its arguments, and the running instance connects
 * to it and sends the answer as one line of JSON. With `--watch` it sends a line after each change.
 */

/** What a second instance passes with the lock. */
const handOverSchema = z.object({
  overhead: z.literal(1),
  args: z.array(z.string().max(4096)).max(64),
  /** Where it listens; null: it needs no answer. */
  answerAt: z.string().max(512).nullable(),
});
export type HandOver = z.infer<typeof handOverSchema>;

/**
 * Parses what another process passed with the lock; null: it is not from this app. Any process of the same user can
 * pass anything, so the arguments are parsed again.
 */
export function readHandOver(
  data: unknown,
): { readonly line: CommandLine; readonly answerAt: string | null } | null {
  const { data: handOver } = handOverSchema.safeParse(data);
  if (handOver === undefined) return null;
  return { line: parseCommandLine(handOver.args), answerAt: handOver.answerAt };
}

export const answerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), status: statusSchema }),
  // `text` is written by the running instance: the other one may have another time zone or language.
  z.object({
    kind: z.literal('answer'),
    content: z.record(z.string(), z.unknown()),
    text: z.string(),
  }),
  /** A text for the file that the asking instance writes. */
  z.object({ kind: z.literal('file'), text: z.string() }),
  z.object({ kind: z.literal('failed'), failure: failureSchema }),
]);
export type Answer = z.infer<typeof answerSchema>;

/** In characters. */
const longestAnswer = longestReport;

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

/** Listens for one connection, at once, and no longer than until it is there. */
function listenForOne(on: {
  readonly connection: (socket: Socket) => void;
  readonly failed: () => void;
}) {
  const { path, remove } = makeAnswerAddress();
  let connection: Socket | null = null;
  const server = createServer((socket) => {
    if (connection !== null) {
      socket.destroy();
      return;
    }
    connection = socket;
    socket.setEncoding('utf8');
    socket.on('error', () => undefined);
    on.connection(socket);
  });
  server.on('error', on.failed);
  // Binds the address within this call.
  server.listen(path);
  return {
    address: path,
    close() {
      connection?.destroy();
      server.close();
      remove();
    },
    /** Accepts no more connections. The one that is there goes on. */
    stopListening() {
      server.close();
      remove();
    },
  };
}

const parseAnswer = (text: string): Answer | null =>
  answerSchema.safeParse(parseJson(text)).data ?? null;

export interface AnswerTimeouts {
  /** Until the running instance connects, in milliseconds. */
  readonly connect: number;
  /** From then until the answer is here, in milliseconds. */
  readonly answer: number;
}

interface OneAnswer extends AnswerTimeouts {
  /** Whether to wait until the running instance closes the connection, which it does when it ends. */
  readonly untilClosed: boolean;
}

export type AnswerListener = ReturnType<typeof listenForAnswer>;

/** Listens for one answer, at once. */
export function listenForAnswer(timeouts: OneAnswer) {
  const answered = Promise.withResolvers<Answer | null>();
  const giveUp = (): void => answered.resolve(null);
  let timer = setTimeout(giveUp, timeouts.connect);
  const listener = listenForOne({
    connection(socket) {
      clearTimeout(timer);
      timer = setTimeout(giveUp, timeouts.answer);
      let text = '';
      const settle = (): void => answered.resolve(parseAnswer(text));
      socket.on('close', settle);
      socket.on('data', (part: string) => {
        text += part;
        if (text.length > longestAnswer) giveUp();
        else if (!timeouts.untilClosed && text.endsWith('\n')) settle();
      });
    },
    failed: giveUp,
  });
  function close(): void {
    clearTimeout(timer);
    listener.close();
  }
  return {
    address: listener.address,
    /** Null: no answer came in time, or a wrong one. Stops listening. */
    answer: () => answered.promise.finally(close),
    close,
  };
}

/**
 * Listens for answers until the running instance closes the connection, which it does when it ends. The socket's file is
 * gone as soon as the connection is there: nothing is left of an instance that is killed.
 *
 * @param onAnswer called for each answer
 */
export function listenForAnswers(timeouts: AnswerTimeouts, onAnswer: (answer: Answer) => void) {
  const finished = Promise.withResolvers<'ended' | 'no-answer'>();
  const giveUp = (): void => finished.resolve('no-answer');
  let timer = setTimeout(giveUp, timeouts.connect);
  let answers = 0;
  const listener = listenForOne({
    connection(socket) {
      listener.stopListening();
      clearTimeout(timer);
      timer = setTimeout(giveUp, timeouts.answer);
      let text = '';
      socket.on('close', () => finished.resolve(answers > 0 ? 'ended' : 'no-answer'));
      socket.on('data', (part: string) => {
        const lines = (text + part).split('\n');
        text = lines.pop() ?? '';
        for (const line of lines) {
          const answer = parseAnswer(line);
          if (answer === null) {
            giveUp();
            return;
          }
          clearTimeout(timer);
          answers += 1;
          onAnswer(answer);
        }
        if (text.length > longestAnswer) giveUp();
      });
    },
    failed: giveUp,
  });
  function close(): void {
    clearTimeout(timer);
    listener.close();
  }
  return {
    address: listener.address,
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

/** How long the other instance may take to accept the connection, in milliseconds. */
const connectMs = 5_000;

/**
 * The connection of the running instance to an instance that waits for an answer. Connects at once, so that the other
 * instance stops waiting for a connection. Null: not an address to connect to.
 */
export function callBack(address: string) {
  if (!isAnswerAddress(address)) return null;
  const socket = connect(address);
  // The other instance no longer waits.
  socket.on('error', () => socket.destroy());
  socket.setTimeout(connectMs, () => socket.destroy());
  socket.once('connect', () => socket.setTimeout(0));
  socket.resume();
  const gone = new AbortController();
  socket.once('close', () => gone.abort());
  const writeNewest = newestLineWriter(socket);
  return {
    /** Aborted when the other instance has gone. */
    gone: gone.signal,
    /** Sends an answer; one that the other instance has not taken yet gives way to the next. */
    sendNewest(answer: Answer) {
      if (!socket.destroyed) writeNewest(JSON.stringify(answer));
    },
    /** Resolves when the answer is sent, or the other instance has gone. */
    async send(answer: Answer) {
      if (socket.destroyed) return;
      const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      const written = new Promise<void>((resolve) => {
        socket.write(`${JSON.stringify(answer)}\n`, () => resolve());
      });
      await Promise.race([written, gone]);
    },
    /** Closes the connection. While it is open, the other instance notices the end of this process. */
    end: () => void socket.end(),
  };
}
