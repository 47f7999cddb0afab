import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeClock } from '#test/support/fake-clock.ts';
import { emptyTarget } from '#test/support/command-target.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { createStateHolder } from '#runtime/app-state.ts';
import type { CommandTarget, RemoteCommand } from './command-table.ts';
import {
  callBack,
  listenForAnswers,
  makeAnswerAddress,
  newestLineWriter,
  type Answer,
} from './hand-over.ts';
import { sendChanges } from './watch.ts';

const command: RemoteCommand = {
  name: 'status',
  date: null,
  json: true,
  watch: true,
  days: null,
  visible: false,
};
const timeouts = { connect: 10_000, answer: 10_000 };

/** A running app whose state the test changes. */
function runningApp() {
  const state = createStateHolder(emptyContent);
  const ended = new AbortController();
  const clock = new FakeClock();
  const target: CommandTarget = {
    ...emptyTarget,
    clock,
    state: () => state.current,
    subscribe: (listener) => state.subscribe(listener),
    ended: ended.signal,
  };
  return { target, state, clock, end: () => ended.abort() };
}
type App = ReturnType<typeof runningApp>;

function watched(first: App, next: () => App | undefined = () => undefined) {
  const answers: Answer[] = [];
  const gone = new AbortController();
  const apps = [first, next];
  const done = sendChanges(
    'status',
    command,
    { gone: gone.signal, sendNewest: (answer) => void answers.push(answer) },
    () => {
      const app = apps.shift();
      return Promise.resolve((typeof app === 'function' ? app() : app)?.target);
    },
  );
  const versions = (): unknown[] =>
    answers.map((answer) => answer.kind === 'answer' && answer.content['version']);
  return { versions, done, leave: () => gone.abort() };
}

describe('sendChanges', () => {
  it('sends an answer immediately and one after each change, at most one a second', async () => {
    const app = runningApp();
    const { versions, done, leave } = watched(app);
    await vi.waitFor(() => expect(versions()).toEqual(['0.0.0']));
    app.state.update(() => ({ version: '1' }));
    app.state.update(() => ({ version: '2' }));
    await app.clock.advance(999);
    expect(versions()).toEqual(['0.0.0']);
    await app.clock.advance(1);
    await vi.waitFor(() => expect(versions()).toEqual(['0.0.0', '2']));
    leave();
    await done;
    app.state.update(() => ({ version: '3' }));
    await app.clock.advance(5_000);
    expect(versions()).toEqual(['0.0.0', '2']);
  });

  it('sends nothing when only the time has changed', async () => {
    const app = runningApp();
    const { versions, done, leave } = watched(app);
    await vi.waitFor(() => expect(versions()).toHaveLength(1));
    await app.clock.advance(2_000);
    app.state.update(() => ({}));
    await app.clock.advance(2_000);
    expect(versions()).toHaveLength(1);
    leave();
    await done;
  });

  it('continues when the app is composed again, and ends with the app', async () => {
    const [first, second] = [runningApp(), runningApp()];
    second.state.update(() => ({ version: '2' }));
    const { versions, done } = watched(first, () => second);
    await vi.waitFor(() => expect(versions()).toEqual(['0.0.0']));
    first.end();
    await vi.waitFor(() => expect(versions()).toEqual(['0.0.0', '2']));
    second.end();
    await done;
  });
});

const answer = (text: string): Answer => ({ kind: 'answer', content: { version: 1 }, text });

describe('listenForAnswers', () => {
  it('passes on each answer, removes its socket, and ends with the other instance', async () => {
    const texts: unknown[] = [];
    const listener = listenForAnswers(timeouts, (answer) => texts.push(answer));
    const caller = callBack(listener.address);
    caller?.sendNewest(answer('a'));
    await vi.waitFor(() => expect(texts).toHaveLength(1));
    // The address is gone: an instance that is killed now leaves nothing behind.
    if (process.platform !== 'win32') expect(callBack(listener.address)).toBeNull();
    caller?.sendNewest(answer('b'));
    await vi.waitFor(() => expect(texts).toEqual([answer('a'), answer('b')]));
    caller?.end();
    expect(await listener.finished).toBe('ended');
  });

  it.each<[string, string | null]>([
    ['no instance connects', null],
    ['the connection ends without an answer', ''],
    ['the answer is wrong', '{"kind":"answer"}\n'],
    ['the answer has no end', 'x'.repeat(600_000)],
  ])('ends without an answer when %s', async (_why, text) => {
    const listener = listenForAnswers({ connect: 300, answer: 10_000 }, () => undefined);
    if (text !== null)
      connect(listener.address)
        .on('error', () => undefined)
        .end(text);
    expect(await listener.finished).toBe('no-answer');
  });

  it('aborts the signal `gone` of the running instance when it is closed', async () => {
    const listener = listenForAnswers(timeouts, () => undefined);
    const caller = callBack(listener.address);
    caller?.sendNewest(answer('a'));
    listener.close();
    await vi.waitFor(() => expect(caller?.gone.aborted).toBe(true));
    caller?.sendNewest(answer('b'));
  });
});

describe('newestLineWriter', () => {
  let close: () => void = () => undefined;
  afterEach(() => close());

  /** Two ends of a real socket. */
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

  it('holds at most two lines for a reader that stops, and then sends the newest', async () => {
    const { writer, reader } = await ends();
    const write = newestLineWriter(writer);
    const filling = 'x'.repeat(10_000);
    const last = 20_000;
    let most = 0;
    // 200 MB, of which the reader takes nothing.
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
