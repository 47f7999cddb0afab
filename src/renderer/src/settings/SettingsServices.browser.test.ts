import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import { fail } from '#shared/failure.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { textContaining } from '#renderer-test/containing.ts';
import { openApp } from '#renderer-test/open.ts';
import { appState } from '#renderer-test/states.ts';
import App from '../app/App.svelte';

const choice = page.getByRole('combobox', { name: 'Services to use' });
const button = (name: string) => page.getByRole('button', { name });
const address = (name: string) => page.getByRole('textbox', { name: `${name} service` });
const simulated = appState({ services: { source: 'embedded', simulated: true } });

describe('a change of services', () => {
  it('sends nothing until the user applies the change', async () => {
    const main = await openApp('settings/services', simulated);
    await choice.selectOptions('own');
    await expect.element(choice).toHaveValue('own');
    await expect.element(page.getByText(textContaining('Nothing has changed yet.'))).toBeVisible();
    await expect
      .element(page.getByText(textContaining('The demo pictures and your favorites')))
      .toBeVisible();
    await address('Picture').fill('http://127.0.0.1:8001');
    await address('Position').fill('http://127.0.0.1:8002');
    await address('Posts').fill('http://127.0.0.1:8003');
    expect(main.calls).toEqual([]);

    await button('Use these addresses').click();
    const own = {
      picture: 'http://127.0.0.1:8001',
      position: 'http://127.0.0.1:8002',
      posts: 'http://127.0.0.1:8003',
    };
    const services = { ...defaultSettings.services, source: 'own', own };
    expect(main.calls).toEqual([{ channel: 'settings.change', input: { services } }]);
  });

  it('is not applied while an address is invalid, and marks the invalid field', async () => {
    const main = await openApp('settings/services', simulated);
    await choice.selectOptions('own');
    await address('Posts').fill('not an address');
    await expect
      .element(button('Use these addresses'))
      .toHaveAttribute('data-variant', 'secondary');
    await button('Use these addresses').click();
    await expect.element(address('Posts')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(address('Picture')).not.toHaveAttribute('aria-invalid');
    await expect
      .element(address('Posts'))
      .toHaveAccessibleDescription(textContaining('An address begins with http:// or https://'));
    expect(main.calls).toEqual([]);
  });

  it('can be undone with Undo', async () => {
    const main = await openApp('settings/services', appState());
    await choice.selectOptions('own');
    await button('Use these addresses').click();
    await button('Undo').click();
    const { services } = defaultSettings;
    expect(main.calls).toEqual([
      { channel: 'settings.change', input: { services: { ...services, source: 'own' } } },
      { channel: 'settings.change', input: { services } },
    ]);
  });

  it('tests only the given address', async () => {
    const main = await openApp('settings/services', simulated);
    await choice.selectOptions('own');
    await address('Position').fill('http://127.0.0.1:8002');
    await button('Test: Position service').click();
    await expect
      .element(page.getByRole('main').getByText('It answers as it should.'))
      .toBeVisible();
    expect(main.calls).toEqual([
      {
        channel: 'settings.test',
        input: { service: 'position', url: 'http://127.0.0.1:8002' },
      },
    ]);
  });

  it('reports that a different service answers at a tested address', async () => {
    const command = Promise.resolve(fail({ kind: 'not-found' }));
    await openApp('settings/services', simulated, { command });
    await choice.selectOptions('own');
    await button('Test: Picture service').click();
    await expect
      .element(
        page.getByRole('main').getByText('Something answers there, but it is not this service.'),
      )
      .toBeVisible();
  });

  it('is not suggested after a failed test, until the address changes', async () => {
    const command = Promise.resolve(fail({ kind: 'not-found' }));
    await openApp('settings/services', simulated, { command });
    await choice.selectOptions('own');
    const use = button('Use these addresses');
    await expect.element(use).toHaveAttribute('data-variant', 'primary');
    await button('Test: Picture service').click();
    await expect.element(use).toHaveAttribute('data-variant', 'secondary');
    await address('Picture').fill('http://127.0.0.1:8001');
    await expect.element(use).toHaveAttribute('data-variant', 'primary');
  });

  it('is discarded on Cancel', async () => {
    const main = await openApp('settings/services', simulated);
    await choice.selectOptions('live');
    await expect.element(button('Use the real services')).toBeVisible();
    await button('Cancel').click();
    await expect.element(choice).toHaveValue('embedded');
    await expect
      .element(page.getByText(textContaining('Nothing has changed yet.')))
      .not.toBeInTheDocument();
    await choice.selectOptions('own');
    await address('Posts').fill('http://127.0.0.1:8003');
    await button('Cancel').click();
    await choice.selectOptions('own');
    await expect.element(address('Posts')).toHaveValue(defaultSettings.services.own.posts);
    expect(main.calls).toEqual([]);
  });

  it('leaves the same section open when the window is created again', async () => {
    const main = await openApp('settings/services', appState());
    await choice.selectOptions('own');
    await button('Use these addresses').click();
    expect(main.calls.map(({ channel }) => channel)).toEqual(['settings.change']);
    await main.unmount();
    await render(App, { props: { bridge: main.bridge } });
    const heading = page.getByRole('heading', { name: 'Services' });
    await expect.element(heading).toBeInViewport();
    await expect.element(page.getByRole('region', { name: 'Services' })).toHaveFocus();
  });
});
