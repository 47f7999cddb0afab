import { BrowserWindow, ipcMain } from 'electron';
import type { z } from 'zod';
import { channelName } from '#shared/channels.ts';
import type { Contract } from '#shared/contract.ts';
import type { AppState } from '#shared/state.ts';
import { createReceivers, type ReceiverOptions } from './receiver.ts';

type Broadcast<C> = C extends {
  readonly direction: 'broadcast';
  readonly payload: infer P extends z.ZodType;
}
  ? z.input<P>
  : never;

type BroadcastNames<G> = {
  [N in keyof G]: [Broadcast<G[N]>] extends [never] ? never : N;
}[keyof G];

interface BridgeServer {
  broadcastState(state: AppState): void;
  send<G extends keyof Contract, N extends BroadcastNames<Contract[G]>>(
    contents: Electron.WebContents,
    group: G,
    name: N & string,
    payload: Broadcast<Contract[G][N]>,
  ): void;
  dispose(): void;
}

type ServeOptions = ReceiverOptions;

/** Removes the channel on which electron-store would send the path of the app's data to any page. */
export const closeStoreChannel = (): void =>
  void ipcMain.removeAllListeners('electron-store-get-data');

/** Serves every command of the contract to the app's own pages. */
export function serveBridge(options: ServeOptions): BridgeServer {
  const receivers = createReceivers(options);
  for (const [channel, receive] of receivers)
    ipcMain.handle(channel, (event, input: unknown) =>
      receive(event.senderFrame, input, event.sender.id),
    );

  const tell = (contents: Electron.WebContents, channel: string, payload: unknown): void => {
    if (!contents.isDestroyed() && options.isTrusted(contents.getURL()))
      contents.send(channel, payload);
  };
  return {
    broadcastState(state) {
      const channel = channelName('state', 'changed');
      for (const { webContents } of BrowserWindow.getAllWindows())
        tell(webContents, channel, state);
    },
    send: (contents, group, name, payload) => tell(contents, channelName(group, name), payload),
    dispose() {
      for (const channel of receivers.keys()) ipcMain.removeHandler(channel);
    },
  };
}
