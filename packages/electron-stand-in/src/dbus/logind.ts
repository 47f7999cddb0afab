import { Message } from '@jellybrick/dbus-next';
import type { Bus } from './bus.ts';

const busName = 'org.freedesktop.login1';

/** The part of the system's login manager that reports sleep and shutdown. */
export interface Logind {
  /** Reports that the machine is about to sleep. */
  sleep(): void;
  /** Reports that the machine is awake again. */
  wake(): void;
  /** Reports that the machine is about to shut down. */
  shutDown(): void;
  stop(): Promise<void>;
}

/** Provides the login manager on a bus, for programs that use this bus as the system bus. */
export async function serveLogind(bus: Bus): Promise<Logind> {
  await bus.connection.requestName(busName, 0);
  const tell = (begins: boolean, what = 'PrepareForSleep'): void => {
    const path = '/org/freedesktop/login1';
    const signal = Message.newSignal(path, `${busName}.Manager`, what, 'b', [begins]);
    bus.connection.send(signal);
  };
  return {
    sleep: () => tell(true),
    wake: () => tell(false),
    shutDown: () => tell(true, 'PrepareForShutdown'),
    stop: async () => {
      await bus.connection.releaseName(busName);
    },
  };
}
