import { Message, MessageFlag, type Variant } from '@jellybrick/dbus-next';
import type { Bus } from './bus.ts';

const propertiesInterface = 'org.freedesktop.DBus.Properties';

/** The methods and properties of an object. */
interface ServedObject {
  readonly path: string;
  readonly interface: string;
  /** The bus name of this object. Without a name, the object answers for every name of the connection. */
  readonly name?: string;
  /** The methods by name: the signature of the answer, and the function that returns the arguments of the answer. */
  readonly methods: Readonly<
    Record<string, { readonly out: string; readonly answer: (body: unknown[]) => unknown[] }>
  >;
  /** The current properties by name. All of them can be read. */
  readonly properties?: () => Readonly<Record<string, Variant>>;
}

export interface ServedHandle {
  emit(member: string, signature: string, body: unknown[]): void;
  stop(): void;
}

/**
 * Exports an object on the bus. This function uses raw messages: in the library (0.11.3), an instance of `Interface`
 * hides the members that `configureMembers` has added to the class.
 */
export function serveObject(bus: Bus, object: ServedObject): ServedHandle {
  const reply = (call: Message, signature: string, body: unknown[]): true => {
    if ((call.flags & MessageFlag.NO_REPLY_EXPECTED) === 0) {
      bus.connection.send(Message.newMethodReturn(call, signature, body));
    }
    return true;
  };
  const handler = (call: Message): boolean => {
    if (call.path !== object.path) return false;
    // GLib's proxies, which most panels use, call the owner of a bus name by the owner's unique name.
    const isForOthers = call.destination !== object.name && call.destination !== bus.name;
    if (object.name !== undefined && isForOthers) return false;
    if (call.interface === propertiesInterface) {
      if (call.body[0] !== object.interface) return false;
      const properties = object.properties?.() ?? {};
      if (call.member === 'GetAll') return reply(call, 'a{sv}', [properties]);
      const value = call.member === 'Get' ? properties[String(call.body[1])] : undefined;
      return value === undefined ? false : reply(call, 'v', [value]);
    }
    const method = call.interface === object.interface ? object.methods[call.member] : undefined;
    return method === undefined ? false : reply(call, method.out, method.answer(call.body));
  };
  bus.connection.addMethodHandler(handler);
  return {
    emit: (member, signature, body) =>
      bus.connection.send(
        Message.newSignal(object.path, object.interface, member, signature, body),
      ),
    stop: () => bus.connection.removeMethodHandler(handler),
  };
}
