import { expect, test } from '../support/fixtures.ts';

test(
  'opens an empty form on each “New post…” in the tray, and saves a half-written post as a draft',
  { tag: '@main' },
  async ({ start }) => {
    const app = await start({ args: ['--hidden'] });
    const tray = await app.tray();
    const newPost = () => tray.click('New post…');
    await newPost();
    const window = await app.window();
    const { page } = window;
    const title = page.getByRole('textbox', { name: 'Title' });
    await expect(title).toBeFocused();
    await title.fill('Half written');
    await newPost();
    await expect(title).toHaveValue('');
    await expect(title).toBeFocused();
    await expect
      .poll(async () => (await window.posts()).map((post) => [post.titleStart, post.state.kind]))
      .toEqual([['Half written', 'draft']]);
  },
);
