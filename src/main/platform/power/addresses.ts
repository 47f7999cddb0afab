import { networkInterfaces } from 'node:os';

/** The addresses of this machine by which it reaches others. */
export const outwardAddresses = (): ReadonlySet<string> =>
  new Set(
    Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      // An address of the link alone is there without a network, too.
      .filter(({ internal, address }) => !internal && !/^(169\.254\.|fe80:)/i.test(address))
      .map(({ address }) => address),
  );
