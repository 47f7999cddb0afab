/**
 * Loaded before a program of `tools/faults/world` in Wine: gives Node 22 what the built app needs of Node 24, and the
 * host of the app its channel to the test. OVERHEAD_WORLD_PORT is the local port of that channel.
 */
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import '../units/node-22.setup.ts';

type Dispose = () => unknown;

/** The part of `AsyncDisposableStack` that is used. */
class DisposableFunctions {
  readonly #functions: Dispose[] = [];
  defer(dispose: Dispose): void {
    this.#functions.push(dispose);
  }
  async disposeAsync(): Promise<void> {
    for (const dispose of this.#functions.splice(0).reverse()) await dispose();
  }
}
Object.assign(globalThis, { AsyncDisposableStack: DisposableFunctions });

// Node for Windows in Wine has no channel to a process of Linux. The processes that it starts have one to it.
if (process.send === undefined) {
  const socket = connect(Number(process.env['OVERHEAD_WORLD_PORT']), '127.0.0.1');
  process.send = (message: unknown): boolean => socket.write(`${JSON.stringify(message)}\n`);
  const emit = process.emit.bind(process) as (event: string, value: unknown) => boolean;
  createInterface(socket).on('line', (line) => emit('message', JSON.parse(line)));
  socket.on('close', () => process.emit('disconnect'));
}
