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
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyContent } from '#test/support/surroundings.ts';
import { statusOf } from '#shared/status/status.ts';
import type { Answer } from './hand-over.ts';
import { isAnswerAddress, makeAnswerAddress } from './address.ts';
import { callBack } from './answer.ts';
import { openQuestion, type Question } from './ask.ts';
import { ownArguments } from './own-arguments.ts';

const status = statusOf({ ...emptyContent, revision: 1 }, 0);
const answer: Answer = { kind: 'done', status, text: 'Nothing is due.' };
const patient = { call: 20_000, answer: 20_000, untilGone: false };

let folder = '';
let before: string | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-conversation-'));
  before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
});
afterEach(() => {
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  rmSync(folder, { recursive: true });
});

function callOf(question: Question) {
  const caller = callBack(question.address);
  if (caller === null) throw new Error('the address was refused');
  return caller;
}

describe('a question', () => {
  it('is answered, and leaves nothing behind', async () => {
    const question = openQuestion(patient);
    expect(statSync(dirname(question.address)).mode & 0o777).toBe(0o700);
    const caller = callOf(question);
    await caller.send(answer);
    expect(await question.answer()).toEqual(answer);
    caller.end();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that asks for the end is answered when the other side has gone', async () => {
    const question = openQuestion({ ...patient, untilGone: true });
    const caller = callOf(question);
    await caller.send(answer);
    let answered = false;
    const waiting = question.answer().then((said) => {
      answered = true;
      return said;
    });
    await new Promise(setImmediate);
    expect(answered).toBe(false);
    caller.end();
    expect(await waiting).toEqual(answer);
  });

  it('is given up when nobody calls, when nothing is said, and when it is never said to the end', async () => {
    expect(await openQuestion({ ...patient, call: 20 }).answer()).toBeNull();
    const silent = openQuestion({ ...patient, answer: 20 });
    callOf(silent);
    expect(await silent.answer()).toBeNull();
    const gone = openQuestion(patient);
    callOf(gone).end();
    expect(await gone.answer()).toBeNull();
  });

  it.each([
    ['no JSON', 'hello\n'],
    ['another thing', '{"kind":"done","status":{"headline":1}}\n'],
    ['too much', 'x'.repeat(600_000)],
  ])('takes no answer from %s', async (_what, text) => {
    const question = openQuestion(patient);
    const socket = connect(question.address);
    socket.on('error', () => undefined);
    socket.end(text);
    expect(await question.answer()).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('listens to the first that calls alone', async () => {
    const question = openQuestion(patient);
    const first = callOf(question);
    const second = connect(question.address);
    second.on('error', () => undefined).resume();
    await once(second, 'close');
    await first.send(answer);
    expect(await question.answer()).toEqual(answer);
    first.end();
  });

  it('that nobody waits for any more costs the answering side nothing', async () => {
    const question = openQuestion(patient);
    const caller = callOf(question);
    question.close();
    await caller.send(answer);
    caller.end();
    expect(callBack(question.address)).toBeNull();
  });
});

describe('an address to answer at', () => {
  /** A listening socket that is right in everything, and its folder. */
  async function listening() {
    const address = makeAnswerAddress();
    const server = createServer().listen(address.path);
    await once(server, 'listening');
    return { path: address.path, close: () => void server.close() };
  }

  it('is what was made as one', async () => {
    const { path, close } = await listening();
    expect(isAnswerAddress(path)).toBe(true);
    close();
  });

  it('is none that others may enter, or that leads elsewhere', async () => {
    const { path, close } = await listening();
    const home = dirname(path);
    chmodSync(home, 0o755);
    expect(isAnswerAddress(path)).toBe(false);
    chmodSync(home, 0o700);
    // By a link, whether it is the folder or the socket that is one.
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
  });

  it.each(['', '/etc/passwd', '/tmp/overhead-answer-x/socket', 'socket', '\\\\.\\pipe\\x'])(
    'is not %j',
    (path) => {
      expect(isAnswerAddress(path)).toBe(false);
      expect(callBack(path)).toBeNull();
    },
  );

  it('is on Windows a pipe with a name that nobody can guess', () => {
    const { path } = makeAnswerAddress('win32');
    expect(isAnswerAddress(path, 'win32')).toBe(true);
    expect(path).not.toBe(makeAnswerAddress('win32').path);
    expect(isAnswerAddress('\\\\.\\pipe\\overhead-answer-1', 'win32')).toBe(false);
    expect(isAnswerAddress(`\\\\server${path.slice(3)}`, 'win32')).toBe(false);
  });
});

it.each([
  [['/opt/overhead', '--status'], true, ['--status']],
  [['/node_modules/electron', '--no-sandbox', '.', '--status'], false, ['--status']],
  [
    ['/usr/bin/node', '/home/me/overhead', '--set-wallpaper', '2026-11-20'],
    false,
    ['--set-wallpaper', '2026-11-20'],
  ],
  [['/usr/bin/node', '--hidden'], false, ['--hidden']],
] as const)('%j has its own arguments', (argv, isPackaged, args) => {
  expect(ownArguments(argv, isPackaged)).toEqual(args);
});
