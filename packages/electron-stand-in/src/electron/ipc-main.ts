import { EventEmitter } from 'node:events';
import { strictObject } from './api.ts';
import type { PageAnswer, PageMessage } from './preload.ts';

type Handler = (event: unknown, ...args: unknown[]) => unknown;
type Call = Extract<PageMessage, { channel: string }>;

const mainEvents = new EventEmitter();
const handlers = new Map<string, Handler>();

// This listener makes `error` usable as a channel name, as in `lib/browser/ipc-main-impl.ts`.
mainEvents.on('error', () => undefined);

/** Electron's `ipcMain`. */
export const ipcMain = strictObject(
  'ipcMain',
  Object.assign(mainEvents, {
    handle: (channel: string, handler: Handler): void => {
      if (handlers.has(channel))
        throw new Error(`Attempted to register a second handler for '${channel}'`);
      handlers.set(channel, handler);
    },
    removeHandler: (channel: string): void => void handlers.delete(channel),
  }),
);

/** Passes a page's message to its handler or listeners. The texts of errors are those of Electron. */
export async function dispatchPageMessage(call: Call, event: object): Promise<PageAnswer> {
  const { kind, channel, args } = call;
  if (kind === 'send') {
    mainEvents.emit(channel, event, ...args);
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
