import type { IpcRenderer } from 'electron';
import { channelName } from '#shared/channels.ts';
import { channelDirections } from '#shared/directions.ts';

type Ipc = Pick<IpcRenderer, 'invoke' | 'on' | 'removeListener'>;
type Listener = (payload: unknown) => void;
type Method = (input?: unknown) => unknown;

/**
 * The object that the page sees: a function for every channel of the contract, and nothing else. A command resolves
 * with the answer of main; a broadcast takes a listener and returns its unsubscribe. The page can reach neither `ipc`
 * nor its events.
 */
export function buildBridge(ipc: Ipc): Record<string, Record<string, Method>> {
  return mapValues(channelDirections, (channels, group) =>
    mapValues<string, Method>(channels, (direction, name) => {
      const channel = channelName(group, name);
      return direction === 'command'
        ? (input) => ipc.invoke(channel, input ?? null)
        : (listener) => subscribe(ipc, channel, listener as Listener);
    }),
  );
}

function subscribe(ipc: Ipc, channel: string, listener: Listener): () => void {
  const forward = (_event: unknown, payload: unknown): void => listener(payload);
  ipc.on(channel, forward);
  return () => {
    ipc.removeListener(channel, forward);
  };
}

function mapValues<A, B>(
  object: Readonly<Record<string, A>>,
  change: (value: A, key: string) => B,
): Record<string, B> {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, change(value, key)]),
  );
}
