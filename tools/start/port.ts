import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { RefusalError } from '../setup/process.ts';

const host = '127.0.0.1';

/** The ports from `from` on, below `to`. */
interface PortRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The range from which free ports are chosen. It is below the ports that Linux (32768), macOS and Windows (49152)
 * assign to programs that request any port.
 */
export const freePorts: PortRange = { from: 20_000, to: 32_000 };

const givenPorts = new Set<number>();

/**
 * Returns a free port on 127.0.0.1: `wanted` if it is given, otherwise a port of `range` that this process has not
 * returned before. The port after a port of `range` is also free, because the stand-in serves its second window there.
 * Throws a RefusalError if `wanted` is in use or not allowed, or if no port is free.
 */
export async function choosePort(
  wanted: number | null = null,
  range: PortRange = freePorts,
): Promise<number> {
  if (wanted !== null) {
    const code = await tryToListen(wanted);
    if (code === null) return wanted;
    throw new RefusalError(
      code === 'EADDRINUSE' ? `port ${wanted} is in use` : portRefusalText(code),
    );
  }
  let code = 'EADDRINUSE';
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = range.from + 2 * randomInt(Math.floor((range.to - range.from) / 2));
    if (givenPorts.has(port)) continue;
    const taken = (await tryToListen(port)) ?? (await tryToListen(port + 1));
    if (taken === null) {
      givenPorts.add(port);
      return port;
    }
    code = taken;
  }
  throw new RefusalError(portRefusalText(code));
}

const portRefusalText = (code: string): string => `no port on ${host} can be opened (${code})`;

/** Opens the port briefly. Returns the code of the error if opening fails, otherwise null. */
async function tryToListen(port: number): Promise<string | null> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
  server.close();
  await once(server, 'close');
  return null;
}
