import { expect, it } from 'vitest';
import { contentId } from './content-id.ts';

it('contentId is a UUID of version 8 with digits of the SHA-256 of the text', () => {
  // FIPS 180-2, appendix B.1: the SHA-256 of “abc” is ba7816bf 8f01cfea 414140de 5dae2223 b00361a3 …
  expect(contentId('abc')).toBe('ba7816bf-8f01-8fea-8141-40de5dae2223');
});
