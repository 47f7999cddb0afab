import { BrowserWindow, ipcMain } from 'electron';
import type { z } from 'zod';
import { channelName, contract, type Handlers } from '../../shared/contract.ts';
import { fail, type Result } from '../../shared/failure.ts';
import type { AppState } from '../../shared/state.ts';

export interface BridgeServer {
  /** Tells every window of the app. */
  broadcastState(state: AppState): void;
  dispose(): void;
}

export interface ServeOptions {
  readonly handlers: Handlers;
  /** True for the app's own pages. */
  readonly isTrusted: (url: string) => boolean;
  readonly onDefect: (error: unknown) => void;
}

type Entry =
  | { readonly direction: 'command'; readonly input: z.ZodType }
  | { readonly direction: 'broadcast' };
const groups: Readonly<Record<string, Readonly<Record<string, Entry>>>> = contract;

type AnyHandler = (input: unknown) => Promise<Result<unknown>> | Result<unknown>;

/**
 * Serves every command of the contract. The sender is checked and the input parsed here and nowhere else;
 * the answer is always a Result.
 */
export function serveBridge({ handlers, isTrusted, onDefect }: ServeOptions): BridgeServer {
  const channels: string[] = [];
  const isOurs = (frame: Electron.WebFrameMain | null): boolean =>
    frame !== null && frame.parent === null && isTrusted(frame.url);

  for (const [group, entries] of Object.entries(groups)) {
    for (const [name, entry] of Object.entries(entries)) {
      if (entry.direction !== 'command') continue;
      const channel = channelName(group, name);
      const handler = handlerOf(handlers, group, name);
      channels.push(channel);
      ipcMain.handle(channel, async (event, input: unknown): Promise<Result<unknown>> => {
        if (!isOurs(event.senderFrame)) throw new Error('not for this sender');
        const parsed = entry.input.safeParse(input);
        if (!parsed.success)
          return fail({
            kind: 'invalid-input',
            detail: `${group}.${name}: ${firstIssue(parsed.error)}`,
          });
        try {
          return await handler(parsed.data);
        } catch (error) {
          onDefect(error);
          throw new Error('internal error', { cause: error });
        }
      });
    }
  }

  return {
    broadcastState(state) {
      for (const window of BrowserWindow.getAllWindows()) {
        const { webContents } = window;
        if (isTrusted(webContents.getURL()))
          webContents.send(channelName('state', 'changed'), state);
      }
    },
    dispose() {
      for (const channel of channels) ipcMain.removeHandler(channel);
    },
  };
}

// The contract's types say that the handler is there and takes what its own schema has parsed; a loop over
// all channels cannot carry that, so it is said here once.
function handlerOf(handlers: Handlers, group: string, name: string): AnyHandler {
  const all = handlers as unknown as Readonly<Record<string, Readonly<Record<string, AnyHandler>>>>;
  const handler = all[group]?.[name];
  if (handler === undefined) throw new Error(`no handler for ${group}.${name}`);
  return handler;
}

/** Says where and what, never the value. */
function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue === undefined
    ? 'invalid'
    : [issue.path.join('.'), issue.message].filter(Boolean).join(': ');
}
