import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '#services/server.ts';
import type { PostKind } from '#shared/journal/journal.ts';
import type { AppPage } from '../start/page.ts';
import { showView, type Photographer, type Studio } from './studio.ts';
import type { WithBridge } from './views.ts';

/**
 * One post for each state, the oldest first. The app brings the posts into their states by itself, with answers of an
 * embedded posts service.
 */
const posts = {
  deleted: ['Clouds all night', 'Nothing to be seen, and nothing to be told.'],
  deleting: ['A plane, not the station', 'It had red lights. I was too quick.'],
  refused: ['The Milky Way from the balcony', 'Forty seconds are too long without a mount.'],
  accepted: [
    'First light',
    'Clear skies over the **sea**, and the new eyepiece:\n- Saturn’s *rings*\n- the Moon #firstlight',
  ],
  sending: [
    'Station pass: 21:14',
    'overhead:pass/2026-11-20T20:14Z/262,352,58,64\nFrom west to northeast in five minutes. #iss',
  ],
  waiting: ['A halo around the moon', 'Twenty-two degrees, measured by hand.'],
  draft: ['Notes for the meteors of December', 'Warm socks. No moon this year.'],
} as const satisfies Record<PostKind, readonly [title: string, body: string]>;

/** Runs an app whose journal has a post in every state. */
export async function withJournal(
  { folder, signal, startApp }: Studio,
  work: (app: AppPage) => Promise<void>,
): Promise<void> {
  const { startServices } = await import('#services/server.ts');
  const services = await startServices({ scenarios: { picture: { name: 'image' } } });
  try {
    const { apod_url, iss_url, posts_url } = services.urls;
    const own = { picture: apod_url, position: iss_url, posts: posts_url };
    const settings = {
      version: 1,
      services: { source: 'own', own },
      wallpaper: { enabled: false },
    };
    const userDataDir = join(folder, 'journal');
    await mkdir(userDataDir);
    await writeFile(join(userDataDir, 'settings.json'), JSON.stringify(settings));
    const app = await startApp(['--services=own'], userDataDir);
    await writeAll(app, services, signal);
    await work(app);
  } finally {
    await services.stop();
  }
}

export const photographJournal: Photographer = (studio) =>
  withJournal(studio, async (app) => {
    const { page } = app;
    await page.setViewportSize({ width: 1080, height: 1048 });
    await showView(app, 'journal');
    await page.getByText(posts.accepted[0]).first().waitFor();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('everything');
    await page.getByText(posts.deleted[0]).first().waitFor();
    // Move the pointer away, and leave no element with the focus.
    await page.mouse.move(0, 0);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await studio.take(page, 'journal');
  });

/** Brings a post into each state. */
async function writeAll(app: AppPage, services: Services, signal: AbortSignal): Promise<void> {
  const write = (kind: PostKind, publish = true): Promise<string> => {
    const [title, body] = posts[kind];
    return app.page.evaluate(
      async (post) => {
        const id = crypto.randomUUID();
        await (globalThis as WithBridge).overhead?.journal.write({ id, ...post });
        return id;
      },
      { publish, title, body },
    );
  };
  const remove = (id: string): Promise<unknown> =>
    app.page.evaluate((asked) => (globalThis as WithBridge).overhead?.journal.delete(asked), id);
  const waitFor = (kind: PostKind, count: number): Promise<unknown> =>
    app.waitForState(({ journal }) => journal.counts[kind] === count, signal);

  const deleted = await write('deleted');
  const deleting = await write('deleting');
  await waitFor('accepted', 2);
  await remove(deleted);
  await waitFor('deleted', 1);
  await setPostsScenario(services, { name: 'status', code: 422 });
  await write('refused');
  await waitFor('refused', 1);
  await setPostsScenario(services, []);
  await write('accepted');
  await waitFor('accepted', 2);
  // The service stops answering here: one request keeps running, and the others wait.
  await setPostsScenario(services, { name: 'slow-headers', seconds: 3600 });
  await write('sending');
  await waitFor('sending', 1);
  await remove(deleting);
  await write('waiting');
  await write('draft', false);
  await waitFor('draft', 1);
}

/** Sets the scenario of the posts service; an empty list: none. */
async function setPostsScenario({ urls }: Services, scenario: unknown): Promise<void> {
  const answer = await fetch(`${urls.control_url}/scenarios/posts`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${urls.control_token}` },
    body: JSON.stringify(scenario),
  });
  if (!answer.ok) throw new Error(`the scenario was not taken: ${await answer.text()}`);
}
