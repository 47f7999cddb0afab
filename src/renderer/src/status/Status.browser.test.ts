import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fail } from '#shared/failure.ts';
import { idleRemote } from '#shared/remote.ts';
import type { Activity } from '#shared/state.ts';
import { reportParts, reportText } from '#shared/report/report-parts.ts';
import type { Report } from '#shared/report/report-schema.ts';
import { zeroPostCounts } from '#shared/journal/journal.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { findViolations } from '#renderer-test/axe.ts';
import { textContaining } from '#renderer-test/containing.ts';
import { openApp } from '#renderer-test/open.ts';
import { toasts } from '#renderer/ui/toast.svelte.ts';
import {
  appState,
  failingActivity,
  journalOf,
  post,
  quietActivity,
  waitingState,
} from '#renderer-test/states.ts';

const main = () => page.getByRole('main');
const button = (name: string) => main().getByRole('button', { name });
const card = (name: string) => main().getByRole('region', { name });
const statusMessage = (words: string) => page.getByRole('status').filter({ hasText: words });

describe('the Status view', () => {
  it('shows the state of the app in one sentence, and that of each service in a card', async () => {
    const activities = { picture: failingActivity, position: quietActivity, posts: quietActivity };
    const quota = { limit: 50, remaining: 12, at: Date.now() };
    const failure = failingActivity.lastFailure?.failure ?? null;
    const providers = [
      {
        ...({ name: 'legacy', failure, failedAt: Date.now() - 1000 } as const),
        notBefore: Date.now() + 3_600_000,
        answeredAt: null,
      },
    ];
    await openApp('status', appState({ activities, supply: { providers, quota, download: null } }));
    await expect
      .element(main().getByText(textContaining('The picture service does not work at the moment')))
      .toBeVisible();
    const picture = card('Picture');
    await expect.element(picture).toMatchTextContent('Does not work');
    await expect.element(picture).toMatchTextContent('The pictures that are here stay');
    await expect.element(card('Station')).toMatchTextContent('Works');
    expect(picture.getByText(textContaining('12 of 50 requests left')).elements()).toEqual([]);
    await picture.getByRole('button', { name: 'Details' }).click();
    await expect.element(picture.getByText(textContaining('12 of 50 requests left'))).toBeVisible();
    await expect.element(picture.getByText(textContaining('Next check:'))).toBeVisible();
    await card('Journal').getByRole('button', { name: 'Details' }).click();
    await expect.element(card('Journal').getByText('none since the start')).toBeVisible();
  });

  it('extends only the card whose details are opened', async () => {
    await openApp('status', appState());
    const bottoms = (): number[] =>
      ['Picture', 'Station', 'Journal'].map(
        (name) =>
          card(name).element().querySelector('.details')?.getBoundingClientRect().bottom ?? NaN,
      );
    await expect.element(card('Picture').getByRole('button', { name: 'Details' })).toBeVisible();
    const [picture = NaN, ...others] = bottoms();
    await card('Picture').getByRole('button', { name: 'Details' }).click();
    await expect.element(card('Picture').getByText('Last failure')).toBeVisible();
    const [openPicture, ...openOthers] = bottoms();
    expect(openPicture).toBeGreaterThan(picture + 20);
    expect(openOthers).toEqual(others);
  });

  it('checks all services, and shows the result of each on its card, without a toast', async () => {
    const posts: Activity = { ...quietActivity, next: { at: null, reason: 'posts-none' } };
    const position: Activity = {
      ...quietActivity,
      next: { at: Date.now() + 60_000, reason: 'station-known' },
    };
    const double = await openApp(
      'status',
      appState({ activities: { picture: quietActivity, position, posts } }),
    );
    await button('Check now').click();
    await expect.element(statusMessage('All services are being checked.')).toBeInTheDocument();
    expect(double.calls).toEqual([{ channel: 'app.check', input: null }]);
    await expect.element(card('Picture')).toMatchTextContent('Being asked…');
    await expect.element(card('Journal')).toMatchTextContent('Not checked: nothing to do.');

    const answered = { ...position, lastSuccessAt: Date.now() };
    double.tell(
      appState({ revision: 2, activities: { picture: quietActivity, position: answered, posts } }),
    );
    await expect.element(card('Station')).toMatchTextContent('Answered: ');
    await expect.element(card('Picture')).toMatchTextContent('Being asked…');

    double.tell(
      appState({
        revision: 3,
        activities: { picture: failingActivity, position: answered, posts },
      }),
    );
    await expect.element(card('Picture')).toMatchTextContent('Failed: ');
    expect(toasts.shown).toBeNull();
  });

  it('mentions the saved pictures only if there are some', async () => {
    const activities = { picture: failingActivity, position: quietActivity, posts: quietActivity };
    const double = await openApp('status', appState({ activities }));
    const kept = 'The pictures that are here stay';
    await expect.element(card('Picture')).toMatchTextContent(kept);
    double.tell(appState({ revision: 2, activities, picture: idleRemote }));
    await expect.element(card('Picture')).toMatchTextContent('No picture is saved yet');
    await expect.element(card('Picture')).not.toMatchTextContent(kept);
  });

  it('pauses the app, and offers to resume it', async () => {
    const double = await openApp('status', appState());
    await button('Pause').click();
    await page.getByRole('menuitem', { name: 'For 1 hour' }).click();
    double.tell(appState({ revision: 2, suspension: { paused: 'indefinite', power: 'awake' } }));
    await expect.element(main().getByText(textContaining('No service is asked.'))).toBeVisible();
    await expect.element(button('Check now')).not.toBeInTheDocument();
    await button('Resume').click();
    expect(double.calls).toEqual([
      { channel: 'app.pause', input: 'hour' },
      { channel: 'app.pause', input: null },
    ]);
  });

  it('shows the problems that the user must solve, and links to them', async () => {
    const counts = { ...zeroPostCounts, refused: 1 };
    await openApp('status', appState({ journal: journalOf([], { counts }) }));
    await expect.element(card('Journal')).toMatchTextContent('Needs attention');
    await expect
      .element(main().getByText(textContaining('Change what was refused, or try it again.')))
      .toBeVisible();
    await button('Open the journal').click();
    await expect.poll(() => location.hash).toBe('#journal');
  });

  it('links from a refused API key to the field for the key', async () => {
    const failure = { kind: 'key-refused' } as const;
    const picture = { ...failingActivity, lastFailure: { at: Date.now(), firstAt: 0, failure } };
    const activities = { picture, position: quietActivity, posts: quietActivity };
    await openApp('status', appState({ activities, apiKey: { isSet: false, storage: null } }));
    await button('Enter an API key').click();
    await expect.element(page.getByLabelText('API key of the picture service')).toBeVisible();
  });

  it('shows each problem that the user must solve only once', async () => {
    const settingsReset = { reason: 'newer', file: '/aside', aside: true } as const;
    await openApp(
      'status',
      appState({ settingsReset, journal: journalOf([], { durable: false }) }),
    );
    await expect.element(main().getByText('2 things need attention.')).toBeVisible();
    for (const words of [
      'The settings are from a newer version of Overhead',
      'The disk does not store what you write',
    ])
      expect(main().getByText(textContaining(words)).elements()).toHaveLength(1);
  });

  it('says that a part of the app is missing, and what to do, when Windows cannot be called', async () => {
    const wallpaper = {
      ...({ kind: 'failed', date: '2026-11-21', at: 0, retryAt: null } as const),
      ...({ backend: 'windows', detail: 'no koffi.node', why: 'module-missing' } as const),
    };
    const settings = {
      ...defaultSettings,
      wallpaper: { ...defaultSettings.wallpaper, enabled: true },
    };
    await openApp('status', appState({ wallpaper, settings }));
    for (const words of [
      'The wallpaper was not set',
      'A part of Overhead is missing or blocked, for example by a virus scanner. Install Overhead again.',
    ])
      await expect.element(main().getByText(textContaining(words)).first()).toBeVisible();
    expect(await findViolations()).toEqual([]);
  });

  it('publishes the waiting posts', async () => {
    const journal = journalOf([post('One', waitingState)]);
    const double = await openApp('status', appState({ journal }));
    await card('Journal').getByRole('button', { name: 'Send now' }).click();
    expect(double.calls).toEqual([{ channel: 'journal.publish', input: null }]);
    double.tell(appState({ revision: 2 }));
    await expect.element(button('Send now')).not.toBeInTheDocument();
  });

  it('disables “Send now” until the time that the posts service named', async () => {
    const next = { at: Date.now() + 3_600_000, reason: 'retrying', held: true } as const;
    const activities = {
      picture: quietActivity,
      position: quietActivity,
      posts: { ...failingActivity, next },
    };
    const journal = journalOf([post('One', waitingState)]);
    const double = await openApp('status', appState({ journal, activities }));
    const publish = card('Journal').getByRole('button', { name: 'Send now' });
    await expect.element(publish).toHaveAttribute('aria-disabled', 'true');
    await expect
      .element(publish)
      .toHaveAttribute('aria-description', expect.stringMatching(/^Not sent yet/));
    await publish.click({ force: true });
    expect(double.calls).toEqual([]);
  });

  it('reports in “System” that Chromium runs without its sandbox', async () => {
    const double = await openApp('status', appState({ sandboxed: false }));
    const line = page.getByText(textContaining('Chromium runs without its sandbox, because'));
    await expect.element(line).not.toBeInTheDocument();
    await page.getByText('System', { exact: true }).click();
    await expect.element(line).toBeVisible();
    double.tell(appState({ revision: 2 }));
    await expect.element(line).not.toBeInTheDocument();
  });

  it('shows the log and stack traces on request, and copies the whole log', async () => {
    const log = ['10:00 one', '10:01 error: x', '    at f (a.js:1)'];
    const double = await openApp('status', appState(), { log });
    const lines = page.getByRole('log', { name: 'The last lines of the log' });
    await expect.element(button('Log')).toHaveAttribute('aria-expanded', 'false');
    await expect.element(lines).not.toBeInTheDocument();
    await button('Log').click();
    await expect.poll(() => lines.element().textContent).toBe('10:00 one\n10:01 error: x');
    await main().getByRole('checkbox', { name: 'Show the technical details of errors' }).click();
    await expect.poll(() => lines.element().textContent).toBe(log.join('\n'));
    await button('Copy the log').click();
    await expect.element(statusMessage('The log is on the clipboard.')).toBeInTheDocument();
    expect(double.calls).toEqual([{ channel: 'app.copyText', input: log.join('\n') }]);
  });

  it('shows the facts of the system on request', async () => {
    await openApp('status', appState());
    await button('System').click();
    for (const words of ['Overhead 0.1.0', '/home/a/.config/Overhead'])
      await expect.element(main().getByText(words)).toBeVisible();
  });

  it('shows the number of crash dumps and their folder', async () => {
    const folder = '/home/a/.config/Overhead/chromium/Crashpad';
    await openApp('status', appState(), { crashes: { folder, count: 2, newestAt: Date.now() } });
    await button('System').click();
    await expect
      .element(main().getByText(textContaining(`2 in ${folder}, the newest: `)))
      .toBeVisible();
  });

  describe('the report of a problem', () => {
    const report: Report = {
      format: 'overhead-report',
      version: 1,
      madeAt: 5,
      parts: {
        checks: [{ check: 'database', ok: true, detail: 'in use' }],
        log: ['10:00 one', 'a \u001b[31mred\u202e line'],
      },
    };
    const dialog = () => page.getByRole('dialog', { name: 'Report a problem' });
    const box = (name: string) => dialog().getByRole('checkbox', { name });
    const text = () =>
      dialog().getByRole('region', { name: 'Text of the report' }).element().textContent;

    it('is shown completely, and saved without the excluded parts', async () => {
      const double = await openApp('status', appState(), { report });
      await button('Report a problem…').click();
      await expect.poll(text).toBe(reportText(report, reportParts));
      expect(text()).toContain('10:00 one');
      await box('Checks').click();
      await expect.poll(text).toBe(reportText(report, ['log']));
      expect(text()).not.toContain('database');
      expect(await findViolations()).toEqual([]);
      await dialog().getByRole('button', { name: 'Save…' }).click();
      await expect
        .element(statusMessage('The report is in /home/a/report.json.'))
        .toBeInTheDocument();
      expect(double.calls).toEqual([
        { channel: 'report.make', input: null },
        {
          channel: 'report.save',
          input: { madeAt: 5, parts: ['facts', 'settings', 'log'] },
        },
      ]);
    });

    it('shows control characters as escape sequences', async () => {
      await openApp('status', appState(), { report });
      await button('Report a problem…').click();
      await expect.poll(text).toContain(String.raw`a \u001b[31mred\u202e line`);
    });

    it('opens each time its address is opened', async () => {
      await openApp('status/report', appState(), { report });
      for (const round of [1, 2]) {
        await expect.element(dialog()).toBeVisible();
        expect([round, location.hash]).toEqual([round, '#status']);
        await dialog().getByRole('button', { name: 'Close' }).click();
        await expect.element(dialog()).not.toBeInTheDocument();
        location.hash = 'status/report';
      }
    });

    it('shows why no report can be made', async () => {
      const command = Promise.resolve(fail({ kind: 'storage', code: 'ENOSPC' } as const));
      await openApp('status/report', appState(), { command });
      await expect.element(dialog().getByText('The disk is full.').first()).toBeVisible();
    });

    it('fits a small window', async () => {
      await openApp('status/report', appState(), { report });
      await page.viewport(540, 360);
      await expect.element(dialog()).toBeVisible();
      const element = dialog().element();
      expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth);
    });
  });

  it.each([
    [720, 520],
    [540, 360],
  ])('fits into a window of %i × %i', async (width, height) => {
    await openApp('status', appState());
    await page.viewport(width, height);
    await expect.element(card('Journal')).toBeInTheDocument();
    const view = document.querySelector('.status-view');
    expect(view?.scrollWidth).toBeLessThanOrEqual(view?.clientWidth ?? 0);
  });
});
