import { Message } from '@jellybrick/dbus-next';
import type { Bus } from './bus.ts';

const name = 'org.freedesktop.login1';

/** The part of the machine's login manager that tells of sleep and shutdown. */
export interface Logind {
  /** The machine is about to sleep. */
  sleep(): void;
  /** It is awake again. */
  wake(): void;
  /** The machine is about to shut down. */
  shutDown(): void;
  stop(): Promise<void>;
}

/** Becomes the login manager on a bus, for programs to which it is the bus of the machine. */
export async function becomeLogind(bus: Bus): Promise<Logind> {
  await bus.connection.requestName(name, 0);
  const tell = (begins: boolean, what = 'PrepareForSleep'): void => {
    const path = '/org/freedesktop/login1';
    const signal = Message.newSignal(path, `${name}.Manager`, what, 'b', [begins]);
    bus.connection.send(signal);
  };
  return {
    sleep: () => tell(true),
    wake: () => tell(false),
    shutDown: () => tell(true, 'PrepareForShutdown'),
    stop: async () => {
      await bus.connection.releaseName(name);
    },
  };
}
