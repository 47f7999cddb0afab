import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyContent } from '#test/support/surroundings.ts';
import { statusOf } from '#shared/status/status.ts';
import {
  callBack,
  isAnswerAddress,
  listenForAnswer,
  makeAnswerAddress,
  readHandOver,
  type Answer,
  type AnswerListener,
} from './hand-over.ts';

describe('readHandOver', () => {
  const whole = { overhead: 1, args: ['--status'], answerAt: '/tmp/overhead-answer-x/socket' };

  it('parses the arguments', () => {
    expect(readHandOver(whole)).toEqual({
      line: {
        kind: 'ask',
        command: {
          name: 'status',
          date: null,
          json: false,
          watch: false,
          days: null,
          visible: false,
        },
      },
      answerAt: whole.answerAt,
    });
  });

  it.each([
    ['--remote-command=rm -rf /'],
    ['overhead://app/picture/x'],
    ['https://evil.example'],
    ['--set-wallpaper', '/etc/passwd'],
    ['--set-wallpaper=../../x'],
    ['--status\n--quit'],
    ['--services=https://evil.example'],
  ])('refuses wrong arguments: %j', (...args) => {
    expect(readHandOver({ ...whole, args })?.line.kind).toBe('wrong');
  });

  it.each([
    ['no data', undefined],
    ['the data of another app', { args: ['--quit'], answerAt: null }],
    ['the data of a later version', { ...whole, overhead: 2 }],
    ['an argument that is not a string', { ...whole, args: [{ toString: '--quit' }] }],
    ['too many arguments', { ...whole, args: Array(65).fill('--hidden') }],
    ['an argument that is too long', { ...whole, args: ['x'.repeat(4097)] }],
    ['an address that is too long', { ...whole, answerAt: 'x'.repeat(513) }],
  ])('ignores %s', (_what, data) => expect(readHandOver(data)).toBeNull());

  it('ignores any other data', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (data) => {
        expect(readHandOver(data)).toBeNull();
      }),
    );
  });
});

const status = statusOf({ ...emptyContent, revision: 1 }, 0);
const answer: Answer = { kind: 'done', status };
const timeouts = { connect: 20_000, answer: 20_000, untilClosed: false };

let folder = '';
let before: string | undefined;
beforeEach(() => {
  // Short: the path of a Unix socket has at most 103 characters on macOS, whose own folder takes 56.
  folder = mkdtempSync(join(process.platform === 'win32' ? tmpdir() : '/tmp', 'oh-'));
  before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
});
afterEach(() => {
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  rmSync(folder, { recursive: true });
});

function callOf(listener: AnswerListener) {
  const caller = callBack(listener.address);
  if (caller === null) throw new Error('the address was refused');
  return caller;
}

/** Resolves when a second connection was refused; what was sent on the first one has been read then. */
async function refusal(listener: AnswerListener): Promise<void> {
  const second = connect(listener.address);
  second.on('error', () => undefined).resume();
  await once(second, 'close');
}

describe('listenForAnswer and callBack', () => {
  it('passes one answer, and removes the socket', async () => {
    const listener = listenForAnswer(timeouts);
    if (process.platform !== 'win32')
      expect(statSync(dirname(listener.address)).mode & 0o777).toBe(0o700);
    const caller = callOf(listener);
    await caller.send(answer);
    expect(await listener.answer()).toEqual(answer);
    caller.end();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('waits until the connection is closed if `untilClosed` is set', async () => {
    const listener = listenForAnswer({ ...timeouts, untilClosed: true });
    const caller = connect(listener.address);
    // The end of a line would be the end of the answer.
    caller.write('{\n');
    await refusal(listener);
    caller.end(JSON.stringify(answer).slice(1));
    expect(await listener.answer()).toEqual(answer);
  });

  it('gives up without a connection, without an answer, and after half an answer', async () => {
    expect(await listenForAnswer({ ...timeouts, connect: 20 }).answer()).toBeNull();
    const silent = listenForAnswer({ ...timeouts, answer: 20 });
    callOf(silent);
    expect(await silent.answer()).toBeNull();
    const gone = listenForAnswer(timeouts);
    callOf(gone).end();
    expect(await gone.answer()).toBeNull();
  });

  it.each([
    ['text that is not JSON', 'hello\n'],
    ['JSON that is not an answer', '{"kind":"done","status":{"headline":1}}\n'],
    ['an answer that is too long', 'x'.repeat(600_000)],
  ])('rejects %s', async (_what, text) => {
    const listener = listenForAnswer(timeouts);
    const socket = connect(listener.address);
    socket.on('error', () => undefined);
    socket.end(text);
    expect(await listener.answer()).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('accepts one connection', async () => {
    const listener = listenForAnswer(timeouts);
    const first = callOf(listener);
    await refusal(listener);
    await first.send(answer);
    expect(await listener.answer()).toEqual(answer);
    first.end();
  });

  it('does not throw in the running instance when the other process has stopped listening', async () => {
    const listener = listenForAnswer(timeouts);
    const caller = callOf(listener);
    listener.close();
    await caller.send(answer);
    caller.end();
    // A pipe on Windows has no folder that could be checked: the name alone is valid.
    if (process.platform !== 'win32') expect(callBack(listener.address)).toBeNull();
  });
});

describe('makeAnswerAddress and isAnswerAddress', () => {
  /** A listening socket at a valid address. */
  async function listening() {
    const address = makeAnswerAddress();
    const server = createServer().listen(address.path);
    await once(server, 'listening');
    return { path: address.path, close: () => void server.close() };
  }

  it.skipIf(process.platform === 'win32')(
    'make an address that is short enough for a socket also when the path of the temporary folder is long',
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

  it('accept the address that makeAnswerAddress returns', async () => {
    const { path, close } = await listening();
    expect(isAnswerAddress(path)).toBe(true);
    close();
  });

  it.skipIf(process.platform === 'win32')(
    'refuse a folder that other users can enter, symbolic links and deeper folders',
    async () => {
      const { path, close } = await listening();
      const home = dirname(path);
      chmodSync(home, 0o755);
      expect(isAnswerAddress(path)).toBe(false);
      chmodSync(home, 0o700);
      // The folder, then the socket, is a symbolic link.
      const link = join(folder, 'overhead-answer-link');
      symlinkSync(home, link);
      expect(isAnswerAddress(join(link, 'socket'))).toBe(false);
      const other = join(folder, 'overhead-answer-other');
      mkdirSync(other, { mode: 0o700 });
      symlinkSync(path, join(other, 'socket'));
      expect(isAnswerAddress(join(other, 'socket'))).toBe(false);
      // Not directly below the folder for temporary files.
      mkdirSync(join(folder, 'deeper'));
      renameSync(home, join(folder, 'deeper', 'overhead-answer-x'));
      expect(isAnswerAddress(join(folder, 'deeper', 'overhead-answer-x', 'socket'))).toBe(false);
      close();
    },
  );

  it.each(['', '/etc/passwd', '/tmp/overhead-answer-x/socket', 'socket', '\\\\.\\pipe\\x'])(
    'refuse %j',
    (path) => {
      expect(isAnswerAddress(path)).toBe(false);
      expect(callBack(path)).toBeNull();
    },
  );

  it('accept only pipes with a random name on Windows', () => {
    const { path } = makeAnswerAddress('win32');
    expect(isAnswerAddress(path, 'win32')).toBe(true);
    expect(path).not.toBe(makeAnswerAddress('win32').path);
    expect(isAnswerAddress('\\\\.\\pipe\\overhead-answer-1', 'win32')).toBe(false);
    expect(isAnswerAddress(`\\\\server${path.slice(3)}`, 'win32')).toBe(false);
  });
});
