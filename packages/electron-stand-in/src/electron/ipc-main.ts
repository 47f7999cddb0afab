import { EventEmitter } from 'node:events';
import { strictObject } from './api.ts';
import type { PageAnswer, PageMessage } from './preload.ts';

type Handler = (event: unknown, ...args: unknown[]) => unknown;
type Call = Omit<Extract<PageMessage, { channel: string }>, 'kind'>;

const handlers = new Map<string, Handler>();

/** Electron's `ipcMain`, without messages that get no answer. */
export const ipcMain = strictObject(
  'ipcMain',
  Object.assign(new EventEmitter(), {
    handle: (channel: string, handler: Handler): void => {
      if (handlers.has(channel))
        throw new Error(`Attempted to register a second handler for '${channel}'`);
      handlers.set(channel, handler);
    },
    removeHandler: (channel: string): void => void handlers.delete(channel),
  }),
);

/** Passes a page's message to its handler. The texts of errors are those of Electron. */
export async function dispatchPageMessage(
  { channel, args }: Call,
  event: object,
): Promise<PageAnswer> {
  try {
    const handler = handlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    return { value: structuredClone(await handler(event, ...args)) };
  } catch (error) {
    console.error(`Error occurred in handler for '${channel}':`, error);
    return { error: `Error invoking remote method '${channel}': ${String(error)}` };
  }
}
