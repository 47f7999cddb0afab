import { channel } from 'node:diagnostics_channel';
import type { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Message, sessionBus, type MessageBus } from '@jellybrick/dbus-next';

/** One method call: destination, object, method and arguments. */
interface BusCall {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  /** The D-Bus signature of `body`, such as `iias`; empty when there are no arguments. */
  readonly signature?: string;
  readonly body?: unknown[];
  /** Milliseconds to wait for the answer. Default: 10 000. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/** An open connection to a message bus. */
export interface Bus {
  readonly address: string;
  /** The unique name of this connection, such as `:1.7`. */
  readonly name: string;
  /** The library's own object, for exporting interfaces and for raw messages. */
  readonly connection: MessageBus;
  /**
   * Calls the method and returns the arguments of the answer. Throws a DBusError, or an Error if no answer arrives in
   * time.
   */
  call(call: BusCall): Promise<unknown[]>;
  /** Reads one property without introspection, because Chromium's objects do not support introspection. */
  property(destination: string, path: string, iface: string, name: string): Promise<unknown>;
  /** Calls `listener` with the arguments of each signal of this interface and member, from any sender. */
  onSignal(iface: string, member: string, listener: (body: unknown[]) => void): void;
  /** Whether a connection owns the well-known name. */
  hasOwner(name: string): Promise<boolean>;
  /** The connection that owns the name, such as `:1.7`. Throws a DBusError when no connection owns it. */
  ownerOf(name: string): Promise<string>;
  /**
   * The id of the process that owns a unique or well-known name. Throws a DBusError when no connection owns the name.
   */
  processOf(name: string): Promise<number>;
  /** Calls `listener` when the bus or this process closes the connection. */
  onEnd(listener: () => void): void;
  close(): void;
}

/** Called with +1 when a call starts to wait for an answer, and with -1 when the wait ends. */
export const awaitedAnswersChannel = channel('overhead:dbus:awaited');

const busDriver = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
};

/** The address of the session's bus, or null when the session has no bus. */
export function sessionBusAddress(env: NodeJS.ProcessEnv = process.env): string | null {
  if (env['DBUS_SESSION_BUS_ADDRESS']) return env['DBUS_SESSION_BUS_ADDRESS'];
  const socket = join(env['XDG_RUNTIME_DIR'] ?? '/nonexistent', 'bus');
  return existsSync(socket) ? `unix:path=${socket}` : null;
}

/** The address of the system bus: DBUS_SYSTEM_BUS_ADDRESS, or otherwise the fixed path; null when neither exists. */
export function systemBusAddress(env: NodeJS.ProcessEnv = process.env): string | null {
  const socket = '/run/dbus/system_bus_socket';
  return env['DBUS_SYSTEM_BUS_ADDRESS'] ?? (existsSync(socket) ? `unix:path=${socket}` : null);
}

/**
 * Connects to the bus at `address` (as in DBUS_SESSION_BUS_ADDRESS) and waits for the bus's greeting. Throws an Error
 * with `cause` when no bus answers at this address.
 */
export async function openBus(
  address: string,
  { timeoutMs = 10_000, signal }: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<Bus> {
  const connection = sessionBus({ busAddress: address });
  // The library's typings omit the event 'error'.
  const events: EventEmitter = connection;
  try {
    await awaitWithLimits(
      new Promise<void>((resolve, reject) => {
        connection.once('connect', resolve);
        events.once('error', reject);
      }),
      { timeoutMs, signal, what: 'the greeting of the bus' },
    );
  } catch (cause) {
    events.on('error', () => undefined);
    connection.disconnect();
    throw new Error(`no message bus at ${address}`, { cause });
  }
  // When the bus ends, the pending calls fail without an answer. The error event itself must not end the process.
  events.on('error', () => undefined);
  return createBus(address, connection);
}

/** Connects to the session's bus. Throws an Error when the session has no bus. */
export async function openSessionBus(): Promise<Bus> {
  const address = sessionBusAddress();
  // Without an address the library would search for a bus by its own rules.
  if (address === null) throw new Error('there is no session bus');
  return openBus(address);
}

function createBus(address: string, connection: MessageBus): Bus {
  const call = async (request: BusCall): Promise<unknown[]> => {
    const { timeoutMs = 10_000, signal, ...fields } = request;
    const answer = await awaitWithLimits(connection.call(new Message(fields)), {
      timeoutMs,
      signal,
      what: `${request.interface}.${request.member}`,
    });
    return answer?.body ?? [];
  };
  const ask = async (member: string, argument: string): Promise<unknown> =>
    (await call({ ...busDriver, member, signature: 's', body: [argument] }))[0];

  return {
    address,
    name: connection.name ?? '',
    connection,
    call,
    property: async (destination, path, iface, name) => {
      const [value] = await call({
        destination,
        path,
        interface: 'org.freedesktop.DBus.Properties',
        member: 'Get',
        signature: 'ss',
        body: [iface, name],
      });
      return unwrapVariant(value);
    },
    onSignal: (iface, member, listener) => {
      connection.on('message', (message) => {
        if (message.interface === iface && message.member === member) listener(message.body);
      });
      const rule = `type='signal',interface='${iface}',member='${member}'`;
      // A bus that has ended sends no signals.
      ask('AddMatch', rule).catch(() => undefined);
    },
    hasOwner: async (name) => (await ask('NameHasOwner', name)) === true,
    ownerOf: async (name) => String(await ask('GetNameOwner', name)),
    processOf: async (name) => Number(await ask('GetConnectionUnixProcessID', name)),
    onEnd: (listener) => {
      // The library does not report the end of its stream.
      const { _connection: stream } = connection as unknown as {
        readonly _connection: EventEmitter;
      };
      stream.once('end', listener);
    },
    close: () => connection.disconnect(),
  };
}

/** The value inside a variant; a value that is not a variant is returned unchanged. */
export function unwrapVariant(value: unknown): unknown {
  const isVariant = typeof value === 'object' && value !== null && 'signature' in value;
  return isVariant && 'value' in value ? value.value : value;
}

/** The result of `promise`. Throws an Error if the time is over or the signal is aborted. */
async function awaitWithLimits<T>(
  promise: Promise<T>,
  limits: { timeoutMs: number; signal: AbortSignal | undefined; what: string },
): Promise<T> {
  const { timeoutMs, signal, what } = limits;
  // The promise may reject after the wait has ended.
  promise.catch(() => undefined);
  signal?.throwIfAborted();
  const { promise: limitPromise, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal?.reason);
  const timer = setTimeout(
    () => reject(new Error(`no answer to ${what} within ${timeoutMs} ms`)),
    timeoutMs,
  );
  // While the connection waits for an answer, the connection itself keeps the process running.
  timer.unref();
  signal?.addEventListener('abort', onAbort, { once: true });
  awaitedAnswersChannel.publish(1);
  try {
    return await Promise.race([promise, limitPromise]);
  } finally {
    awaitedAnswersChannel.publish(-1);
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
