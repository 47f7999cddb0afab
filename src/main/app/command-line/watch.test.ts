import { describe, expect, it, vi } from 'vitest';
import { FakeClock } from '#test/support/fake-clock.ts';
import { emptyTarget } from '#test/support/command-target.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { createStateHolder } from '#runtime/app-state.ts';
import type { Query } from '#runtime/query.ts';
import type { CommandTarget, RemoteCommand } from './command-table.ts';
import type { Answer } from './hand-over.ts';
import { sendChanges } from './watch.ts';

const command: RemoteCommand = {
  name: 'status',
  date: null,
  json: true,
  watch: true,
  days: null,
  visible: false,
};

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
  it('sends an answer immediately, and one after each change, at most one per second', async () => {
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

  it('makes an answer only when the part of the state changes that the query follows, and sends no answer that differs only in its time', async () => {
    const app = runningApp();
    const { passes } = emptyTarget.queries;
    const answer = vi.fn((...args: Parameters<Query['answer']>) => passes.answer(...args));
    const queries = { ...emptyTarget.queries, passes: { ...passes, answer } };
    const caller = { gone: new AbortController(), answers: [] as Answer[] };
    let requestCount = 0;
    const done = sendChanges(
      'passes',
      { ...command, name: 'passes' },
      { gone: caller.gone.signal, sendNewest: (one) => void caller.answers.push(one) },
      () => {
        requestCount += 1;
        // An implementation that asks again and again would not end: it gets no app from the third call on.
        return Promise.resolve(requestCount > 2 ? undefined : { ...app.target, queries });
      },
    );
    await vi.waitFor(() => expect(caller.answers).toHaveLength(1));
    await app.clock.advance(2_000);
    app.state.update(() => ({ version: '1' }));
    await app.clock.advance(2_000);
    expect(answer).toHaveBeenCalledTimes(1);
    app.state.update(({ station }) => ({ station: { ...station } }));
    await app.clock.advance(2_000);
    expect(answer).toHaveBeenCalledTimes(2);
    expect(caller.answers).toHaveLength(1);
    caller.gone.abort();
    await done;
    // Once at the start, and once when the caller has left.
    expect([requestCount, answer.mock.calls.length]).toEqual([2, 2]);
  });

  it('continues after the app restarts inside its process, and ends with the app', async () => {
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
