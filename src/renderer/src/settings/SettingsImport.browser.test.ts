import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fail } from '#shared/failure.ts';
import { defaultSettings, type Settings } from '#shared/settings/settings.ts';
import type { SettingsImport } from '#shared/settings/settings-import.ts';
import { findViolations } from '#renderer-test/axe.ts';
import { openApp } from '#renderer-test/open.ts';
import { appState } from '#renderer-test/states.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const cells = () =>
  page
    .getByRole('dialog')
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent.trim()));

const theme = { theme: 'light' } as const;
const importable: Extract<SettingsImport, { kind: 'importable' }> = {
  kind: 'importable',
  file: 'mine.json',
  change: theme,
  changes: [
    { key: 'theme', from: 'system', to: 'light' },
    { key: 'wallpaper.caption', from: false, to: true },
    { key: 'station.alerts.quiet', from: { from: 1380, to: 420 }, to: null },
    { key: 'services.proxy', from: null, to: 'http://proxy:3128' },
    { key: 'picture.keepMiB', from: 954, to: 9537 },
  ],
  managed: [],
  commands: false,
};
const showing = (settingsImport: SettingsImport) =>
  openApp('settings/data', appState(), { settingsImport });

describe('the import of settings', () => {
  it('lists the current and the new value of each changed setting, and imports only on Import', async () => {
    const main = await showing(importable);
    await button('Import…').click();
    await expect.element(page.getByText('5 settings change with “mine.json”.')).toBeVisible();
    expect(cells()).toEqual([
      ['Appearance', 'Same as the system', 'Light'],
      ['Caption on the wallpaper', 'Off', 'On'],
      ['Quiet hours', expect.stringMatching(/^(23:00|11:00\sPM) – /), 'Off'],
      ['Proxy', 'None', 'http://proxy:3128'],
      ['Space for pictures', '1\u00a0GB', '10\u00a0GB'],
    ]);
    expect(await findViolations()).toEqual([]);
    expect(main.calls).toEqual([]);

    await button('Import').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(main.calls.at(-1)).toEqual({ channel: 'settings.change', input: theme });
  });

  it('undoes only the import on Undo', async () => {
    const main = await showing(importable);
    await button('Import…').click();
    await button('Import').click();
    const settings: Settings = { ...defaultSettings, theme: 'light', nightMode: false };
    main.tell(appState({ revision: 2, settings }));
    await button('Undo').click();
    expect(main.calls.at(-1)).toEqual({
      channel: 'settings.change',
      input: { theme: defaultSettings.theme },
    });
  });

  it('changes nothing on Cancel', async () => {
    const main = await showing(importable);
    await button('Import…').click();
    await button('Cancel').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(button('Import…')).toHaveFocus();
    expect(main.calls).toEqual([]);
  });

  it('lists the settings and commands that are not imported', async () => {
    await showing({
      ...importable,
      managed: ['services.proxy', 'picture.keepMiB'],
      commands: true,
    });
    await button('Import…').click();
    await expect
      .element(page.getByText(/^The commands in the file are not imported/))
      .toBeVisible();
    await expect
      .element(
        page.getByText(
          'Your administrator has set these, and they stay: Proxy, Space for pictures.',
        ),
      )
      .toBeVisible();
  });

  it('offers no import when nothing would change', async () => {
    await showing({ ...importable, change: {}, changes: [] });
    await button('Import…').click();
    await expect.element(page.getByText(/^“mine.json” has the settings/)).toBeVisible();
    await expect.element(button('Import')).not.toBeInTheDocument();
  });

  it.each<[Extract<SettingsImport, { kind: 'unusable' }>['reason'], string]>([
    ['unreadable', '“a.json” cannot be read.'],
    ['no-settings', '“a.json” is not a settings file of Overhead.'],
    ['newer', '“a.json” is from a newer version of Overhead. Update Overhead first.'],
    ['invalid', '“a.json” has values that Overhead does not know: Appearance, station.'],
  ])('explains why a file cannot be imported: %s', async (reason, words) => {
    await showing({ kind: 'unusable', file: 'a.json', reason, keys: ['theme', 'station'] });
    await button('Import…').click();
    await expect.element(page.getByText(words)).toBeVisible();
    expect(await findViolations()).toEqual([]);
    await button('Close').click();
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  });

  it('stays open and shows the reason when main refuses the settings', async () => {
    const command = Promise.resolve(fail({ kind: 'managed' }));
    await openApp('settings/data', appState(), { settingsImport: importable, command });
    await button('Import…').click();
    await button('Import').click();
    await expect
      .element(
        page
          .getByRole('dialog')
          .getByText(/^The settings were not imported\./)
          .first(),
      )
      .toBeVisible();
  });
});
