import { connect, type Socket } from 'node:net';
import type { Answer } from './hand-over.ts';
import { isAnswerAddress } from './address.ts';

/** A line to another instance that waits for an answer. */
export interface Caller {
  /** Resolves when the answer is on its way, or when nobody is there to take it. */
  send(answer: Answer): Promise<void>;
  /** Hangs up. Left open, the line tells the other side when this process has gone. */
  end(): void;
}

/** How long the other side may take to accept the call, and then the answer, in milliseconds. */
const patienceMs = 5_000;

/** Calls back at once, so that the other side knows that it was heard. Null: the address is not one to call. */
export function callBack(address: string): Caller | null {
  if (!isAnswerAddress(address)) return null;
  const socket: Socket = connect(address);
  // It no longer waits: then it does not want to know.
  socket.on('error', () => socket.destroy());
  socket.setTimeout(patienceMs, () => socket.destroy());
  socket.once('connect', () => socket.setTimeout(0));
  socket.resume();
  return {
    async send(answer) {
      if (socket.destroyed) return;
      const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      const written = new Promise<void>((resolve) => {
        socket.write(`${JSON.stringify(answer)}\n`, () => resolve());
      });
      await Promise.race([written, gone]);
    },
    end: () => socket.end(),
  };
}
