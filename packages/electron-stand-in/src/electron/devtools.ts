import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { CDPSession } from 'playwright-core';

/**
 * The browser or a page: takes the commands of the DevTools protocol, and emits its events. A command rejects if Chromium
 * refuses it, or when Chromium has ended.
 */
export type DevTools = Pick<CDPSession, 'send' | 'on' | 'once' | 'off'>;

/** A process of Chromium with one page. */
export interface Chromium {
  readonly browser: DevTools;
  readonly page: DevTools;
  /** The id of the page, and of its main frame. */
  readonly pageId: string;
  /** Resolves when the page is closed, or when Chromium has ended. */
  readonly pageEnd: Promise<void>;
  /** Ends Chromium. Resolves when the process has ended. */
  readonly close: () => Promise<void>;
}

/** A message of Chromium: the answer to a command, or an event. */
interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
  readonly method?: string;
  readonly params?: unknown;
  readonly sessionId?: string;
}

/** Chromium that does not close in this time is killed. */
const closeLimitMs = 10_000;

/**
 * Starts Chromium, and waits for its page.
 *
 * @param args Chromium's arguments, which must open one page
 * @throws Error if Chromium does not start
 */
export async function launchChromium(path: string, args: readonly string[]): Promise<Chromium> {
  const child = spawn(path, [...args, '--remote-debugging-pipe'], {
    // The process group has the id of Chromium, and can be killed as a whole.
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<Error>((resolve) => {
    child.once('error', resolve);
    child.once('exit', (code, signal) =>
      resolve(new Error(`Chromium ended with ${code ?? signal}`)),
    );
  });
  const [, , , input, output] = child.stdio as unknown as [null, null, null, Writable, Readable];
  const connection = connect(input, output);
  void ended.then((error) => connection.end(error));

  const browser = connection.at(undefined);
  const pageEnd = Promise.withResolvers<undefined>();
  void ended.then(() => pageEnd.resolve(undefined));
  try {
    const pageId = await new Promise<string>((resolve, reject) => {
      void ended.then(reject);
      browser.on('Target.targetCreated', ({ targetInfo }) => {
        if (targetInfo.type === 'page') resolve(targetInfo.targetId);
      });
      browser.send('Target.setDiscoverTargets', { discover: true }).catch(reject);
    });
    browser.on('Target.targetDestroyed', ({ targetId }) => {
      if (targetId === pageId) pageEnd.resolve(undefined);
    });
    const options = { targetId: pageId, flatten: true };
    const { sessionId } = await browser.send('Target.attachToTarget', options);
    const close = async (): Promise<void> => {
      await browser.send('Browser.close').catch(() => undefined);
      const timer = setTimeout(() => child.kill('SIGKILL'), closeLimitMs);
      await ended;
      clearTimeout(timer);
    };
    return { browser, page: connection.at(sessionId), pageId, pageEnd: pageEnd.promise, close };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

/** Connects the sessions of a Chromium. Each message is JSON, and a zero byte ends it. */
function connect(input: Writable, output: Readable) {
  let lastId = 0;
  let end: Error | null = null;
  const calls = new Map<number, PromiseWithResolvers<unknown>>();
  const sessions = new Map<string | undefined, DevTools & EventEmitter>();

  function receive({ id, result, error, method = '', params, sessionId }: Message): void {
    if (id === undefined) {
      sessions.get(sessionId)?.emit(method, params);
      return;
    }
    const call = calls.get(id);
    calls.delete(id);
    if (error === undefined) call?.resolve(result);
    else call?.reject(new Error(error.message));
  }
  // The parts of a message that has not ended: a long one comes in hundreds.
  let parts: string[] = [];
  output.setEncoding('utf8').on('data', (text: string) => {
    const [part = '', ...others] = text.split('\0');
    parts.push(part);
    for (const next of others) {
      receive(JSON.parse(parts.join('')) as Message);
      parts = [next];
    }
  });
  // A Chromium that has ended is reported by its exit.
  input.on('error', () => undefined);

  const send = (sessionId: string | undefined, method: string, params: object = {}) => {
    const call = Promise.withResolvers<unknown>();
    if (end !== null) return Promise.reject(end);
    calls.set(++lastId, call);
    input.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
    return call.promise;
  };
  return {
    /** The session with this id; undefined: the browser. */
    at(id: string | undefined): DevTools {
      const commands = { send: (method: string, params?: object) => send(id, method, params) };
      const session = Object.assign(new EventEmitter(), commands) as unknown as DevTools &
        EventEmitter;
      sessions.set(id, session);
      return session;
    },
    /** Rejects all commands that have no answer, and all later ones. */
    end(error: Error): void {
      end = error;
      for (const call of calls.values()) call.reject(error);
      calls.clear();
    },
  };
}
