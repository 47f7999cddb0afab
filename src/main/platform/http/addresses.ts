import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import type { tlsOptions } from './certificates.ts';
import { AddressRefusedError } from './failures.ts';
import type { Undici } from './proxy.ts';

const nonPublicNets4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

// The ranges within 2000::/3 that are not public: IETF protocols (including Teredo), documentation, 6to4.
const nonPublicNets6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

/** The lists are made when the first address is checked, because making them takes some milliseconds. */
const makeLists = () => {
  const refusedNets = new BlockList();
  for (const [net, prefix] of nonPublicNets4) refusedNets.addSubnet(net, prefix, 'ipv4');
  for (const [net, prefix] of nonPublicNets6) refusedNets.addSubnet(net, prefix, 'ipv6');
  const globalUnicast = new BlockList();
  globalUnicast.addSubnet('2000::', 3, 'ipv6');
  /** NAT64: the last 32 bits are an IPv4 address (RFC 6052). */
  const translatedNets = new BlockList();
  translatedNets.addSubnet('64:ff9b::', 96, 'ipv6');
  return { refused: refusedNets, globalUnicast, translated: translatedNets };
};
let lists: ReturnType<typeof makeLists> | null = null;

/**
 * Whether an IP address is on the public internet. False for loopback, private, link-local, unique local, shared,
 * multicast and documentation addresses, for IPv4 addresses in an IPv6 form other than NAT64, and for any other text.
 */
export function isPublicAddress(address: string): boolean {
  const plainAddress = address.replace(/^\[|\]$/g, '').replace(/%.*/s, '');
  const { refused, globalUnicast, translated } = (lists ??= makeLists());
  switch (isIP(plainAddress)) {
    case 4:
      return !refused.check(plainAddress, 'ipv4');
    case 6:
      if (translated.check(plainAddress, 'ipv6'))
        return isPublicAddress(embeddedAddress(plainAddress));
      return globalUnicast.check(plainAddress, 'ipv6') && !refused.check(plainAddress, 'ipv6');
    default:
      return false;
  }
}

/** Whether the host of a URL is an IP address that is not on the public internet. */
export const isNonPublicLiteral = (hostname: string): boolean =>
  isIP(hostname.replace(/^\[|\]$/g, '')) > 0 && !isPublicAddress(hostname);

/** The IPv4 address in the last 32 bits of an IPv6 address. */
function embeddedAddress(address: string): string {
  // A URL normalises the address: the result has no dots, and `::` in place of the longest run of zeros.
  const { hostname } = new URL(`http://[${address}]`);
  const [, right = ''] = hostname.slice(1, -1).split('::');
  const [high = 0, low = 0] = ['0', '0', ...right.split(':')]
    .slice(-2)
    .map((group) => parseInt(`0${group}`, 16));
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

/**
 * Opens connections to public addresses only. Checks the addresses that the lookup returned for this connection: a
 * separate lookup could return other addresses (DNS rebinding).
 */
export function publicConnector(
  undici: Pick<Undici, 'buildConnector'>,
  timeoutMs: number,
  resolve: LookupFunction = systemLookup,
  tls: ReturnType<typeof tlsOptions> = {},
): buildConnector.connector {
  const connect = undici.buildConnector({
    ...tls,
    timeout: timeoutMs,
    allowH2: false,
    lookup: (hostname, options, callback) =>
      resolve(hostname, options, (error, result, family) => {
        // After an error, `result` is undefined, although its type excludes that.
        if (error === null) {
          const addresses =
            typeof result === 'string' ? [result] : result.map((one) => one.address);
          if (!addresses.every(isPublicAddress)) {
            callback(new AddressRefusedError(`${hostname} is not on the public internet`), '');
            return;
          }
        }
        callback(error, result, family);
      }),
  });
  return (options, callback) => {
    // `lookup` is not called for a literal address.
    if (isNonPublicLiteral(options.hostname)) {
      const error = new AddressRefusedError(`${options.hostname} is not on the public internet`);
      process.nextTick(callback, error, null);
    } else {
      connect(options, callback);
    }
  };
}
