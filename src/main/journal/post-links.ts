import type { Handlers } from '#shared/contract.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { JournalPost } from '#shared/journal/journal.ts';

interface PostLinkOptions {
  readonly get: (id: string) => Result<JournalPost>;
  /** Opens an address in the browser. False if the app does not open that address, or if there is no browser. */
  readonly open: (address: string) => Promise<boolean>;
  readonly copyText: (text: string) => Promise<void>;
}

/** The command for a click on a link in a post: opens the link, or copies it if the app does not open its host. */
export const createPostLinks = ({
  get,
  open,
  copyText,
}: PostLinkOptions): Pick<Handlers['journal'], 'openLink'> => ({
  async openLink({ id, href }) {
    // Open only links that the post has, so that a compromised page cannot open others.
    const post = get(id);
    if (!post.ok) return post;
    if (!/^https?:\/\//.test(href) || !post.value.body.includes(href))
      return fail({ kind: 'not-found' });
    if (await open(href)) return ok('opened');
    await copyText(href);
    return ok('copied');
  },
});
