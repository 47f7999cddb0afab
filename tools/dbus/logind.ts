import { Message } from '@jellybrick/dbus-next';
import type { Bus } from './bus.ts';

const name = 'org.freedesktop.login1';

/** The part of the machine's login manager that tells of sleep. */
export interface Logind {
  /** The machine is about to sleep. */
  sleep(): void;
  /** It is awake again. */
  wake(): void;
  stop(): Promise<void>;
}

/** Becomes the login manager on a bus, for programs to which it is the bus of the machine. */
export async function becomeLogind(bus: Bus): Promise<Logind> {
  await bus.connection.requestName(name, 0);
  const tell = (begins: boolean): void => {
    const path = '/org/freedesktop/login1';
    const signal = Message.newSignal(path, `${name}.Manager`, 'PrepareForSleep', 'b', [begins]);
    bus.connection.send(signal);
  };
  return {
    sleep: () => tell(true),
    wake: () => tell(false),
    stop: async () => {
      await bus.connection.releaseName(name);
    },
  };
}
