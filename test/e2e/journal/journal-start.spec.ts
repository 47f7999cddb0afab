import type { Bridge } from '#shared/contract.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import type { AppPage } from '#tools/start/page.ts';
import { expect, limit } from '../support/fixtures.ts';
import { sharedTest } from '../support/shared.ts';

type WithBridge = typeof globalThis & { readonly overhead?: Bridge };

const show = ({ page }: AppPage, view: string): Promise<void> =>
  page.evaluate((name) => {
    location.hash = name;
  }, view);
/** Does something that publishes a post; returns this post once the service has accepted it. */
async function published(window: AppPage, publish: () => Promise<void>) {
  const { accepted } = (await window.state()).journal.counts;
  await publish();
  await window.waitForState(({ journal }) => journal.counts.accepted === accepted + 1, limit());
  const [post] = await window.posts();
  return post;
}

sharedTest('starts a post with the data of the next pass of the station', async ({ app }) => {
  const window = app.main;
  const { page } = window;
  const observer = { latitude: 51.48, longitude: 0, altitude: 0 };
  await page.evaluate((change) => (globalThis as WithBridge).overhead?.settings.change(change), {
    station: { ...defaultSettings.station, observer },
  });
  await window.waitForState(({ station }) => station.passes.length > 0, limit());
  await show(window, 'journal');
  await page.getByRole('button', { name: 'New post' }).click();
  await page.getByRole('button', { name: /^Next pass: / }).click();
  await expect(page.getByRole('textbox', { name: 'Text' })).toBeFocused();
  await page.keyboard.type('I was on the roof.');
  const post = await published(window, () => page.keyboard.press('Control+Enter'));
  expect(post?.titleStart).toMatch(/^Station pass: /);
  expect(post?.bodyStart).toMatch(
    /^overhead:pass\/.+Demo data: .+Appears: .+; highest: .+; disappears: .+I was on the roof\.$/s,
  );
});

sharedTest('starts a post with the title of today’s picture', async ({ app }) => {
  const window = app.main;
  const { page } = window;
  const { picture } = await window.state();
  await show(window, 'journal');
  await page.getByRole('button', { name: 'New post' }).click();
  await page.getByRole('button', { name: 'Today’s picture' }).click();
  await page.keyboard.type('I saw it too.');
  const post = await published(window, () => page.keyboard.press('Control+Enter'));
  expect(post?.titleStart).toBe(picture.last?.record.title);
  expect(post?.bodyStart).toContain('I saw it too.');
});

sharedTest(
  'edits and publishes a pasted text of one megabyte, and stores every character',
  async ({ app }) => {
    const window = app.main;
    const { page } = window;
    const text = `${'Clear sky from dusk on, all night.\n'.repeat(28_000)}✨`;
    await show(window, 'journal');
    await page.getByRole('button', { name: 'New post' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('A long night');
    await page.evaluate((long) => {
      const source = document.body.appendChild(document.createElement('textarea'));
      source.value = long;
      source.select();
      source.id = 'source';
    }, text);
    await page.keyboard.press('Control+c');
    await page.evaluate(() => document.querySelector('#source')?.remove());
    await page.getByRole('textbox', { name: 'Text' }).focus();
    await page.keyboard.press('Control+v');
    await page.keyboard.type('The end.');
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('The beginning. ');
    await expect(page.getByRole('textbox', { name: 'Text' })).toHaveAccessibleDescription(
      /Part 1 of/,
    );
    await expect(page.getByRole('group', { name: 'Post' })).toHaveText('Draft saved.');
    const post = await published(window, () => page.keyboard.press('Control+Enter'));
    const savedText = await page.evaluate(
      (id) => (globalThis as WithBridge).overhead?.journal.get(id),
      post?.id ?? '',
    );
    const body = savedText?.ok === true ? savedText.value.body : '';
    expect(body === `The beginning. ${text}The end.`).toBe(true);
  },
);
