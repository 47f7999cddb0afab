import { afterEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import { idleRemote, readyRemote } from '#shared/remote.ts';
import type { AppState } from '#shared/state.ts';
import type { Evening } from '#shared/station/sky/evening.ts';
import { unknownStation } from '#shared/station/station.ts';
import { calendarDay } from '#shared/time-words.ts';
import '#renderer/ui/base.css';
import '#renderer/ui/tokens.css';
import { type CommandAnswers, bridgeDouble } from '../test/bridge-double.ts';
import { textContaining } from '../test/containing.ts';
import { findViolations } from '../test/axe.ts';
import { appState, dayPicture, passAt, unreachableFailure, videoDay } from '../test/states.ts';
import { eveningSoon } from '../test/sky-states.ts';
import { knownStation } from '../test/station-states.ts';

import Glance from './Glance.svelte';

async function open(state: AppState, answers: CommandAnswers = {}) {
  await page.viewport(380, 560);
  const main = bridgeDouble(state, answers);
  const { unmount } = await render(Glance, { props: { bridge: main.bridge } });
  return { ...main, unmount };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const hour = 3_600_000;
/** When the states of the tables below were made. */
const madeAt = Date.now();
afterEach(() => void vi.useRealTimers());

describe('the glance, the small window of the tray icon', () => {
  it('shows the picture, the station and the next visible pass', async () => {
    const passes = [passAt(Date.now() + hour, false), passAt(Date.now() + 2 * hour, true)];
    // A place in the time zone of the computer: for other places the text adds “in this computer’s time zone”.
    const longitude = (new Date().getTimezoneOffset() / 60) * -15;
    const observer = { latitude: 0, longitude, altitude: 0, source: 'settings' } as const;
    await open(appState({ station: knownStation({ passes, observer }) }));
    const heading = page.getByRole('heading', { level: 1 });
    await expect.element(heading).toMatchTextContent('The Sombrero Galaxy in Infrared');
    await expect
      .element(page.getByRole('img', { name: textContaining('The station is at') }))
      .toBeVisible();
    await expect
      .element(page.getByText(/^Look up: .+ · 67° · 4\smin, like Jupiter \(magnitude\s−3\.4\)$/))
      .toBeVisible();
    await expect.element(page.getByText('From west to east')).toBeVisible();
  });

  it('shows the end of a visible pass, and for a distant place mentions the computer’s time zone', async () => {
    const longitude = (new Date().getTimezoneOffset() / 60) * -15 - 180;
    const observer = { latitude: 0, longitude, altitude: 0, source: 'settings' } as const;
    const passes = [passAt(Date.now() - 60_000, true)];
    await open(appState({ station: knownStation({ passes, observer }) }));
    await expect.element(page.getByText(/^Look up now: until \S/)).toBeVisible();
    await expect
      .element(page.getByText(textContaining('in this computer’s time zone')))
      .toBeVisible();
  });

  describe('says what the pictures on the desktop are', () => {
    const today = '2026-11-20';
    const other = '2026-11-12';
    const titles = { '2026-11-20': 'The Pillars', '2026-11-12': 'The Veil' } as const;
    const set = (dates: readonly string[]): AppState['wallpaper'] => ({
      kind: 'set',
      date: dates[0] ?? expect.fail(),
      path: '/p',
      backend: 'x',
      verified: true,
      at: 1,
      displays: dates.map((date, id) => ({ id, label: `DP-${id + 1}`, date, path: '/p' })),
    });
    const dayOf = (date: keyof typeof titles): DayPicture => ({
      ...dayPicture,
      record: { ...dayPicture.record, date, title: titles[date], credit: `Maker of ${date}` },
    });
    const answers: CommandAnswers = {
      day: (date) => Promise.resolve(ok(dayOf(date === today ? today : other))),
    };
    const withDesktop = (dates: readonly string[]): AppState =>
      appState({ wallpaper: set(dates), picture: readyRemote(dayOf(today), 1) });
    const onDesktop = () => page.getByRole('region', { name: 'On your desktop' });
    const lines = () =>
      onDesktop()
        .getByRole('listitem')
        .elements()
        .map((item) =>
          [...item.querySelectorAll('span:not(:has(span))')].map((part) =>
            part.textContent.replaceAll(/[\u2068\u2069]/g, ''),
          ),
        );

    it('for each display, if these show different pictures', async () => {
      await open(withDesktop([today, other]), answers);
      await expect.poll(lines).toEqual([
        ['DP-1', 'The Pillars', `${calendarDay(today)} · Credit: Maker of ${today}`],
        ['DP-2', 'The Veil', `${calendarDay(other)} · Credit: Maker of ${other}`],
      ]);
    });

    it('once, if all displays show the picture of an earlier day, also if that day cannot be read', async () => {
      const main = await open(withDesktop([other, other]), {
        day: () => Promise.resolve(fail({ kind: 'not-found' })),
      });
      await expect.poll(lines).toEqual([['On your desktop', calendarDay(other)]]);
      main.tell({ ...withDesktop([today, today]), revision: 2 });
      await expect.element(onDesktop()).not.toBeInTheDocument();
    });
  });

  it('shows the times of sunset and darkness, the Moon and the planets of the coming night', async () => {
    await open(appState({ station: knownStation() }), { evening: eveningSoon() });
    const tonight = page.getByRole('region', { name: 'Tonight' });
    await expect.element(tonight.getByText(/^Sunset .+ · Dark from/)).toBeVisible();
    await expect.element(tonight.getByText('Moon 25% lit')).toBeVisible();
    await expect.element(tonight.getByText(/^At nightfall: Venus/)).toBeVisible();
  });

  it('reserves two lines for the coming night, so that the picture keeps its height', async () => {
    const main = bridgeDouble(appState({ station: knownStation() }));
    let answer: (result: Result<Evening | null>) => void = () => expect.fail();
    const evening = () =>
      new Promise<Result<Evening | null>>((resolve) => {
        answer = resolve;
      });
    const bridge = { ...main.bridge, station: { ...main.bridge.station, evening } };
    await page.viewport(380, 560);
    await render(Glance, { props: { bridge } });
    await expect.element(button('Open Overhead')).toBeVisible();
    const heightOfPicture = () => document.querySelector('.picture')?.clientHeight ?? NaN;
    const before = heightOfPicture();
    answer(ok(eveningSoon({ planets: [{ body: 'saturn', azimuth: 140 }] })));
    await expect.element(page.getByText('Moon 25% lit')).toBeVisible();
    expect(Math.abs(heightOfPicture() - before)).toBeLessThanOrEqual(2);
  });

  it('shows the coordinates below the name of the place, not beside it', async () => {
    await open(appState({ station: knownStation() }));
    const heading = page.getByRole('heading', { level: 2 }).first().element();
    const place = heading.nextElementSibling ?? expect.fail();
    expect(place.getBoundingClientRect().top).toBeGreaterThanOrEqual(
      heading.getBoundingClientRect().bottom - 1,
    );
  });

  it('sends the right command for each of its three buttons', async () => {
    const main = await open(appState({ station: knownStation() }));
    await button('Set as wallpaper').click();
    await button('Open Overhead').click();
    await button('New post…').click();
    expect(main.calls).toEqual([
      {
        channel: 'wallpaper.set',
        input: { date: dayPicture.record.date, fit: null, displays: null },
      },
      { channel: 'window.open', input: 'today' },
      { channel: 'window.open', input: 'journal/new' },
    ]);
  });

  it('opens the matching view on a click on each part', async () => {
    const main = await open(appState({ station: knownStation({ passes: [] }) }));
    // Force the clicks, because the button of each part covers the text that the test clicks.
    const force = { force: true };
    await page.getByRole('img', { name: textContaining('World map') }).click(force);
    await page.getByText(textContaining('None in the next')).click(force);
    await page.getByRole('region', { name: dayPicture.record.title }).click(force);
    expect(main.calls.map(({ input }) => input)).toEqual(['station', 'station/passes', 'today']);
  });

  it('has no button “Set as wallpaper” while the picture is the wallpaper', async () => {
    const { date } = dayPicture.record;
    const wallpaper = {
      kind: 'set',
      date,
      picture: 'x',
      backend: 'xfce',
      verified: true,
      path: '/x',
      everywhere: false,
      at: 0,
    } as const;
    await open(appState({ wallpaper }));
    await expect.element(button('Open Overhead')).toBeVisible();
    expect(button('Set as wallpaper').elements()).toHaveLength(0);
    await expect
      .element(page.getByRole('group', { name: 'Wallpaper' }))
      .toMatchTextContent('On your desktop');
  });

  it('shows that the app is paused, and resumes it', async () => {
    const main = await open(appState({ suspension: { paused: 'indefinite', power: 'awake' } }));
    await expect.element(page.getByText('Paused until you resume.')).toBeVisible();
    await button('Resume').click();
    expect(main.calls).toEqual([{ channel: 'app.pause', input: null }]);
  });

  it('can be operated with Tab, and closes on Escape', async () => {
    const main = await open(appState({ station: knownStation({ passes: [] }) }));
    await expect.element(button('Set as wallpaper')).toBeVisible();
    for (const name of [
      dayPicture.record.title,
      /^Station: /,
      /^Next /,
      'Set as wallpaper',
      'Open Overhead',
      'New post…',
    ]) {
      await userEvent.tab();
      await expect.element(page.getByRole('button', { name, exact: true })).toHaveFocus();
    }
    await userEvent.keyboard('{Escape}');
    expect(main.calls).toEqual([{ channel: 'window.hideGlance', input: null }]);
  });

  it('shows the mark of simulated data only while the services are simulated', async () => {
    const main = await open(appState());
    await expect.element(button('Open Overhead')).toBeVisible();
    expect(page.getByText('Demo data').elements()).toHaveLength(0);
    main.tell(appState({ revision: 2, services: { source: 'embedded', simulated: true } }));
    await expect.element(page.getByText(textContaining('Demo data'))).toBeVisible();
  });

  it('reports that setting the wallpaper failed', async () => {
    const failed = Promise.resolve(fail(unreachableFailure));
    await open(appState({ station: knownStation() }), { command: failed });
    await button('Set as wallpaper').click();
    const status = page.getByRole('group', { name: 'Wallpaper' });
    await expect.element(status).toMatchTextContent('That did not work');
  });

  it('applies newer states from main, and ignores older ones', async () => {
    const main = await open(appState({ revision: 5 }));
    const heading = page.getByRole('heading', { level: 1 });
    const titled = (revision: number, title: string) => {
      const last = { ...dayPicture, record: { ...dayPicture.record, title } };
      return appState({ revision, picture: { status: 'ready', at: 0, last, lastAt: 0 } });
    };
    await expect.element(heading).toMatchTextContent('Sombrero');
    main.tell(titled(4, 'Older'));
    main.tell(titled(6, 'Newer'));
    await expect.element(heading).toMatchTextContent('Newer');
    await main.unmount();
    expect(main.listeners()).toBe(0);
  });

  it.each<[string, Partial<AppState>, string]>([
    [
      'no picture yet',
      {
        picture: { status: 'failed', failure: unreachableFailure, at: 0, last: null, lastAt: null },
      },
      'The service cannot be reached.',
    ],
    [
      'a day without a picture',
      { picture: { status: 'ready', at: 0, last: videoDay, lastAt: 0 } },
      'This day has no picture to show.',
    ],
    [
      'no known place of the user',
      { station: { ...unknownStation, observer: null } },
      'Known once you set your place',
    ],
    [
      'an orbit that is not known yet',
      {
        station: knownStation({
          passes: [],
          passesUntil: null,
          passesExpectedAt: madeAt + 14 * 60_000,
        }),
      },
      'Available in about 15 minutes',
    ],
    [
      'an orbit known for some hours, without a pass in them',
      { station: knownStation({ passes: [], passesUntil: madeAt + 7 * hour }) },
      'The orbit is not known yet',
    ],
    [
      'no position',
      {
        station: {
          ...knownStation({ passes: [], orbit: null, passesUntil: null }),
          fix: { ...idleRemote, status: 'failed', at: 0, failure: unreachableFailure },
        },
      },
      'Not known without a position',
    ],
    ['no pass', { station: knownStation({ passes: [] }) }, 'None in the next 5 days'],
    [
      'no visible pass',
      { station: knownStation({ passes: [passAt(madeAt + hour, false)] }) },
      'None in the next 5 days: in the Earth’s shadow',
    ],
  ])('explains that there is %s', async (_, changes, words) => {
    vi.useFakeTimers({ toFake: ['Date'], now: madeAt });
    await open(appState(changes));
    await expect
      .element(page.getByRole('main').getByText(textContaining(words)).first())
      .toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(380);
  });

  it('reports that the state could not be read from main', async () => {
    await open(appState(), { snapshot: Promise.resolve(fail(unreachableFailure)) });
    const words = 'Overhead does not answer.';
    await expect.element(page.getByRole('main').getByText(textContaining(words))).toBeVisible();
    expect(await findViolations()).toEqual([]);
  });

  it('shows nothing until the language is known', async () => {
    await open(appState(), { snapshot: new Promise<Result<AppState>>(() => undefined) });
    expect(document.body.textContent.trim()).toBe('');
  });

  it('remains readable when the text is twice as large', async () => {
    await open(appState({ station: knownStation() }));
    await page.viewport(190, 280);
    const main = page.getByRole('main').element();
    await expect.element(button('New post…')).toBeInTheDocument();
    expect(main.scrollWidth).toBeLessThanOrEqual(main.clientWidth);
    for (const name of ['Set as wallpaper', 'Open Overhead', 'New post…']) {
      const element = button(name).element();
      element.scrollIntoView({ block: 'center' });
      const { top, right, bottom } = element.getBoundingClientRect();
      expect(top).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(190);
      expect(bottom).toBeLessThanOrEqual(280);
    }
  });
});
