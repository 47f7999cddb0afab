import { describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/failure.ts';
import { journalPost, postId } from '#test/support/journal-posts.ts';
import { createPostLinks } from './post-links.ts';

const body = 'See https://nasa.gov/iss and [this](https://shop.example/x) or javascript:alert(1)';

/** Opens a link of the post with this id, and returns the result. */
async function follow(href: string, id = postId(1)) {
  const opened: string[] = [];
  const copied: string[] = [];
  const { openLink } = createPostLinks({
    get: (wanted) =>
      wanted === postId(1) ? ok(journalPost(1, { body })) : fail({ kind: 'not-found' }),
    open(address) {
      const isKnown = address.startsWith('https://nasa.gov/');
      if (isKnown) opened.push(address);
      return Promise.resolve(isKnown);
    },
    copyText(text) {
      copied.push(text);
      return Promise.resolve();
    },
  });
  return { answer: await openLink({ id, href }, 1), opened, copied };
}

describe('openLink', () => {
  it('opens a link in the post if the host of the link is known', async () => {
    const href = 'https://nasa.gov/iss';
    expect(await follow(href)).toEqual({ answer: ok('opened'), opened: [href], copied: [] });
  });

  it('copies a link in the post if the host of the link is unknown', async () => {
    const href = 'https://shop.example/x';
    expect(await follow(href)).toEqual({ answer: ok('copied'), opened: [], copied: [href] });
  });

  it.each([
    ['an address that the post does not have', 'https://nasa.gov/other', postId(1)],
    ['a text of the post that is no web address', 'javascript:alert(1)', postId(1)],
    ['a link of another post', 'https://nasa.gov/iss', postId(2)],
  ])('does nothing with %s', async (_what, href, id) => {
    const answer = fail({ kind: 'not-found' });
    expect(await follow(href, id)).toEqual({ answer, opened: [], copied: [] });
  });
});
