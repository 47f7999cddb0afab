import { expect } from '../support/fixtures.ts';
import { sharedTest } from '../support/shared.ts';

sharedTest(
  'opens an empty form on each “New post…” in the tray, and saves a half-written post as a draft',
  { tag: '@main' },
  async ({ app }) => {
    const tray = await app.tray();
    const newPost = () => tray.click('New post…');
    await newPost();
    const { page } = app.main;
    const title = page.getByRole('textbox', { name: 'Title' });
    await expect(title).toBeFocused();
    await title.fill('Half written');
    await newPost();
    await expect(title).toHaveValue('');
    await expect(title).toBeFocused();
    await expect
      .poll(async () => (await app.main.posts()).map((post) => [post.titleStart, post.state.kind]))
      .toContainEqual(['Half written', 'draft']);
  },
);
