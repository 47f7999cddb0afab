import { describe, expect, it } from 'vitest';
import { isPublicAddress, publicConnector } from './addresses.ts';
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
  ])('takes %s', (address) => expect(isPublicAddress(address)).toBe(true));

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
    'localhost',
    '127.1',
    '',
  ])('refuses %s', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('publicConnector', () => {
  it('refuses a name when one of its addresses is not public', async () => {
    const connect = publicConnector(1_000, (_name, _options, done) =>
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
