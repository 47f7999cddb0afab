import type { Socket } from 'node:net';

/** How long a client that was refused may go on sending. */
const patienceMs = 2_000;

/**
 * Lets a client that is still sending read its answer. To close a socket with unread bytes in it resets the
 * connection, and takes an answer that is under way along: Node does so whenever an answer ends a connection whose
 * request was not read to its end.
 */
export function lingerAtEnd(socket: Socket): void {
  socket.destroySoon = () => {
    if (socket.destroyed) return;
    socket.end();
    lingerOn(socket);
  };
}

/** Reads on, for nobody, until the other side ends or has had its time. */
export function lingerOn(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), patienceMs);
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
}
