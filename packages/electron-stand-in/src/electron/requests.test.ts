import { describe, expect, it } from 'vitest';
import { fromPageUrl, toPageUrl } from './requests.ts';

const isOwn = (scheme: string): boolean => scheme === 'fixture';

describe('the address of a page', () => {
  it.each([
    ['fixture://app/', 'https://app.fixture.invalid/'],
    ['fixture://app', 'https://app.fixture.invalid'],
    ['fixture://app/a.png?b=1#c', 'https://app.fixture.invalid/a.png?b=1#c'],
  ])('is mapped from %s to %s, and back', (own, mapped) => {
    expect(toPageUrl(own, isOwn)).toBe(mapped);
    expect(fromPageUrl(mapped, isOwn)).toBe(own);
  });

  it.each([
    'https://example.org/',
    'https://app.other.invalid/',
    'https://app.fixture.invalid.example.org/',
    'http://app.fixture.invalid/',
    'other://app/',
    'x-fixture://app/',
    'https://example.org/?https://app.fixture.invalid/',
    'data:text/html,x',
  ])('is not changed if it does not belong to the app: %s', (url) => {
    expect(toPageUrl(url, isOwn)).toBe(url);
    expect(fromPageUrl(url, isOwn)).toBe(url);
  });
});
