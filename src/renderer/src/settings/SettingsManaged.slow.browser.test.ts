import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { managedKeys } from '#shared/settings/table.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import type { AppState } from '#shared/state.ts';
import { findViolations } from '#renderer-test/axe.ts';
import { textContaining } from '#renderer-test/containing.ts';
import { openApp } from '#renderer-test/open.ts';
import { appState } from '#renderer-test/states.ts';

const byAdministrator = textContaining('Set by your administrator');
const place = '/etc/overhead/settings.json';
const { services, wallpaper } = defaultSettings;
const withLocked = (locked: AppState['managed']['locked'], proxy: string | null = null) =>
  appState({
    managed: { place, locked, problem: null },
    services: { source: 'own', simulated: false },
    settings: { ...defaultSettings, services: { ...services, source: 'own', proxy } },
    update: { status: 'idle', checkedAt: null },
  });

describe('settings of the administrator', () => {
  it.each([
    ['services', 'combobox', 'Services to use'],
    ['services', 'textbox', 'Picture service'],
    ['services', 'textbox', 'Position service'],
    ['services', 'textbox', 'Posts service'],
    ['services', 'textbox', 'Proxy'],
    ['wallpaper', 'textbox', 'Space for pictures'],
  ] as const)('are disabled, with the reason: %s, %s %s', async (section, role, name) => {
    await openApp(`settings/${section}`, withLocked([...managedKeys]));
    const control = page.getByRole(role, { name, exact: true });
    await expect.element(control).toBeDisabled();
    await expect.element(control).toHaveAccessibleDescription(byAdministrator);
    expect(await findViolations()).toEqual([]);
  });

  it.each([
    ['wallpaper', 'Set each new picture as the wallpaper'],
    ['updates', 'Look for updates once a day'],
  ])('ignore a click on their switch: %s, %s', async (section, name) => {
    const main = await openApp(`settings/${section}`, withLocked([...managedKeys]));
    const control = page.getByRole('switch', { name });
    await expect.element(control).toHaveAttribute('aria-disabled', 'true');
    await expect.element(control).toHaveAccessibleDescription(byAdministrator);
    await control.click({ force: true });
    expect(main.calls).toEqual([]);
  });

  it('leave other settings enabled, even in the same section', async () => {
    const proxy = 'http://proxy.example.org:3128';
    const main = await openApp('settings/services', withLocked(['services.proxy'], proxy));
    const field = page.getByRole('textbox', { name: 'Proxy', exact: true });
    await expect.element(field).toHaveValue(proxy);
    await expect.element(field).toBeDisabled();
    await expect.element(page.getByRole('button', { name: 'Save' })).toHaveLength(1);
    const posts = page.getByRole('textbox', { name: 'Posts service', exact: true });
    await posts.fill('http://127.0.0.1:9');
    await page.getByRole('button', { name: 'Use these addresses' }).click();
    const own = { ...services.own, posts: 'http://127.0.0.1:9' };
    expect(main.calls).toEqual([
      { channel: 'settings.change', input: { services: { source: 'own', own, proxy } } },
    ]);
  });

  it('hide the button that would set the wallpaper every day', async () => {
    const settings = { ...defaultSettings, wallpaper: { ...wallpaper, enabled: false } };
    const name = 'Set as wallpaper every day';
    const main = await openApp('today', appState({ settings }));
    const offer = page.getByRole('button', { name });
    await expect.element(offer).toBeVisible();
    const managed = { place, locked: ['wallpaper.enabled' as const], problem: null };
    main.tell(appState({ revision: 2, settings, managed }));
    await expect.element(offer).not.toBeInTheDocument();
  });

  it('are found by a search for “administrator”', async () => {
    await openApp('settings', withLocked(['services.proxy']));
    await page.getByRole('searchbox', { name: 'Search the settings' }).fill('administrator');
    await expect.element(page.getByText('1 setting found')).toBeVisible();
  });
});
