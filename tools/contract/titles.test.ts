import { expect, it } from 'vitest';
import { titlesOf } from './titles.ts';

it('titlesOf finds the titles of tests, each after the titles of its groups, with or without a condition', () => {
  const text = `
    describe('a', () => {
      it('one', async () => {});
      ifit(process.platform === 'linux')('two', () => { it.skip('in it', () => {}); });
      ifdescribe(isThere('x', 1))('b', () => { it(\`three \${x}\`, () => {}); });
      expect(git('no', 'title'));
    });`;
  expect(titlesOf(text)).toEqual(['a › one', 'a › two', 'a › in it', 'a › b › three ${x}']);
});
