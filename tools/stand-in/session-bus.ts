import { existsSync } from 'node:fs';
import { Message, sessionBus, type MessageBus } from '@jellybrick/dbus-next';
import { sessionBusAddress } from '../dbus/bus.ts';

export interface SessionBus {
  readonly connection: MessageBus;
  /** Calls a method and gives the arguments of its answer. Rejects when the call or the bus fails. */
  call(fields: ConstructorParameters<typeof Message>[0]): Promise<unknown[]>;
  /** Calls `listener` with the arguments of each such signal. */
  onSignal(iface: string, member: string, listener: (body: unknown[]) => void): void;
}

const driver = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
};

/** Connects to the session's bus; null when there is none. */
export function openSessionBus(): SessionBus | null {
  const address = sessionBusAddress();
  return address === null ? null : openBusAt(address);
}

/** Connects to the bus of the machine, where every program looks for it; null when there is none. */
export function openSystemBus(env: NodeJS.ProcessEnv = process.env): SessionBus | null {
  const socket = '/run/dbus/system_bus_socket';
  const address =
    env['DBUS_SYSTEM_BUS_ADDRESS'] ?? (existsSync(socket) ? `unix:path=${socket}` : null);
  return address === null ? null : openBusAt(address);
}

/** One that breaks rejects the calls on it. */
function openBusAt(address: string): SessionBus {
  const connection = sessionBus({ busAddress: address });
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  // Emitted, though the library's types do not know of it.
  const emitter: NodeJS.EventEmitter = connection;
  emitter.on('error', broken.reject);
  const call: SessionBus['call'] = async (fields) => {
    const answer = await Promise.race([connection.call(new Message(fields)), broken.promise]);
    return answer?.body ?? [];
  };
  return {
    connection,
    call,
    onSignal: (iface, member, listener) => {
      connection.on('message', (message) => {
        if (message.interface === iface && message.member === member) listener(message.body);
      });
      const rule = `type='signal',interface='${iface}',member='${member}'`;
      const match = call({ ...driver, member: 'AddMatch', signature: 's', body: [rule] });
      match.catch(() => undefined);
    },
  };
}
