import { describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/failure.ts';
import { journalPost, postId } from '#test/support/journal-posts.ts';
import { createPostLinks } from './post-links.ts';

const body = 'See https://nasa.gov/iss and [this](https://shop.example/x) or javascript:alert(1)';

/** Clicks on a link of the post with this id. Returns the answer, and the addresses that were opened or copied. */
async function follow(href: string, id = postId(1)) {
  const used: string[] = [];
  const { openLink } = createPostLinks({
    get: (wanted) =>
      wanted === postId(1) ? ok(journalPost(1, { body })) : fail({ kind: 'not-found' }),
    openLinkOrCopy(address) {
      used.push(address);
      return Promise.resolve('copied');
    },
  });
  return { answer: await openLink({ id, href }, 1), used };
}

describe('openLink', () => {
  it.each(['https://nasa.gov/iss', 'https://shop.example/x'])(
    'opens or copies a link in the post: %s',
    async (href) => expect(await follow(href)).toEqual({ answer: ok('copied'), used: [href] }),
  );

  it.each([
    ['an address that the post does not have', 'https://nasa.gov/other', postId(1)],
    ['a text of the post that is no web address', 'javascript:alert(1)', postId(1)],
    ['a link of another post', 'https://nasa.gov/iss', postId(2)],
  ])('does nothing with %s', async (_what, href, id) => {
    const answer = fail({ kind: 'not-found' });
    expect(await follow(href, id)).toEqual({ answer, used: [] });
  });
});
