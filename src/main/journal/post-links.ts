import type { Handlers } from '#shared/contract.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { JournalPost } from '#shared/journal/journal.ts';

interface PostLinkOptions {
  readonly get: (id: string) => Result<JournalPost>;
  readonly openLinkOrCopy: (address: string) => Promise<'opened' | 'copied'>;
}

/** The command for a click on a link in a post: opens the link, or copies it if the app does not open its host. */
export const createPostLinks = ({
  get,
  openLinkOrCopy,
}: PostLinkOptions): Pick<Handlers['journal'], 'openLink'> => ({
  async openLink({ id, href }) {
    // Open only links that the post has, so that a compromised page cannot open others.
    const post = get(id);
    if (!post.ok) return post;
    const isLink = /^https?:\/\//.test(href) && post.value.body.includes(href);
    return isLink ? ok(await openLinkOrCopy(href)) : fail({ kind: 'not-found' });
  },
});
