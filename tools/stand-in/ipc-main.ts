import { EventEmitter } from 'node:events';
import { strict } from './absent.ts';
import type { PageAnswer, PageMessage } from './messages.ts';

type Handler = (event: unknown, ...args: unknown[]) => unknown;
type Call = Extract<PageMessage, { channel: string }>;

const events = new EventEmitter();
const handlers = new Map<string, Handler>();

const api = {
  handle: (channel: string, handler: Handler): void => {
    if (handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  },
  handleOnce: (channel: string, handler: Handler): void =>
    api.handle(channel, (event, ...args) => {
      handlers.delete(channel);
      return handler(event, ...args);
    }),
  removeHandler: (channel: string): void => void handlers.delete(channel),
};

/** Electron's `ipcMain`. */
export const ipcMain = strict('ipcMain', Object.assign(events, api));

/** Takes a page's message to its handler or listeners. Errors are worded as Electron words them. */
export async function dispatch(call: Call, event: object): Promise<PageAnswer> {
  const { kind, channel, args } = call;
  if (kind === 'send') {
    events.emit(channel, event, ...args);
    return { value: undefined };
  }
  try {
    const handler = handlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    return { value: structuredClone(await handler(event, ...args)) };
  } catch (error) {
    console.error(`Error occurred in handler for '${channel}':`, error);
    return { error: `Error invoking remote method '${channel}': ${String(error)}` };
  }
}
