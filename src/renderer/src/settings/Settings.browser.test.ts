import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { addressRule, apiKeyRule } from '#shared/entries.ts';
import { fail } from '#shared/failure.ts';
import { noChoice } from '#shared/picture/picture.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { containing } from '../../test/containing.ts';
import { open } from '../../test/open.ts';
import { appState, dayPicture } from '../../test/states.ts';

const button = (name: string) => page.getByRole('button', { name });
const toggle = (name: string) => page.getByRole('switch', { name });
const choice = (name: string) => page.getByRole('combobox', { name });

describe('Settings', () => {
  it('sends the whole group that something was changed in', async () => {
    const main = await open('settings', appState());
    await toggle('Title and credit on the wallpaper').click();
    await choice('On days without a picture').selectOptions('still');
    await choice('Appearance').selectOptions('dark');
    const { wallpaper, picture } = defaultSettings;
    expect(main.calls).toEqual([
      { channel: 'settings.change', input: { wallpaper: { ...wallpaper, caption: true } } },
      { channel: 'settings.change', input: { picture: { ...picture, withoutPicture: 'still' } } },
      { channel: 'settings.change', input: { theme: 'dark' } },
    ]);
  });

  it('restores the own wallpaper where there is one to restore', async () => {
    const main = await open('settings', appState({ ownWallpaper: 'kept' }));
    const restore = button('Restore my wallpaper');
    await restore.click();
    expect(main.calls).toEqual([{ channel: 'picture.restoreWallpaper', input: null }]);
    const back = { to: null, since: dayPicture.record.date };
    main.tell(appState({ revision: 2, choice: { ...noChoice, back } }));
    await expect.element(page.getByText(containing('Your own wallpaper is back.'))).toBeVisible();
    await expect.element(restore).toHaveAttribute('aria-disabled', 'true');
    await restore.click({ force: true });
    expect(main.calls).toHaveLength(1);
    main.tell(appState({ revision: 3, ownWallpaper: 'unknown' }));
    await expect
      .element(page.getByText('Your desktop did not say what it showed before.'))
      .toBeVisible();
  });

  it('shows what main says, also when it refused', async () => {
    const refused = Promise.resolve(fail({ kind: 'storage', code: 'ENOSPC' }));
    await open('settings', appState(), { command: refused });
    const captions = toggle('Title and credit on the wallpaper');
    await captions.click();
    await expect.element(page.getByText('That was not taken: the disk is full.')).toBeVisible();
    await expect.element(captions).not.toBeChecked();
  });

  it('says that a locked API key is opened by a restart, and lets it be forgotten', async () => {
    await open('settings', appState({ apiKey: { isSet: false, kept: 'locked' } }));
    await expect.element(page.getByText(containing('start the app again to unlock'))).toBeVisible();
    await expect.element(page.getByPlaceholder('locked')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Forget…' })).toBeVisible();
  });

  it('takes a key, says how it is kept, and never shows it', async () => {
    const main = await open('settings', appState({ apiKey: { isSet: true, kept: 'plain' } }));
    await expect.element(page.getByText(containing('has no keyring'))).toBeVisible();
    const field = page.getByLabelText('API key of the picture service').first();
    await field.fill('abc123');
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue('');
    await button('Forget…').click();
    await button('Forget the key').click();
    expect(main.calls).toEqual([
      { channel: 'settings.setApiKey', input: 'abc123' },
      { channel: 'settings.setApiKey', input: null },
    ]);
  });

  it('says beside the field which keys there are, and sends no other', async () => {
    const main = await open('settings', appState());
    const field = page.getByLabelText('API key of the picture service').first();
    await field.fill('two words');
    await userEvent.keyboard('{Enter}');
    const said = page.getByRole('status', { name: 'API key of the picture service' });
    await expect.element(said).toMatchTextContent(apiKeyRule);
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill('one_word');
    await expect.poll(() => said.element().textContent).toBe('');
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue('');
    expect(main.calls).toEqual([{ channel: 'settings.setApiKey', input: 'one_word' }]);
  });

  it('takes a proxy as people type one, and says beside the field what is none', async () => {
    const main = await open('settings', appState());
    const field = page.getByRole('textbox', { name: 'Proxy' });
    const said = page.getByRole('status', { name: 'Proxy' });
    for (const none of ['proxy', 'http://me:secret@proxy.corp:3128']) {
      await field.fill(none);
      await userEvent.keyboard('{Enter}');
      await expect.element(said).toMatchTextContent(addressRule);
      await expect.element(said).toBeInViewport();
      await expect.element(field).toHaveValue(none);
      await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    }
    await field.fill('proxy.corp:3128');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => said.element().textContent).toBe('');
    const { services } = defaultSettings;
    expect(main.calls).toEqual([
      {
        channel: 'settings.change',
        input: { services: { ...services, proxy: 'http://proxy.corp:3128' } },
      },
    ]);
  });

  it('says that the command line chose the services, and offers no choice', async () => {
    const services = { source: 'embedded', simulated: true } as const;
    const settings = {
      ...defaultSettings,
      services: { ...defaultSettings.services, source: 'live' as const },
    };
    await open('settings', appState({ launchServices: 'embedded', services, settings }));
    const source = choice('Which services');
    await expect.element(source).toBeDisabled();
    await expect.element(source).toHaveValue('embedded');
    const words = 'This run was started with --services=embedded, which goes before this setting.';
    await expect.element(page.getByText(containing(words))).toBeVisible();
  });

  it('counts the space on the disk in the gigabytes of the archive', async () => {
    const main = await open('settings', appState());
    const field = page.getByRole('textbox', { name: 'Space on the disk' });
    const said = page.getByRole('status', { name: 'Space on the disk' });
    await expect.element(field).toHaveValue('1');
    const range = 'Space on the disk must be a number from 0.1 to 1000. Until then it is 1.';
    for (const [none, words] of [
      ['0', range],
      ['-3', range],
      ['1000000000', range],
      ['much', range],
      ['1,000', 'The comma can be read in two ways. Write 1000 or 1. Until then it is 1.'],
      ['', 'Space on the disk is missing. Until then it is 1.'],
    ] as const) {
      await field.fill(none);
      await userEvent.keyboard('{Tab}');
      await expect.element(said).toMatchTextContent(words);
      await expect.element(field).toHaveValue(none);
      await field.fill('2');
      await userEvent.keyboard('{Tab}');
      await expect.poll(() => said.element().textContent).toBe('');
    }
    const picture = { ...defaultSettings.picture, keepMiB: 1907 };
    expect(main.calls).toEqual(Array(6).fill({ channel: 'settings.change', input: { picture } }));
  });

  it('takes a decimal comma', async () => {
    const main = await open('settings', appState());
    const field = page.getByRole('textbox', { name: 'Space on the disk' });
    await field.fill('1,5');
    await userEvent.keyboard('{Enter}');
    const picture = { ...defaultSettings.picture, keepMiB: 1431 };
    await expect
      .poll(() => main.calls)
      .toEqual([{ channel: 'settings.change', input: { picture } }]);
  });

  it('says what a guess of the place found, and takes it back', async () => {
    const typed = { latitude: 52.52, longitude: 13.4, altitude: 34 };
    const before = { ...defaultSettings.station, observer: typed };
    const stateWith = (observer: typeof typed | null) => ({
      settings: { ...defaultSettings, station: { ...before, observer } },
      station: {
        ...appState().station,
        observer:
          observer === null
            ? ({ latitude: 40.7, longitude: -74, altitude: 0, source: 'guess' } as const)
            : ({ ...observer, source: 'settings' } as const),
      },
    });
    const main = await open('settings', appState(stateWith(typed)));
    await button('Guess again').click();
    main.tell(appState({ revision: 2, ...stateWith(null) }));
    await expect
      .element(page.getByRole('status', { name: 'Where you look from' }))
      .toMatchTextContent('The time zone of this computer gives 40.7° N 74.0° W.');
    await button('Undo').click();
    expect(main.calls).toEqual([
      { channel: 'settings.change', input: { station: { ...before, observer: null } } },
      { channel: 'settings.change', input: { station: before } },
    ]);
  });

  it('says that an emptied time is not taken', async () => {
    const main = await open('settings', appState());
    await page.getByLabelText('Quiet until').fill('');
    await userEvent.keyboard('{Tab}');
    await expect
      .element(page.getByRole('status', { name: 'From and until' }))
      .toMatchTextContent('Enter a whole time. Until then it is 07:00.');
    expect(main.calls).toEqual([]);
  });

  it('tests own addresses before they are used', async () => {
    const services = { ...defaultSettings.services, source: 'own' } as const;
    const settings = { ...defaultSettings, services };
    const main = await open('settings', appState({ settings }));
    const field = page.getByRole('textbox', { name: 'Posts service' });
    await field.fill('http://127.0.0.1:9/');
    await button('Test').nth(2).click();
    await expect.element(page.getByText('It answers as it should.')).toBeVisible();
    await button('Use these addresses').click();
    expect(main.calls).toEqual([
      { channel: 'settings.test', input: { service: 'posts', url: 'http://127.0.0.1:9/' } },
      {
        channel: 'settings.change',
        input: {
          services: { ...services, own: { ...services.own, posts: 'http://127.0.0.1:9/' } },
        },
      },
    ]);
  });

  it('keeps to the limits of alerts and quiet hours', async () => {
    const main = await open('settings', appState());
    const lead = page.getByRole('textbox', { name: 'How long before' });
    await lead.fill('500');
    await userEvent.keyboard('{Tab}');
    await expect.element(lead).toHaveValue('500');
    await expect
      .element(page.getByRole('status', { name: 'How long before' }))
      .toMatchTextContent(
        'How long before must be a whole number from 0 to 120. Until then it is 10.',
      );
    await page.getByLabelText('Quiet until').fill('08:15');
    await userEvent.keyboard('{Tab}');
    const { alerts } = defaultSettings.station;
    expect(main.calls).toEqual([
      {
        channel: 'settings.change',
        input: {
          station: { observer: null, alerts: { ...alerts, quiet: { from: 1380, to: 495 } } },
        },
      },
    ]);
  });

  it('says why it cannot start at login', async () => {
    const main = await open('settings', appState({ loginItem: 'switched-off' }));
    await expect
      .element(page.getByText(containing('You switched it off in the settings of your desktop')))
      .toBeVisible();
    await expect.element(toggle('Start when you log in')).not.toBeChecked();
    main.tell(appState({ revision: 2, loginItem: 'refused' }));
    await expect.element(page.getByText(containing('Your desktop did not allow it'))).toBeVisible();
    await expect.element(toggle('Start when you log in')).toBeEnabled();
  });

  it('says that the file was lost and where it is, and takes the defaults for an answer', async () => {
    const file = '/home/a/.config/Overhead/settings.json.unusable-2026-11-20T12-00-00-000Z';
    const settingsReset = { reason: 'unreadable', file, aside: true } as const;
    const main = await open('settings', appState({ settingsReset }));
    const words = 'The settings could not be read. The defaults are in use until you change';
    const notice = page.getByRole('status').filter({ hasText: words });
    await expect.element(notice).toMatchTextContent(`The old file is kept as ${file}.`);
    await button('Keep the defaults').click();
    expect(main.calls).toEqual([{ channel: 'settings.change', input: {} }]);
    main.tell(appState({ revision: 2, settingsReset: { ...settingsReset, aside: false } }));
    await expect.element(notice).toMatchTextContent(`the next change takes its place, ${file}.`);
    main.tell(appState({ revision: 3 }));
    await expect.element(button('Keep the defaults')).not.toBeInTheDocument();
  });
});
