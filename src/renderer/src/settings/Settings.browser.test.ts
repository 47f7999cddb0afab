// Imported for the type of `cdp()`.
import type {} from '@vitest/browser-playwright';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { addressRule, apiKeyRule } from '#shared/entries.ts';
import { fail } from '#shared/failure.ts';
import { languages } from '#shared/language/language.ts';
import { noPictureChoice } from '#shared/picture/picture.ts';
import { defaultSettings, type Settings, type SettingsChange } from '#shared/settings/settings.ts';
import { sectionIds, settingGroups, settingKeys, settingRows } from '#shared/settings/table.ts';
import { findViolations } from '#renderer-test/axe.ts';
import { textContaining } from '#renderer-test/containing.ts';
import { openApp } from '#renderer-test/open.ts';
import { appState, dayPicture } from '#renderer-test/states.ts';

const button = (name: string) => page.getByRole('button', { name });
const toggle = (name: string) => page.getByRole('switch', { name });
const choice = (name: string) => page.getByRole('combobox', { name });
const field = (name: string) => page.getByRole('textbox', { name });
const section = (name: string) => page.getByRole('region', { name, exact: true });
const search = () => page.getByRole('searchbox', { name: 'Search the settings' });
const link = (name: string) =>
  page.getByRole('navigation', { name: 'Sections of the settings' }).getByRole('link', { name });
const said = (words: string) => page.getByRole('status').filter({ hasText: words });

describe('the sections of the settings', () => {
  it.each(sectionIds)('contain a section with several rows that #settings/%s opens', async (id) => {
    await openApp(`settings/${id}`, appState());
    await expect.poll(() => document.activeElement?.id).toBe(id);
    await expect.element(page.getByRole('heading', { level: 2 })).toBeInViewport();
    expect(page.getByRole('heading', { level: 2 }).elements()).toHaveLength(1);
    const rows = document.querySelectorAll('section:not([hidden]) > .group .setting');
    expect(rows.length).toBeGreaterThan(1);
  });

  it('contain the updates, at the address that the tray opens', async () => {
    const update = { status: 'idle', checkedAt: null } as const;
    await openApp('settings/updates', appState({ update }));
    await expect.element(section('About & updates')).toHaveFocus();
    await expect.element(button('Check for updates')).toBeInViewport();
    await expect.element(link('About & updates')).toHaveAttribute('aria-current', 'page');
  });

  it('open with the first section if the address names none, and do not move the focus', async () => {
    await openApp('settings', appState());
    await expect.element(section('Wallpaper & picture')).toBeVisible();
    await expect.element(link('Wallpaper & picture')).toHaveAttribute('aria-current', 'page');
    await expect.element(section('Data')).not.toBeInTheDocument();
    await expect.element(section('Wallpaper & picture')).not.toHaveFocus();
  });

  it('are listed, take the focus when opened by keyboard, and contain the next tab stop', async () => {
    await openApp('settings', appState());
    (link('Station').element() as HTMLElement).focus();
    await userEvent.tab();
    await expect.element(link('Journal')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(section('Journal')).toHaveFocus();
    await expect.element(link('Journal')).toHaveAttribute('aria-current', 'page');
    await userEvent.tab();
    await expect.element(toggle('Publish posts automatically')).toHaveFocus();
    expect(location.hash).toBe('#settings/journal');
  });

  it('are listed in a select in a small window', async () => {
    await openApp('settings', appState());
    await page.viewport(560, 400);
    await expect.element(link('Services')).not.toBeInTheDocument();
    (choice('Section').element() as HTMLElement).focus();
    await choice('Section').selectOptions('data');
    await expect.element(button('Export…')).toBeVisible();
    await expect.element(choice('Section')).toHaveFocus();
    expect(location.hash).toBe('#settings/data');
    const view = document.querySelector('.settings');
    expect(view?.scrollWidth).toBeLessThanOrEqual(view?.clientWidth ?? 0);
  });

  it('keep typed text while another section is open', async () => {
    await openApp('settings/services', appState());
    await field('Proxy').fill('proxy.corp');
    await link('About & updates').click();
    await expect.element(field('Proxy')).not.toBeInTheDocument();
    await link('Services').click();
    await expect.element(field('Proxy')).toHaveValue('proxy.corp');
  });
});

describe('the search in the settings', () => {
  it('finds a setting by its name, description, section, a unit, a synonym or an everyday word', async () => {
    await openApp('settings', appState());
    for (const [typed, name, count = 1] of [
      ['appearance', 'Appearance'],
      ['autostart', 'Start when you log in'],
      ['light, dark', 'Appearance'],
      ['miles', 'Units'],
      ['notifications', 'Quiet hours', 10],
      // Words in any order, case and accent.
      ['QUOTA nàsa', 'API key of the picture service'],
      ['place', 'Where you are', null],
      ['login', 'Start when you log in', null],
      ['units', 'Units', null],
      ['import', 'Export or import the settings', null],
      ['update', 'Overhead 0.1.0', null],
      ['two monitors', 'Other displays', null],
      ['version', 'Overhead 0.1.0', null],
      ['slideshow', 'Change the picture during the day', null],
      ['launch at startup', 'Start when you log in', null],
      ['the horizon', 'Your horizon', null],
      ['start with my computer', 'Start when you log in', null],
    ] as const) {
      await search().fill(typed);
      if (count !== null)
        await expect
          .element(said(count === 1 ? '1 setting found' : `${count} settings found`))
          .toBeVisible();
      const named = page.getByText(name, { exact: true });
      await expect
        .poll(() => named.elements().some((element) => element.checkVisibility()), {
          message: typed,
        })
        .toBe(true);
    }
  });

  it('shows only the matching rows, with the names of their sections', async () => {
    await openApp('settings', appState());
    await search().fill('quiet');
    await expect.element(said('3 settings found')).toBeVisible();
    const headings = () =>
      page
        .getByRole('heading', { level: 2 })
        .elements()
        .map(({ textContent }) => textContent);
    expect(headings()).toEqual(['Notifications']);
    await expect.element(toggle('Quiet hours')).toBeVisible();
    await expect.element(toggle('When there is a new picture')).not.toBeInTheDocument();
    expect(await findViolations()).toEqual([]);
  });

  it('moves the focus to the first result on Enter, and shows the open section again on Escape', async () => {
    await openApp('settings/data', appState());
    await search().fill('language');
    await userEvent.keyboard('{Enter}');
    await expect.element(choice('Language')).toHaveFocus();
    await search().click();
    await userEvent.keyboard('{Escape}');
    await expect.element(search()).toHaveValue('');
    await expect.element(search()).toHaveFocus();
    await expect.element(section('Data')).toBeVisible();
  });

  it('shows that nothing matches', async () => {
    await openApp('settings', appState());
    await search().fill('teapot');
    await expect
      .element(said('No setting matches “teapot”. Press Escape to see all.'))
      .toBeVisible();
    expect(page.getByRole('heading', { level: 2 }).elements()).toEqual([]);
  });

  it('takes the focus on Ctrl+F', async () => {
    await openApp('settings', appState());
    await expect.element(search()).toBeVisible();
    await userEvent.keyboard('{Control>}f{/Control}');
    await expect.element(search()).toHaveFocus();
  });
});

/** The settings that show each conditional row. */
const everyRow: Settings = {
  ...defaultSettings,
  services: { ...defaultSettings.services, source: 'own' },
  wallpaper: {
    ...defaultSettings.wallpaper,
    caption: true,
    appearance: {
      ...defaultSettings.wallpaper.appearance,
      background: 'colour',
      dimming: 'dark',
    },
    rotation: { ...defaultSettings.wallpaper.rotation, pool: 'archive' },
  },
};

describe('Settings', () => {
  it('shows a row for each setting of a section', async () => {
    const update = { status: 'idle', checkedAt: null } as const;
    const services = { source: 'own', simulated: false } as const;
    await openApp('settings', appState({ settings: everyRow, services, update }));
    await expect.element(search()).toBeVisible();
    const shown = document.querySelector('.content')?.textContent;
    const settings = settingKeys.filter(
      (key) => 'section' in settingGroups[settingRows[key].group] && key !== 'tray.countdown',
    );
    expect(settings.length).toBeGreaterThan(35);
    expect(settings.filter((key) => !shown?.includes(settingRows[key].label()))).toEqual([]);
  });

  it('sends the whole group of a changed setting, and reports that the change is saved', async () => {
    const main = await openApp('settings', appState());
    await toggle('Caption on the wallpaper').click();
    await expect.element(said('Saved')).toBeInTheDocument();
    await choice('On days without a picture').selectOptions('still');
    const { wallpaper, picture } = defaultSettings;
    expect(main.calls).toEqual([
      { channel: 'settings.change', input: { wallpaper: { ...wallpaper, caption: false } } },
      { channel: 'settings.change', input: { picture: { ...picture, withoutPicture: 'still' } } },
    ]);
  });

  it('changes the appearance of the wallpaper, and shows only the fields that apply', async () => {
    const { wallpaper } = defaultSettings;
    const plain = { ...defaultSettings, wallpaper: { ...wallpaper, caption: false } };
    const main = await openApp('settings', appState({ settings: plain }));
    for (const name of ['Corner of the caption', 'What the caption says', 'Background color'])
      expect(page.getByLabelText(name).elements()).toEqual([]);
    const { appearance } = wallpaper;
    const changed = { ...appearance, background: 'colour' as const };
    await choice('Around the picture').selectOptions('colour');
    const settings = {
      ...defaultSettings,
      wallpaper: { ...wallpaper, caption: true, appearance: changed },
    };
    const station = { ...appState().station, observer: null };
    main.tell(appState({ revision: 2, settings, station }));
    const colour = page.getByLabelText('Background color');
    await colour.fill('#102030');
    await choice('Corner of the caption').selectOptions('top-left');
    await choice('Dim the wallpaper').selectOptions('evening');
    const inputs = main.calls.map(({ input }) => input as SettingsChange);
    expect(inputs.map((input) => input.wallpaper?.appearance)).toEqual([
      changed,
      { ...changed, colour: '#102030' },
      { ...changed, corner: 'top-left' },
      { ...changed, dimming: 'evening' },
    ]);
    await expect.element(page.getByText(textContaining('For that, set your place'))).toBeVisible();
    expect(await findViolations()).toEqual([]);
  });

  it('restores the original wallpaper if there is one', async () => {
    const main = await openApp('settings', appState({ ownWallpaper: 'kept' }));
    const restore = button('Restore my wallpaper');
    await restore.click();
    expect(main.calls).toEqual([{ channel: 'wallpaper.restore', input: null }]);
    const back = { to: null, since: dayPicture.record.date };
    main.tell(
      appState({ revision: 2, ownWallpaper: 'shown', choice: { ...noPictureChoice, back } }),
    );
    await expect
      .element(page.getByText(textContaining('Your own wallpaper is back.')))
      .toBeVisible();
    await expect.element(restore).toHaveAttribute('aria-disabled', 'true');
    await restore.click({ force: true });
    expect(main.calls).toHaveLength(1);
    main.tell(appState({ revision: 3, ownWallpaper: 'unknown' }));
    await expect.element(page.getByText('Your previous wallpaper is not known.')).toBeVisible();
  });

  it('says before the first picture and after a restore that Windows Spotlight does not come back', async () => {
    const wallpaper = { ...defaultSettings.wallpaper, enabled: false };
    const settings = { ...defaultSettings, wallpaper };
    const main = await openApp('settings', appState({ ownIsSpotlight: true, settings }));
    const before = page.getByText(textContaining('cannot be started again by an app'));
    await expect.element(before).toBeVisible();
    const kept = { ownWallpaper: 'kept', ownIsSpotlight: true } as const;
    main.tell(appState({ revision: 2, ...kept }));
    await expect.element(before).toBeVisible();
    const choice = { ...noPictureChoice, back: { to: null, since: dayPicture.record.date } };
    main.tell(appState({ revision: 3, ownIsSpotlight: true, choice }));
    await expect
      .element(page.getByText(textContaining('The last picture of Windows Spotlight is back.')))
      .toBeVisible();
    expect(before.elements()).toEqual([]);
  });

  it('restores the value of a setting after main has refused a change', async () => {
    const refused = Promise.resolve(fail({ kind: 'storage', code: 'ENOSPC' }));
    await openApp('settings', appState(), { command: refused });
    const captions = toggle('Caption on the wallpaper');
    await captions.click();
    await expect.element(said('That was not saved. The disk is full.')).toBeInTheDocument();
    await expect.element(captions).toBeChecked();
  });

  it('offers the language of the system, and each language under its own name', async () => {
    const main = await openApp('settings/general', appState());
    const language = choice('Language');
    await expect.element(language).toHaveValue('system');
    const names = [...(language.element() as HTMLSelectElement).options].map(({ text }) => text);
    expect(names).toHaveLength(1 + languages.length);
    expect(names).toEqual(expect.arrayContaining(['Same as the system', 'Español', '日本語']));
    await language.selectOptions('日本語');
    main.tell(
      appState({
        revision: 2,
        settings: { ...defaultSettings, language: 'ja' },
        language: { language: 'ja', formats: 'ja' },
      }),
    );
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('設定');
    await expect.element(choice('言語')).toHaveValue('ja');
    await choice('言語').selectOptions('システムに合わせる');
    expect(main.calls).toEqual([
      { channel: 'settings.change', input: { language: 'ja' } },
      { channel: 'settings.change', input: { language: null } },
    ]);
  });

  it('changes the units and the 12-hour or 24-hour clock independently', async () => {
    const main = await openApp('settings/general', appState());
    await choice('Units').selectOptions('miles');
    await choice('Time of day').selectOptions('24');
    const { formats } = defaultSettings;
    expect(main.calls).toEqual([
      { channel: 'settings.change', input: { formats: { ...formats, units: 'miles' } } },
      { channel: 'settings.change', input: { formats: { ...formats, hours: '24' } } },
    ]);
  });

  it('changes appearance and night mode', async () => {
    const main = await openApp('settings/general', appState());
    await choice('Appearance').selectOptions('dark');
    await toggle('Red night mode').click();
    expect(main.calls).toEqual([
      { channel: 'settings.change', input: { theme: 'dark' } },
      { channel: 'settings.change', input: { nightMode: true } },
    ]);
  });

  it('explains that a restart unlocks a locked API key, and offers to delete the key', async () => {
    await openApp('settings/services', appState({ apiKey: { isSet: false, storage: 'locked' } }));
    await expect
      .element(page.getByText(textContaining('start Overhead again to unlock')))
      .toBeVisible();
    await expect.element(page.getByPlaceholder('locked')).toBeVisible();
    await expect.element(button('Forget…')).toBeVisible();
  });

  it('stores an API key, shows how the key is stored, and never shows the key', async () => {
    const main = await openApp(
      'settings/services',
      appState({ apiKey: { isSet: true, storage: 'plain' } }),
    );
    await expect.element(page.getByText(textContaining('has no keyring'))).toBeVisible();
    const key = page.getByLabelText('API key of the picture service');
    await key.fill('abc123');
    await userEvent.keyboard('{Enter}');
    await expect.element(key).toHaveValue('');
    await button('Forget…').click();
    await button('Forget the key').click();
    expect(main.calls).toEqual([
      { channel: 'settings.setApiKey', input: 'abc123' },
      { channel: 'settings.setApiKey', input: null },
    ]);
  });

  it('shows the rule for API keys beside the field, and sends no invalid key', async () => {
    const main = await openApp('settings/services', appState());
    const key = page.getByLabelText('API key of the picture service');
    await key.fill('two words');
    await userEvent.keyboard('{Enter}');
    await expect.element(key).toHaveAccessibleDescription(textContaining(apiKeyRule()));
    await expect.element(key).toHaveAttribute('aria-invalid', 'true');
    await expect.element(key).toHaveValue('two words');
    await key.fill('one_word');
    await expect.element(key).not.toHaveAttribute('aria-invalid');
    await userEvent.keyboard('{Enter}');
    await expect.element(key).toHaveValue('');
    expect(main.calls).toEqual([{ channel: 'settings.setApiKey', input: 'one_word' }]);
  });

  it('accepts a proxy without http://, and shows the rule beside the field for an invalid address', async () => {
    const main = await openApp('settings/services', appState());
    const proxy = field('Proxy');
    for (const none of ['proxy', 'http://me:secret@proxy.corp:3128']) {
      await proxy.fill(none);
      await userEvent.keyboard('{Enter}');
      await expect.element(proxy).toHaveAccessibleDescription(textContaining(addressRule()));
      await expect.element(section('Services').getByText(addressRule())).toBeInViewport();
      await expect.element(proxy).toHaveValue(none);
      await expect.element(proxy).toHaveAttribute('aria-invalid', 'true');
    }
    await proxy.fill('proxy.corp:3128');
    await userEvent.keyboard('{Enter}');
    await expect.element(proxy).not.toHaveAttribute('aria-invalid');
    const { services } = defaultSettings;
    expect(main.calls).toEqual([
      {
        channel: 'settings.change',
        input: { services: { ...services, proxy: 'http://proxy.corp:3128' } },
      },
    ]);
  });

  it('shows that the command line chose the services, and offers no choice', async () => {
    const services = { source: 'embedded', simulated: true } as const;
    const settings = {
      ...defaultSettings,
      services: { ...defaultSettings.services, source: 'live' as const },
    };
    await openApp(
      'settings/services',
      appState({ launchServices: 'embedded', services, settings }),
    );
    const source = choice('Services to use');
    await expect.element(source).toBeDisabled();
    await expect.element(source).toHaveValue('embedded');
    const words = 'Overhead was started with --services=embedded, which overrides this setting.';
    await expect.element(page.getByText(textContaining(words))).toBeVisible();
  });

  it('shows and accepts disk space in gigabytes of 10⁹ bytes', async () => {
    const main = await openApp('settings', appState());
    const space = field('Space for pictures');
    await expect.element(space).toHaveValue('1');
    for (const none of ['0', '-3', '1000000000', 'much', '1,000', '']) {
      await space.fill(none);
      await userEvent.keyboard('{Tab}');
      await expect.element(space).toHaveAttribute('aria-invalid', 'true');
      await expect.element(space).toHaveValue(none);
      await space.fill('2');
      await userEvent.keyboard('{Tab}');
      await expect.element(space).not.toHaveAttribute('aria-invalid');
    }
    const picture = { ...defaultSettings.picture, keepMiB: 1907 };
    expect(main.calls).toEqual(Array(6).fill({ channel: 'settings.change', input: { picture } }));
  });

  it('accepts a decimal comma', async () => {
    const main = await openApp('settings', appState());
    await field('Space for pictures').fill('1,5');
    await userEvent.keyboard('{Enter}');
    const picture = { ...defaultSettings.picture, keepMiB: 1431 };
    await expect
      .poll(() => main.calls)
      .toEqual([{ channel: 'settings.change', input: { picture } }]);
  });

  it('changes the place in the dialog of the Station view, and restores the previous place on Undo', async () => {
    const before = { ...defaultSettings.station, observer: null };
    const munich = { latitude: 48.14, longitude: 11.58, altitude: null };
    const stateWith = (observer: typeof munich | null) => ({
      settings: { ...defaultSettings, station: { ...before, observer } },
      station: {
        ...appState().station,
        observer:
          observer === null
            ? ({ latitude: 40.7, longitude: -74, altitude: 0, source: 'guess' } as const)
            : ({ ...observer, source: 'settings' } as const),
      },
    });
    const main = await openApp('settings/station', appState(stateWith(null)));
    await expect
      .element(page.getByText(textContaining('guessed from your time zone')))
      .toBeVisible();
    await button('Change place').click();
    expect(await findViolations()).toEqual([]);
    await page.getByRole('combobox', { name: 'Town or coordinates' }).fill('48.14, 11.58');
    await userEvent.keyboard('{Enter}');
    main.tell(appState({ revision: 2, ...stateWith(munich) }));
    await expect.element(page.getByText(textContaining('48.1° N 11.6° E'))).toBeVisible();
    await expect.element(said('Your place is now')).toBeInTheDocument();
    expect(location.hash).toBe('#settings/station');
    await button('Undo').click();
    expect(main.calls).toEqual([
      { channel: 'settings.change', input: { station: { ...before, observer: munich } } },
      { channel: 'settings.change', input: { station: before } },
    ]);
  });

  it('explains that an empty time is not stored', async () => {
    const main = await openApp('settings/notifications', appState());
    const until = page.getByLabelText('Quiet until');
    await until.fill('');
    await userEvent.keyboard('{Tab}');
    await expect
      .element(until)
      .toHaveAccessibleDescription(
        textContaining('Enter a complete time. Until then, 07:00 is used.'),
      );
    expect(main.calls).toEqual([]);
  });

  it('rejects a lead time of an alert beyond the limits, and stores the quiet hours', async () => {
    const main = await openApp('settings/notifications', appState());
    const lead = field('How long before');
    await lead.fill('500');
    await userEvent.keyboard('{Tab}');
    await expect.element(lead).toHaveValue('500');
    await expect.element(lead).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabelText('Quiet until').fill('08:15');
    await userEvent.keyboard('{Tab}');
    const { station } = defaultSettings;
    const alerts = { ...station.alerts, quiet: { from: 1380, to: 495 } };
    expect(main.calls).toEqual([
      { channel: 'settings.change', input: { station: { ...station, alerts } } },
    ]);
  });

  it('pauses and resumes publishing', async () => {
    const main = await openApp('settings/journal', appState());
    await toggle('Publish posts automatically').click();
    main.tell(appState({ revision: 2, journal: { ...appState().journal, paused: true } }));
    await expect.element(toggle('Publish posts automatically')).not.toBeChecked();
    await toggle('Publish posts automatically').click();
    expect(main.calls).toEqual([
      { channel: 'journal.pause', input: true },
      { channel: 'journal.pause', input: false },
    ]);
  });

  it('explains why the app cannot start at login', async () => {
    const main = await openApp('settings/general', appState({ loginItem: 'switched-off' }));
    const login = toggle('Start when you log in');
    await expect
      .element(page.getByText(textContaining('switched off in the settings of your desktop')))
      .toBeVisible();
    await expect.element(login).not.toBeChecked();
    main.tell(appState({ revision: 2, loginItem: 'refused' }));
    await expect
      .element(page.getByText(textContaining('Your desktop did not allow it')))
      .toBeVisible();
    main.tell(appState({ revision: 3, loginItem: 'unsupported' }));
    await expect.element(login).toHaveAttribute('aria-disabled', 'true');
    await login.click({ force: true });
    expect(main.calls).toEqual([]);
  });

  it('resets all settings, and restores them on Undo', async () => {
    const settings = { ...defaultSettings, theme: 'light' as const };
    const main = await openApp('settings/data', appState({ settings }));
    await button('Reset…').click();
    await button('Reset all settings').click();
    main.tell(appState({ revision: 2 }));
    await button('Undo').click();
    expect(main.calls).toEqual([
      { channel: 'settings.reset', input: null },
      { channel: 'settings.change', input: settings },
    ]);
  });

  it('shows the path of the file to which the settings were exported', async () => {
    await openApp('settings/data', appState());
    await button('Export…').click();
    await expect.element(said('Written to /settings.json.')).toBeInTheDocument();
  });

  it.each([
    ['the licenses', 200, 'MIT License'],
    ['that the file of the licenses is missing', 404, 'The file with the licenses is missing.'],
  ])('shows %s', async (_what, status, words) => {
    const asked = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(() => Promise.resolve(new Response('MIT License', { status })));
    try {
      await openApp('settings/about', appState());
      await button('Licenses of Overhead and of all that it contains').click();
      await expect.element(page.getByText(words)).toBeVisible();
      expect(asked).toHaveBeenCalledExactlyOnceWith('/LICENSES.txt');
    } finally {
      asked.mockRestore();
    }
  });

  it('sends a command to open each data source, and reports that the address was copied instead', async () => {
    const main = await openApp('settings/about', appState(), { link: 'copied' });
    await expect.element(page.getByText(textContaining('CC BY 4.0')).first()).toBeVisible();
    for (const name of ['GeoNames', 'Natural Earth']) await button(name).click();
    expect(main.calls).toEqual([
      { channel: 'app.openCredit', input: 'geonames' },
      { channel: 'app.openCredit', input: 'natural-earth' },
    ]);
    await expect.element(said('The address is on the clipboard.')).toBeInTheDocument();
  });

  const release = { version: '1.1.0', notes: '', releasedAt: 1, bytes: 1 };

  it('offers the download page for a release that the user installs, and nothing to download', async () => {
    const update = {
      status: 'available',
      checkedAt: 1,
      release: { ...release, installedBy: 'user' },
    } as const;
    const main = await openApp('settings/updates', appState({ update }), { link: 'copied' });
    await expect.element(page.getByText(textContaining('Version 1.1.0 is out.'))).toBeVisible();
    await expect.element(button('Download 1.1.0')).not.toBeInTheDocument();
    await button('Open the download page').click();
    expect(main.calls).toEqual([{ channel: 'updates.openPage', input: null }]);
    await expect.element(said('The address is on the clipboard.')).toBeInTheDocument();
  });

  it('offers the download of a release that the app installs', async () => {
    const update = {
      status: 'available',
      checkedAt: 1,
      release: { ...release, installedBy: 'app' },
    } as const;
    const main = await openApp('settings/updates', appState({ update }));
    await expect.element(button('Open the download page')).not.toBeInTheDocument();
    await button('Download 1.1.0').click();
    expect(main.calls).toEqual([{ channel: 'updates.download', input: null }]);
  });

  it('reports the file of lost settings, and stores the defaults on request', async () => {
    const file = '/home/a/.config/Overhead/settings.json.unusable-2026-11-20T12-00-00-000Z';
    const settingsReset = { reason: 'unreadable', file, aside: true } as const;
    const main = await openApp('settings', appState({ settingsReset }));
    await expect
      .element(said('The defaults are in use until you change something here.'))
      .toBeInTheDocument();
    const notice = page.getByRole('main').getByText(textContaining('The defaults are in use'));
    await expect.element(notice).toMatchTextContent(`The old file was renamed to ${file}.`);
    await button('Keep the defaults').click();
    expect(main.calls).toEqual([{ channel: 'settings.change', input: {} }]);
    main.tell(appState({ revision: 2, settingsReset: { ...settingsReset, aside: false } }));
    await expect.element(notice).toMatchTextContent(`the next change replaces it: ${file}`);
    main.tell(appState({ revision: 3 }));
    await expect.element(button('Keep the defaults')).not.toBeInTheDocument();
  });
});

it('fills the selected rows of the side bar and of the settings in the light theme with more contrast', async () => {
  const features = [
    { name: 'prefers-color-scheme', value: 'light' },
    { name: 'prefers-contrast', value: 'more' },
  ];
  await cdp().send('Emulation.setEmulatedMedia', { features });
  onTestFinished(async () => {
    await cdp().send('Emulation.setEmulatedMedia', { features: [] });
  });
  await openApp('settings', appState());
  await expect.poll(() => document.querySelectorAll('a[aria-current]').length).toBe(2);
  for (const row of document.querySelectorAll('a[aria-current]')) {
    const { backgroundColor } = getComputedStyle(row);
    expect(backgroundColor).not.toBe(getComputedStyle(document.body).backgroundColor);
  }
});
