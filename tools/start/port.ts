import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Refusal } from '../setup/process.ts';

const host = '127.0.0.1';

/**
 * A port on 127.0.0.1 that nobody listens on: `wanted`, or any.
 * Throws a Refusal when `wanted` is taken or not allowed.
 */
export async function choosePort(wanted: number | null = null): Promise<number> {
  const server = createServer();
  try {
    server.listen(wanted ?? 0, host);
    await once(server, 'listening');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Refusal(
      code === 'EADDRINUSE'
        ? `port ${wanted} is in use`
        : `no port on ${host} can be opened (${code ?? 'unknown'})`,
      { cause },
    );
  }
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
