import type { LookupFunction } from 'node:net';
import { createSecureContext } from 'node:tls';
import { describe, expect, it, vi } from 'vitest';
import * as undici from 'undici';
import { isNonPublicLiteral, isPublicAddress, publicConnector } from './addresses.ts';
import { AddressRefusedError } from './failures.ts';

describe('isPublicAddress', () => {
  it.each([
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.1',
    '192.169.0.1',
    '2606:4700::1111',
    '[2a00:1450:4001::8]',
    '64:ff9b::808:808',
    '64:ff9b::8.8.8.8',
    '[64:FF9B:0:0:0:0:808:808]',
    '64:ff9b::8000:1',
    '64:ff9b::c000:100',
  ])('accepts %s', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.1.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '[::1]',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::192.168.1.1',
    '64:ff9b::',
    '64:ff9b::1',
    '64:ff9b:1::808:808',
    '64:ff9b::1:808:808',
    '2001:db8::1',
    '2001::1',
    '2002:7f00:1::',
    '64:ff9b::808',
    '2a00:[1450::8',
    '2a00:1450]::8',
    'localhost',
    '127.1',
    '',
  ])('refuses %s', (address) => expect(isPublicAddress(address)).toBe(false));

  it('refuses a megabyte of percent signs in one pass', () => {
    expect(isPublicAddress(`${'%'.repeat(2 ** 20)}\n`)).toBe(false);
  });
});

describe('a range that is not public', () => {
  // Each row: the first and the last address of a range, and the public addresses before and after the range.
  it.each([
    ['0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
    ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
    ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
    ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
    ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
    ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
    ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
    ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
    ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
    ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
    ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
    ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
    ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
    ['224.0.0.0', '255.255.255.255', '223.255.255.255', null],
    ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff::', '2001:200::'],
    ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff::', '2001:db9::'],
    ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff:ffff::', '2003::'],
    ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff::', '3fff:1000::'],
    ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:ffff::', null],
  ])('goes from %s to %s', (first, last, before, after) => {
    expect([first, last].map(isPublicAddress)).toEqual([false, false]);
    for (const beside of [before, after])
      if (beside !== null) expect(isPublicAddress(beside)).toBe(true);
  });
});

it.each([
  ['10.0.0.1', true],
  ['[::1]', true],
  ['::1', true],
  ['8.8.8.8', false],
  ['[2a00:1450:4001::8]', false],
  ['localhost', false],
  ['example.org', false],
  ['::[1', false],
  ['::]1', false],
])('isNonPublicLiteral(%s) is %s', (hostname, isRefused) => {
  expect(isNonPublicLiteral(hostname)).toBe(isRefused);
});

describe('publicConnector', () => {
  /** A connector on a double of undici, with the options of the connections and with its lookup. */
  function rig(resolve?: LookupFunction) {
    const connections: unknown[] = [];
    const lookups: LookupFunction[] = [];
    const buildConnector = (options: { lookup: LookupFunction }) => {
      lookups.push(options.lookup);
      return (one: { hostname: string }) => connections.push(one.hostname);
    };
    const connect = publicConnector({ buildConnector } as never, 1_000, resolve);
    /** The arguments of the callback of a lookup. */
    function look(): unknown[] {
      const done = vi.fn();
      lookups[0]?.('pictures.test', {}, done);
      return done.mock.calls[0] ?? [];
    }
    return { connect, connections, look };
  }

  it('connects to a name and to a public literal address', () => {
    const { connect, connections } = rig();
    const hosts = ['pictures.test', '8.8.8.8', '[2a00:1450:4001::8]'];
    for (const hostname of hosts)
      connect({ hostname, protocol: 'https:', port: '443' }, () => undefined);
    expect(connections).toEqual(hosts);
  });
  it('connects with the time limit and the certificates, and without HTTP/2', () => {
    const buildConnector = vi.fn(() => () => undefined);
    const secureContext = createSecureContext();
    publicConnector({ buildConnector }, 1_000, undefined, { secureContext });
    expect(buildConnector.mock.calls).toMatchObject([
      [{ secureContext, timeout: 1_000, allowH2: false }],
    ]);
  });

  it.each([['8.8.8.8'], [[{ address: '8.8.8.8', family: 4 }]]])(
    'passes on the public addresses %j',
    (found) => {
      expect(rig((_name, _options, done) => done(null, found, 4)).look()).toEqual([null, found, 4]);
    },
  );

  it('refuses an address that is not public, and passes on the error of a lookup', () => {
    const [refusal] = rig((_name, _options, done) => done(null, '127.0.0.1', 4)).look();
    expect(refusal).toBeInstanceOf(AddressRefusedError);
    const error = new Error('ENOTFOUND');
    const lookup: LookupFunction = (_name, _options, done) => done(error, undefined as never);
    expect(rig(lookup).look()[0]).toBe(error);
  });

  it.each(['127.0.0.1', '[::1]'])(
    'refuses the literal address %s, after the call',
    async (hostname) => {
      const connect = publicConnector(undici, 1_000);
      const failures: unknown[] = [];
      connect(
        { hostname, protocol: 'http:', port: '1' },
        (...[failed]) => void failures.push(failed),
      );
      expect(failures).toEqual([]);
      await new Promise(setImmediate);
      expect(failures).toEqual([expect.any(AddressRefusedError)]);
    },
  );

  it('refuses a name when one of its addresses is not public', async () => {
    const connect = publicConnector(undici, 1_000, (_name, _options, done) =>
      done(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '2606:4700::1111', family: 6 },
      ]),
    );
    const server = { hostname: 'pictures.test', protocol: 'http:', port: '1' };
    const error = await new Promise((resolve) => connect(server, (...[failed]) => resolve(failed)));
    expect(error).toBeInstanceOf(AddressRefusedError);
  });
});
