import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fail } from '#shared/failure.ts';
import { openApp } from '#renderer-test/open.ts';
import { knownStation } from '#renderer-test/station-states.ts';
import { appState } from '#renderer-test/states.ts';

const knownState = () => appState({ station: knownStation() });
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('the calendar file', () => {
  it('is opened in the calendar app for one pass, or saved if there is no app', async () => {
    const state = knownState();
    const main = await openApp('station', state, { calendar: 'no-app' });
    await button('Add to calendar').click();
    const pass = state.station.passes.find(({ visible }) => visible);
    const input = { what: 'pass', peak: pass?.peak.t };
    await expect.poll(() => main.calls.at(-1)).toEqual({ channel: 'station.openCalendar', input });
    await expect.element(page.getByText(/No app opened/).first()).toBeVisible();
    await button('Save…').click();
    await expect
      .poll(() => main.calls.at(-1))
      .toEqual({ channel: 'station.exportCalendar', input });
  });

  it('is saved for all passes, and can be opened from the toast', async () => {
    const main = await openApp('station', knownState());
    await button('Save to calendar file').click();
    await expect
      .poll(() => main.calls.at(-1))
      .toEqual({ channel: 'station.exportCalendar', input: { what: 'all' } });
    await expect.element(page.getByText(/The calendar file is saved/).first()).toBeVisible();
    await button('Open').click();
    await expect
      .poll(() => main.calls.at(-1))
      .toEqual({ channel: 'station.openCalendar', input: { what: 'saved' } });
    await expect
      .element(page.getByText('Handed to the system’s calendar app.').first())
      .toBeVisible();
  });

  it('is not saved without passes, and shows why saving failed', async () => {
    const nothing = await openApp('station', knownState(), {
      command: Promise.resolve(fail({ kind: 'not-found' })),
    });
    await button('Add to calendar').click();
    await expect.element(page.getByText(/There is nothing to save/).first()).toBeVisible();
    await nothing.unmount();
    await openApp('station', knownState(), {
      command: Promise.resolve(fail({ kind: 'storage', code: 'ENOSPC' })),
    });
    await button('Add to calendar').click();
    await expect.element(page.getByText(/disk is full/).first()).toBeVisible();
  });
});

describe('the calendar file that is kept up to date', () => {
  const withFile = (calendarFile: ReturnType<typeof knownStation>['calendarFile'], revision = 1) =>
    appState({ revision, station: knownStation({ calendarFile }) });
  const row = () => page.getByRole('group', { name: 'Calendar file kept up to date' });

  it('does not exist at first, and is chosen in a dialog', async () => {
    const main = await openApp('settings/station', withFile(null));
    await expect.element(row().getByText(/other calendar apps can subscribe/)).toBeVisible();
    await expect.element(button('Stop updating')).not.toBeInTheDocument();
    await button('Choose file…').click();
    await expect
      .poll(() => main.calls.at(-1))
      .toEqual({ channel: 'station.keepCalendar', input: true });
    await expect.element(page.getByText(/kept up to date from now on/).first()).toBeVisible();
  });

  it('shows its path, its last write and its last failure, and is no longer updated on request', async () => {
    const path = '/home/a/station.ics';
    const main = await openApp(
      'settings/station',
      withFile({ path, writtenAt: Date.now(), failure: null }),
    );
    await expect.element(row().getByText(/station\.ics\. Last written: \d/)).toBeVisible();
    await button('Stop updating').click();
    await expect.poll(() => main.calls.at(-1)?.input).toBe(false);
    await expect.element(page.getByText(/no longer updated/).first()).toBeVisible();
    const failure = { kind: 'storage', code: 'EACCES' } as const;
    main.tell(withFile({ path, writtenAt: null, failure }, 2));
    await expect
      .element(row().getByText(/could not be written\. .* tried again when the forecast changes/))
      .toBeVisible();
  });
});
