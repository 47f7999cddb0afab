import { expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import { open } from '../../test/open.ts';
import { appState } from '../../test/states.ts';
import App from '../app/App.svelte';

it('a page that comes after a change of services begins at them', async () => {
  const main = await open('settings', appState());
  const choice = page.getByRole('combobox', { name: 'Which services' });
  await choice.selectOptions('own');
  expect(main.calls.map(({ channel }) => channel)).toEqual(['settings.change']);
  await main.unmount();
  await render(App, { props: { bridge: main.bridge } });
  const heading = page.getByRole('heading', { name: 'Services' });
  await expect.element(heading).toBeInViewport();
  await expect.element(page.getByRole('region', { name: 'Services' })).toHaveFocus();
  await expect.poll(() => location.hash).toBe('#settings');
});
