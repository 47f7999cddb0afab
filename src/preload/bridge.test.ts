import { EventEmitter } from 'node:events';
import type { IpcRenderer } from 'electron';
import { describe, expect, it } from 'vitest';
import { channelName } from '#shared/channels.ts';
import { contract } from '#shared/contract.ts';
import { buildBridge } from './bridge.ts';

/** The three methods of ipcRenderer over an emitter, with a record of the invoked channels. */
function ipcDouble() {
  const events = new EventEmitter();
  const invoked: { channel: string; input: unknown }[] = [];
  const ipc = {
    invoke: (channel: string, input: unknown) => {
      invoked.push({ channel, input });
      return Promise.resolve({ ok: true, value: channel });
    },
    on: (channel: string, listener: (...args: unknown[]) => void) => events.on(channel, listener),
    removeListener: (channel: string, listener: (...args: unknown[]) => void) =>
      events.removeListener(channel, listener),
  } as unknown as IpcRenderer;
  return { ipc, events, invoked };
}

const channels = Object.entries(contract).flatMap(([group, entries]) =>
  Object.entries<{ direction: string }>(entries).map(([name, { direction }]) => ({
    group,
    name,
    direction,
  })),
);
const of = (direction: string) => channels.filter((channel) => channel.direction === direction);

describe('buildBridge', () => {
  it('exposes every channel of the contract and nothing else', () => {
    const bridge = buildBridge(ipcDouble().ipc);
    const exposed = Object.entries(bridge).flatMap(([group, methods]) =>
      Object.entries(methods).map(([name, method]) => `${group}.${name}: ${typeof method}`),
    );
    expect(exposed.sort()).toEqual(
      channels.map(({ group, name }) => `${group}.${name}: function`).sort(),
    );
  });

  it.each(of('command'))('maps $group.$name to its channel', async ({ group, name }) => {
    const { ipc, invoked } = ipcDouble();
    const method = buildBridge(ipc)[group]?.[name];
    const channel = channelName(group, name);
    await expect(method?.()).resolves.toEqual({ ok: true, value: channel });
    await method?.(false);
    expect(invoked).toEqual([
      { channel, input: null },
      { channel, input: false },
    ]);
  });

  it.each(of('broadcast'))(
    'passes only the payload to the listeners of $group.$name',
    ({ group, name }) => {
      const { ipc, events } = ipcDouble();
      const channel = channelName(group, name);
      const received: unknown[][] = [];
      const listener = (...args: unknown[]): void => void received.push(args);
      const unsubscribe = buildBridge(ipc)[group]?.[name]?.(listener) as () => void;

      events.emit(channel, { sender: 'the raw event' }, { revision: 1 });
      unsubscribe();
      events.emit(channel, { sender: 'the raw event' }, { revision: 2 });

      expect(received).toEqual([[{ revision: 1 }]]);
      expect(events.listenerCount(channel)).toBe(0);
    },
  );
});
