import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  connectToCaller,
  isAnswerAddress,
  listenForLines,
  makeAnswerAddress,
  newestLineWriter,
} from './answer-socket.ts';

const timeouts = { connect: 20_000, answer: 20_000 };
const longest = 10_000;

let folder = '';
let tmpdirAtStart: string | undefined;
beforeEach(() => {
  // Use a short folder: on macOS the path of a socket has at most 103 bytes, and the usual temporary folder takes 56 of
  // them.
  folder = mkdtempSync(join(process.platform === 'win32' ? tmpdir() : '/tmp', 'oh-'));
  tmpdirAtStart = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
});
afterEach(() => {
  if (tmpdirAtStart === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = tmpdirAtStart;
  rmSync(folder, { recursive: true });
});

function listen(
  reading: ReturnType<Parameters<typeof listenForLines>[2]>,
  limits: Partial<typeof timeouts> = {},
) {
  const lines: string[] = [];
  const listener = listenForLines({ ...timeouts, ...limits }, longest, (line) => {
    lines.push(line);
    return reading;
  });
  return { ...listener, lines };
}

function callOf({ address }: { readonly address: string }) {
  const caller = connectToCaller(address);
  if (caller === null) throw new Error('the address was refused');
  return caller;
}

/** Opens a second connection, and resolves when that connection is closed. */
const refusal = (address: string): Promise<void> =>
  new Promise((resolve) => {
    const second = connect(address);
    second.on('error', () => undefined).resume();
    second.once('close', () => resolve());
  });

describe('an answer socket', () => {
  it('delivers one line, and leaves no file', async () => {
    const listener = listen('enough');
    if (process.platform !== 'win32')
      expect(statSync(dirname(listener.address)).mode & 0o777).toBe(0o700);
    const caller = callOf(listener);
    await caller.send({ n: 1 });
    expect(await listener.finished).toBe('ended');
    expect(listener.lines).toEqual(['{"n":1}']);
    caller.end();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('delivers each line immediately, leaves no file after connecting, and ends with the connection', async () => {
    const listener = listen('more');
    const caller = callOf(listener);
    caller.sendNewest({ n: 1 });
    await vi.waitFor(() => expect(listener.lines).toHaveLength(1));
    // The socket file is already removed, so that a killed process leaves no file behind.
    expect(readdirSync(folder)).toEqual([]);
    caller.sendNewest({ n: 2 });
    await vi.waitFor(() => expect(listener.lines).toEqual(['{"n":1}', '{"n":2}']));
    caller.end();
    expect(await listener.finished).toBe('ended');
  });

  it('waits until the connection is closed when `onLine` returns `until-closed`', async () => {
    const listener = listen('until-closed');
    const caller = connect(listener.address);
    caller.write('1\n');
    await vi.waitFor(() => expect(listener.lines).toEqual(['1']));
    caller.end('2\n');
    expect(await listener.finished).toBe('ended');
    expect(listener.lines).toEqual(['1', '2']);
  });

  it('ends with `no-answer` if the connection, a line, its line feed or the required close is missing', async () => {
    expect(await listen('enough', { connect: 20 }).finished).toBe('no-answer');
    const silent = listen('enough', { answer: 20 });
    callOf(silent);
    expect(await silent.finished).toBe('no-answer');
    const gone = listen('enough');
    connect(gone.address).end('half');
    expect(await gone.finished).toBe('no-answer');
    const open = listen('until-closed', { answer: 200 });
    void callOf(open).send({});
    expect(await open.finished).toBe('no-answer');
  });

  it('waits for further lines without a time limit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const listener = listen('more');
      const caller = callOf(listener);
      await caller.send({});
      await vi.waitFor(() => expect(listener.lines).toHaveLength(1));
      vi.advanceTimersByTime(2 * timeouts.answer);
      await caller.send({});
      caller.end();
      expect(await listener.finished).toBe('ended');
      expect(listener.lines).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ['a line that cannot be read', 'wrong', 'x\n'],
    ['a line without an end', 'more', 'x'.repeat(2 * longest)],
  ] as const)('ends with `no-answer` after %s', async (_what, reading, text) => {
    // The time limit for the answer is longer than that of the test.
    const listener = listen(reading, { answer: 600_000 });
    connect(listener.address)
      .on('error', () => undefined)
      .write(text);
    expect(await listener.finished).toBe('no-answer');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('ends with `no-answer` after a line without an end that arrives in many parts', async () => {
    // A part of the text is shorter than the limit.
    const limit = 100_000;
    const { address, finished } = listenForLines(
      { ...timeouts, answer: 600_000 },
      limit,
      () => 'more',
    );
    connect(address)
      .on('error', () => undefined)
      .write('x'.repeat(3 * limit));
    expect(await finished).toBe('no-answer');
  });

  it('accepts only one connection', async () => {
    const listener = listen('enough');
    const first = callOf(listener);
    await refusal(listener.address);
    await first.send({});
    expect(await listener.finished).toBe('ended');
    first.end();
  });

  it('ignores answers after `close`, and aborts the caller’s signal `gone`', async () => {
    const listener = listen('more');
    const caller = callOf(listener);
    caller.sendNewest({});
    await vi.waitFor(() => expect(listener.lines).toHaveLength(1));
    listener.close();
    await vi.waitFor(() => expect(caller.gone.aborted).toBe(true));
    caller.sendNewest({});
    await caller.send({});
    // On Windows the name of the pipe alone is checked, and it is still valid.
    if (process.platform !== 'win32') expect(connectToCaller(listener.address)).toBeNull();
  });
});

describe('isAnswerAddress', () => {
  /** Starts a server that listens at a new address. */
  async function listening() {
    const address = makeAnswerAddress();
    const server = createServer().listen(address.path);
    await once(server, 'listening');
    return { path: address.path, close: () => void server.close() };
  }

  it.skipIf(process.platform === 'win32')(
    'accepts a short path that makeAnswerAddress returns when the path of the temporary folder is too long',
    async () => {
      const deep = join(folder, 'ü'.repeat(30));
      mkdirSync(deep);
      process.env['TMPDIR'] = deep;
      const { path, close } = await listening();
      expect(Buffer.byteLength(path)).toBeLessThanOrEqual(103);
      expect(isAnswerAddress(path)).toBe(true);
      close();
      rmSync(dirname(path), { recursive: true });
    },
  );

  it('accepts a path that makeAnswerAddress returns', async () => {
    const { path, close } = await listening();
    expect(isAnswerAddress(path)).toBe(true);
    close();
  });

  it.skipIf(process.platform === 'win32')(
    'refuses a folder that others can enter, symbolic links and deeper folders',
    async () => {
      const { path, close } = await listening();
      const home = dirname(path);
      chmodSync(home, 0o755);
      expect(isAnswerAddress(path)).toBe(false);
      chmodSync(home, 0o700);
      // First the folder is a symbolic link, then the socket.
      const link = join(folder, 'overhead-answer-link');
      symlinkSync(home, link);
      expect(isAnswerAddress(join(link, 'socket'))).toBe(false);
      const other = join(folder, 'overhead-answer-other');
      mkdirSync(other, { mode: 0o700 });
      symlinkSync(path, join(other, 'socket'));
      expect(isAnswerAddress(join(other, 'socket'))).toBe(false);
      // The folder of the socket is not directly below the folder for temporary files.
      mkdirSync(join(folder, 'deeper'));
      renameSync(home, join(folder, 'deeper', 'overhead-answer-x'));
      expect(isAnswerAddress(join(folder, 'deeper', 'overhead-answer-x', 'socket'))).toBe(false);
      close();
    },
  );

  // Only root can give a file to another user.
  it.runIf(process.getuid?.() === 0)('refuses a socket or a folder of another user', async () => {
    const { path, close } = await listening();
    for (const own of [path, dirname(path)]) {
      chownSync(own, 1, 1);
      expect(isAnswerAddress(path)).toBe(false);
      chownSync(own, 0, 0);
    }
    expect(isAnswerAddress(path)).toBe(true);
    close();
  });

  it.each(['', '/etc/passwd', '/tmp/overhead-answer-x/socket', 'socket', '\\\\.\\pipe\\x'])(
    'refuses %j',
    (path) => {
      expect(isAnswerAddress(path)).toBe(false);
      expect(connectToCaller(path)).toBeNull();
    },
  );

  it('accepts only pipes with a random name on Windows', () => {
    const { path } = makeAnswerAddress('win32');
    expect(isAnswerAddress(path, 'win32')).toBe(true);
    expect(path).not.toBe(makeAnswerAddress('win32').path);
    expect(isAnswerAddress('\\\\.\\pipe\\overhead-answer-1', 'win32')).toBe(false);
    expect(isAnswerAddress(`\\\\server${path.slice(3)}`, 'win32')).toBe(false);
  });
});

describe('newestLineWriter', () => {
  let close: () => void = () => undefined;
  afterEach(() => close());

  /** Returns both ends of a connected socket. */
  async function ends(): Promise<{ writer: Socket; reader: Socket }> {
    const { path } = makeAnswerAddress();
    const server = createServer({ pauseOnConnect: true }).listen(path);
    await once(server, 'listening');
    const connection = once(server, 'connection') as Promise<[Socket]>;
    const writer = connect(path);
    const [reader] = await connection;
    close = () => {
      writer.destroy();
      reader.destroy();
      server.close();
      if (process.platform !== 'win32') rmSync(dirname(path), { recursive: true, force: true });
    };
    return { writer, reader };
  }

  it('holds at most two lines while the reader is paused, and then sends the newest line', async () => {
    const { writer, reader } = await ends();
    const write = newestLineWriter(writer);
    const filling = 'x'.repeat(10_000);
    const last = 20_000;
    let most = 0;
    // Write 200 MB while the reader is paused.
    for (let n = 0; n <= last; n += 1) {
      write(`${n} ${filling}`);
      most = Math.max(most, writer.writableLength);
      if (n % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(most).toBeLessThan(20_000);
    let text = '';
    reader.setEncoding('utf8').on('data', (part: string) => (text += part));
    reader.resume();
    await vi.waitFor(() => expect(text).toContain(`${last} x`));
    const numbers = text
      .trimEnd()
      .split('\n')
      .map((line) => Number(line.split(' ')[0]));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(numbers.at(-1)).toBe(last);
    expect(numbers.length).toBeLessThan(last / 2);
  });
});
