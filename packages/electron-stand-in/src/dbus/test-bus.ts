import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** Whether `startBus` works on this machine. */
export const canStartBus = existsSync('/usr/bin/dbus-daemon');

/** Starts a message bus that ends with the test. Resolves with the bus's address. */
export async function startBus(): Promise<string> {
  const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void daemon.kill());
  const [address] = (await once(createInterface({ input: daemon.stdout }), 'line')) as [string];
  return address;
}
