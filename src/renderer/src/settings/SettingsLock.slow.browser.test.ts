import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { defaultSettings } from '#shared/settings/settings.ts';
import type { AppState } from '#shared/state.ts';
import { findViolations } from '#renderer-test/axe.ts';
import { textContaining } from '#renderer-test/containing.ts';
import { openApp } from '#renderer-test/open.ts';
import { appState } from '#renderer-test/states.ts';

const toggle = () => page.getByRole('switch', { name: 'Also on the lock screen' });
const { wallpaper } = defaultSettings;
const withLock = (lockScreen: AppState['lockScreen'], wanted = false) =>
  appState({
    lockScreen,
    settings: { ...defaultSettings, wallpaper: { ...wallpaper, lockScreen: wanted } },
  });

describe('the setting of the lock screen', () => {
  it('is off until the user switches it on', async () => {
    const main = await openApp('settings', withLock({ offer: 'offered', failure: null }));
    await expect.element(toggle()).not.toBeChecked();
    await expect
      .element(toggle())
      .toHaveAccessibleDescription(textContaining('get your own picture'));
    await toggle().click();
    expect(main.calls).toEqual([
      { channel: 'settings.change', input: { wallpaper: { ...wallpaper, lockScreen: true } } },
    ]);
    expect(await findViolations()).toEqual([]);
  });

  it.each([
    ['follows', true, 'shows the wallpaper by itself'],
    ['sandboxed', false, 'A Flatpak or a Snap cannot'],
    ['none', false, 'On this desktop Overhead cannot'],
  ] as const)(
    'explains why the setting cannot be switched on: %s',
    async (offer, isChecked, why) => {
      // The setting was switched on in a session of another desktop.
      const main = await openApp('settings', withLock({ offer, failure: null }, true));
      await expect.element(toggle()).toHaveAccessibleDescription(textContaining(why));
      await expect.element(toggle()).toHaveAttribute('aria-disabled', 'true');
      expect((toggle().element() as HTMLInputElement).checked).toBe(isChecked);
      await toggle().click({ force: true });
      expect(main.calls).toEqual([]);
    },
  );

  it.each([
    ['not-set', 'did not accept the picture'],
    ['not-restored', 'could not be put back'],
  ] as const)('shows why the last change of the lock screen failed: %s', async (failure, words) => {
    await openApp('settings', withLock({ offer: 'offered', failure }, true));
    await expect.element(toggle()).toHaveAccessibleDescription(textContaining(words));
  });
});
