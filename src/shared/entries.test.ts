import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { isAddress, isApiKey, readAddress } from './entries.ts';
import { baseUrlSchema, newApiKeySchema } from './settings/settings.ts';

describe('readAddress', () => {
  it.each([
    ['http://proxy.example:3128', 'http://proxy.example:3128'],
    [' https://api.example/v1 ', 'https://api.example/v1'],
    ['proxy.corp:3128', 'http://proxy.corp:3128'],
    ['localhost:8080/posts', 'http://localhost:8080/posts'],
    ['127.0.0.1:9', 'http://127.0.0.1:9'],
    ['[::1]:3128', 'http://[::1]:3128'],
  ])('%s is %s', (typed, address) => {
    expect(readAddress(typed)).toBe(address);
  });

  it.each([
    '',
    'proxy.corp',
    'proxy.corp:99999',
    'me:secret@proxy.corp:3128',
    'http://me:secret@proxy.corp:3128',
    'http://a.example/?q=1',
    'proxy.corp:3128/#a',
    'ftp://a.example',
    'javascript:alert(1)',
    'http://a.example/\n/b',
    `http://a.example/${'a'.repeat(2048)}`,
  ])('%j is none', (typed) => {
    expect(readAddress(typed)).toBeNull();
  });

  it('gives only what main takes', () => {
    const typed = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.domain().map((host) => `${host}:3128`),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const address = readAddress(text);
        if (address !== null) expect(baseUrlSchema.parse(address)).toBe(address);
      }),
    );
  });
});

it('the schemas refuse what the rules refuse', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(newApiKeySchema.safeParse(text).success).toBe(isApiKey(text));
      expect(baseUrlSchema.safeParse(text).success).toBe(isAddress(text));
    }),
  );
});
