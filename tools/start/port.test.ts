import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { RefusalError } from '../setup/process.ts';
import { choosePort } from './port.ts';

async function listen(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test('choosePort returns a port that can be listened on', async () => {
  const port = await choosePort();
  expect(await listen(port)).toBe(port);
});

test('choosePort refuses a requested port that is in use', async () => {
  const taken = await listen(0);
  await expect(choosePort(taken)).rejects.toThrow(new RefusalError(`port ${taken} is in use`));
});

test('choosePort never returns a port that is in use or was returned before', async () => {
  const range = { from: 19_000, to: 19_006 };
  // The port after a chosen port must be free, too, for the stand-in: 19002 is not chosen.
  await listen(19_003);
  const given = [await choosePort(null, range), await choosePort(null, range)];
  expect(given.sort()).toEqual([19_000, 19_004]);
  await expect(choosePort(null, range)).rejects.toThrow(RefusalError);
});
