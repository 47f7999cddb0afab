import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

/**
 * The geometry of a monitor in X's notation: `1280x720+0+0` is width, height, and the position of the upper left
 * corner.
 */
export type MonitorGeometry = string;

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Parses a geometry. Throws an Error if the text is not a geometry. */
export function parseGeometry(text: MonitorGeometry): Area {
  const numbers = /^(\d+)x(\d+)\+(\d+)\+(\d+)$/.exec(text)?.slice(1).map(Number);
  if (numbers === undefined) throw new Error(`no monitor: ${text}`);
  const [width, height, x, y] = numbers as [number, number, number, number];
  return { x, y, width, height };
}

/** The size in pixels of the smallest screen that contains all monitors. The screen begins at the position 0,0. */
export function screenSize(monitors: readonly Area[]): { width: number; height: number } {
  return {
    width: Math.max(...monitors.map(({ x, width }) => x + width)),
    height: Math.max(...monitors.map(({ y, height }) => y + height)),
  };
}

/** Numbers of the extension of RFC 6143 for several screens: a type of message, and an encoding. */
const setDesktopSizeType = 251;
const extendedDesktopSizeType = -308;

/**
 * A request for updates of one pixel. The server sends changes of the monitors only to a client that requests updates.
 */
const updateRequest = Buffer.from([3, 1, 0, 0, 0, 0, 0, 1, 0, 1]);

function desktopSizeMessage(monitors: readonly Area[]): Buffer {
  const { width, height } = screenSize(monitors);
  const message = Buffer.alloc(8 + 16 * monitors.length);
  message.writeUInt8(setDesktopSizeType, 0);
  message.writeUInt16BE(width, 2);
  message.writeUInt16BE(height, 4);
  message.writeUInt8(monitors.length, 6);
  for (const [index, area] of monitors.entries()) {
    const offset = 8 + 16 * index;
    message.writeUInt32BE(index + 1, offset);
    message.writeUInt16BE(area.x, offset + 4);
    message.writeUInt16BE(area.y, offset + 6);
    message.writeUInt16BE(area.width, offset + 8);
    message.writeUInt16BE(area.height, offset + 10);
  }
  return message;
}

/**
 * Sets the monitors of a TigerVNC server in the same way as a viewer; the server passes the change to X. Resolves when
 * the server has accepted the monitors. Throws an Error when the server refuses.
 *
 * @param path the path of the server's socket
 */
export async function setMonitors(
  path: string,
  monitors: readonly MonitorGeometry[],
  signal: AbortSignal,
): Promise<void> {
  const socket = connect(path);
  const stop = (): void => void socket.destroy(new Error('no answer of the VNC server'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    await once(socket, 'connect');
    const read = createReader(socket);
    await greetServer(socket, read);
    socket.write(desktopSizeMessage(monitors.map(parseGeometry)));
    socket.write(updateRequest);
    const status = await readRequestStatus(read);
    if (status !== 0) throw new Error(`the VNC server refused the monitors (${status})`);
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
}

type ReadBytes = (length: number) => Promise<Buffer>;

/** Reads exactly the requested number of bytes. */
function createReader(socket: Socket): ReadBytes {
  const bytes = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let unreadBytes = Buffer.alloc(0);
  return async (length) => {
    while (unreadBytes.length < length) {
      const piece = await bytes.next();
      if (piece.done === true) throw new Error('the VNC server hung up');
      unreadBytes = Buffer.concat([unreadBytes, piece.value]);
    }
    const requestedBytes = unreadBytes.subarray(0, length);
    unreadBytes = unreadBytes.subarray(length);
    return requestedBytes;
  };
}

async function greetServer(socket: Socket, read: ReadBytes): Promise<void> {
  await read(12);
  socket.write('RFB 003.008\n');
  await read((await read(1)).readUInt8());
  socket.write(Buffer.from([1])); // security type 1, no password: only this program can reach the socket
  if ((await read(4)).readUInt32BE() !== 0) throw new Error('the VNC server let us not in');
  socket.write(Buffer.from([1])); // a shared connection, which other viewers may also have
  const beginning = await read(24);
  await read(beginning.readUInt32BE(20));
  const encodings = Buffer.alloc(12);
  encodings.writeUInt8(2, 0);
  encodings.writeUInt16BE(2, 2);
  encodings.writeInt32BE(0, 4);
  encodings.writeInt32BE(extendedDesktopSizeType, 8);
  socket.write(encodings);
}

/** Returns the status in the server's answer to the request. The server's first message is the initial layout. */
async function readRequestStatus(read: ReadBytes): Promise<number> {
  for (;;) {
    const type = (await read(1)).readUInt8();
    if (type !== 0) throw new Error(`an unexpected message of the VNC server (${type})`);
    const count = (await read(3)).readUInt16BE(1);
    for (let index = 0; index < count; index += 1) {
      const header = await read(12);
      const [reason, status] = [header.readUInt16BE(0), header.readUInt16BE(2)];
      if (header.readInt32BE(8) !== extendedDesktopSizeType) {
        await read(4 * header.readUInt16BE(4) * header.readUInt16BE(6));
        continue;
      }
      await read(16 * (await read(4)).readUInt8());
      if (reason === 1) return status;
    }
  }
}
