import { flushSync } from 'svelte';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defectAnswer } from '#renderer-test/bridge-double.ts';
import { textContaining } from '#renderer-test/containing.ts';
import { openApp } from '#renderer-test/open.ts';
import { findViolations } from '#renderer-test/axe.ts';
import { transitHere } from '#renderer-test/sky-states.ts';
import { knownStation, orbitView } from '#renderer-test/station-states.ts';
import { clockTime, countdownInWords, sinceTime, untilTime } from '#shared/time-words.ts';
import { dayOfPassInWords } from './pass-words.ts';
import { defaultSettings, type SettingsChange } from '#shared/settings/settings.ts';
import type { Observer } from '#shared/station/sky/observer.ts';
import { toasts } from '#renderer/ui/toast.svelte.ts';
import { unknownStation, type Station } from '#shared/station/station.ts';
import {
  appState,
  fixAt,
  failingActivity,
  passAt,
  quietActivity,
  unreachableFailure,
} from '#renderer-test/states.ts';

const messages = () => page.getByRole('region', { name: 'Messages' });
const details = () => page.getByRole('button', { name: 'More about this position' });
const map = () => page.getByRole('img', { name: /World map/ });
const canvas = (): HTMLCanvasElement => {
  const found = document.querySelector('canvas');
  if (found === null) throw new Error('no canvas');
  return found;
};

/** Unfolds the list of invisible passes. */
const unfoldPasses = () =>
  page.getByRole('button', { name: /passes? that cannot be seen$/ }).click();

/** From here on, timers and frames fire only when the test advances the time. */
const fakeTime = (): void => {
  const toFake = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;
  vi.useFakeTimers({ toFake: [...toFake, 'requestAnimationFrame', 'cancelAnimationFrame'] });
};
afterEach(() => void vi.useRealTimers());

describe('the station view', () => {
  it('shows the position, its age and its source', async () => {
    fakeTime();
    await openApp('station', appState());
    await expect.element(page.getByText('12.3° N 45.6° W', { exact: true })).toBeVisible();
    await details().click();
    await expect.element(page.getByText(/^\d+ sec. ago$/)).toBeVisible();
    await expect.element(page.getByText('The public service')).toBeVisible();
    await expect.element(map()).toHaveAccessibleName(/The station is at 12\.3°\sN\s45\.6°\sW/);
  });

  it.each(['Map', 'Globe'])(
    'shows the figures below the %s in a window of the usual size',
    async (shape) => {
      await openApp('station', appState({ station: knownStation() }));
      await page.getByRole('radio', { name: shape }).click();
      const bottom = () =>
        page.getByText('Altitude').element().closest('dl')?.getBoundingClientRect().bottom;
      await expect.poll(bottom).toBeLessThan(window.innerHeight);
      expect(document.querySelector('main')?.scrollTop).toBe(0);
      for (const part of [
        page.getByRole('heading', { level: 1 }),
        map(),
        page.getByText('27,580 km/h'),
      ])
        await expect.element(part).toBeInViewport({ ratio: 1 });
    },
  );

  it.each([
    [1080, 720, 'beside'],
    [720, 520, 'below'],
  ])(
    'shows the sky of the next visible pass in a window of %d × %d %s the map',
    async (width, height, side) => {
      const passes = [passAt(Date.now() + 3_600_000, false), passAt(Date.now() + 9_000_000, true)];
      await openApp('station', appState({ station: knownStation({ passes }) }));
      await page.viewport(width, height);
      const sky = page.getByRole('img', { name: /^The sky as you look up/ });
      await expect
        .element(sky)
        .toHaveAccessibleName(/^The sky as you look up\. The station appears/);
      const isBeside = (): boolean => {
        const [mapBox, skyBox] = [map(), sky].map((part) => part.element().getBoundingClientRect());
        return (skyBox?.left ?? NaN) >= (mapBox?.right ?? NaN);
      };
      await expect.poll(isBeside).toBe(side === 'beside');
      if (side === 'below') return;
      // The map, the sky and the button that plays the pass need no scrolling.
      for (const part of [map(), sky, page.getByRole('button', { name: 'Play the pass' })])
        await expect.element(part).toBeInViewport({ ratio: 0.99 });
    },
  );

  it('updates the age of the position', async () => {
    fakeTime();
    await openApp('station', appState());
    await details().click();
    const age = page.getByText(/^\d+ sec. ago$/);
    await expect.element(age).toBeVisible();
    /** The text after this time. Not read by Vitest, which advances the fake time while it waits for an element. */
    const textAfter = (ms: number): string => {
      vi.advanceTimersByTime(ms);
      flushSync();
      return age.element().textContent;
    };
    const before = Number.parseInt(textAfter(1_000));
    expect(textAfter(5_000)).toBe(`${before + 5} sec. ago`);
  });

  it('requests frequent polling only while the view is open', async () => {
    const main = await openApp('station', appState());
    await expect.element(map()).toBeVisible();
    expect(main.calls).toEqual([{ channel: 'station.watch', input: true }]);
    await page.getByRole('link', { name: 'Journal' }).click();
    await expect.element(page.getByRole('heading', { name: 'Journal' })).toBeVisible();
    expect(main.calls.at(-1)).toEqual({ channel: 'station.watch', input: false });
  });

  it('ends frequent polling and does not draw while main reports a minimised window', async () => {
    const main = await openApp('station', appState());
    const last = () => main.calls.at(-1);
    await expect.poll(() => canvas().dataset['land']).toBe('true');
    await expect.poll(() => canvas().width).toBeGreaterThan(300);
    main.show(false);
    await expect.poll(last).toEqual({ channel: 'station.watch', input: false });
    const before = canvas().toDataURL();
    main.tell(appState({ revision: 2, station: knownStation() }));
    await expect.element(page.getByText(/km\/h$/)).toBeVisible();
    for (let k = 0; k < 3; k++) await new Promise(requestAnimationFrame);
    expect(canvas().toDataURL() === before).toBe(true);
    main.show(true);
    await expect.poll(last).toEqual({ channel: 'station.watch', input: true });
    await expect.poll(() => canvas().toDataURL() === before).toBe(false);
  });

  it('still shows the position when main rejects a command', async () => {
    await openApp('station', appState(), { command: defectAnswer() });
    await expect.element(page.getByText('12.3° N 45.6° W', { exact: true })).toBeVisible();
  });

  it('draws the coast, and moves the station to a new position', async () => {
    const main = await openApp('station', appState());
    await expect.poll(() => canvas().dataset['land']).toBe('true');
    const before = canvas().toDataURL();
    const station = { status: 'ready', at: 0, last: fixAt(-40, 100, 0), lastAt: 0 } as const;
    main.tell(appState({ revision: 2, station: { ...unknownStation, fix: station } }));
    await expect.element(map()).toHaveAccessibleName(/40\.0°\sS\s100\.0°\sE/);
    await expect.poll(() => canvas().toDataURL()).not.toBe(before);
  });

  it('draws the map at the resolution of the screen', async () => {
    await openApp('station', appState());
    await expect
      .poll(() => canvas().width)
      .toBe(Math.round(canvas().clientWidth * window.devicePixelRatio));
  });

  it('shows that no position has been received yet', async () => {
    await openApp('station', appState({ station: unknownStation }));
    await expect.element(page.getByText('Waiting for the first position…')).toBeVisible();
    await expect.element(map()).toHaveAccessibleName(/not known yet/);
  });

  it('explains why there is no new position, and keeps showing the last one', async () => {
    fakeTime();
    const last = fixAt(1, 2, 90_000);
    const station = {
      status: 'failed',
      at: 0,
      failure: unreachableFailure,
      last,
      lastAt: 0,
    } as const;
    const activities = { picture: quietActivity, position: failingActivity, posts: quietActivity };
    await openApp(
      'station',
      appState({ station: { ...unknownStation, fix: station }, activities }),
    );
    await expect
      .element(
        page
          .getByRole('main')
          .getByText(/no position since .+\. The map shows the last[^]*Next try: /),
      )
      .toBeVisible();
    await expect.element(page.getByText('1.0° N 2.0° E', { exact: true })).toBeVisible();
    await details().click();
    await expect.element(page.getByText('1 min. ago')).toBeVisible();
  });

  it('shows place, altitude, speed and uncertainty from the orbit', async () => {
    await openApp('station', appState({ station: knownStation() }));
    await expect.element(page.getByText(/^Over \S/)).toBeVisible();
    await expect.element(page.getByText(/^4\d\d\skm$/)).toBeVisible();
    await expect.element(page.getByText(/^27\D\d\d0\skm\/h$/)).toBeVisible();
    await details().click();
    await expect.element(page.getByText('About 0.3 km')).toBeVisible();
    await expect.element(page.getByText('Every 5 min')).toBeVisible();
    await expect.element(page.getByText('About 4.8 km')).toBeVisible();
  });

  it('moves the station without new fixes', async () => {
    fakeTime();
    await openApp('station', appState({ station: knownStation() }));
    await expect.poll(() => canvas().dataset['land']).toBe('true');
    await expect.poll(() => canvas().width).toBeGreaterThan(300);
    vi.advanceTimersByTime(1_100);
    const before = canvas().toDataURL();
    vi.advanceTimersByTime(10_000);
    expect(canvas().toDataURL() === before).toBe(false);
  });

  it('shows in one sentence when passes will be available, and no accuracy before that', async () => {
    fakeTime();
    const learning: Partial<Station> = {
      orbit: orbitView(0, { sigmaKmNow: 0.05, sigmaKmInADay: 2000 }),
      fixesKept: 3,
      passes: [],
      passesUntil: null,
      passesExpectedAt: Date.now() + 6.4 * 60_000,
      polling: { mode: 'learning', everySeconds: 60 },
    };
    await openApp('station', appState({ station: knownStation(learning) }));
    const words = 'The passes of the next days will be known in about 6 minutes.';
    await expect.element(page.getByText(words)).toBeVisible();
    await details().click();
    await expect.element(page.getByText('Not known yet')).toBeVisible();
    await expect.element(page.getByText(/The first ones may appear sooner/)).toBeVisible();
  });

  it('asks for the place of the user while none is known', async () => {
    const station = { ...appState().station, fixesKept: 12 };
    const main = await openApp('station', appState({ station }));
    await page.getByRole('button', { name: 'Set your place' }).click();
    await expect.element(page.getByRole('combobox', { name: 'Town or coordinates' })).toHaveFocus();
    await page.getByRole('button', { name: 'Guess from the time zone' }).click();
    await expect
      .poll(() => main.calls.at(-1))
      .toMatchObject({ channel: 'settings.change', input: { station: { observer: null } } });
    // Main has found no place for the time zone.
    const words = 'The time zone of this computer is not enough to find your place. Type a town.';
    await expect.element(messages()).toMatchTextContent(textContaining(words));
  });

  it('shows that passes are missing while the orbit is too uncertain', async () => {
    const passes = [passAt(Date.now() + 3_600_000, false)];
    const passesUntil = Date.now() + 7.5 * 3_600_000;
    await openApp('station', appState({ station: knownStation({ passes, passesUntil }) }));
    const words = textContaining(`passes are known only ${untilTime(passesUntil, Date.now())}`);
    await expect.element(page.getByText(words)).toBeVisible();
  });

  it.each([
    [35, 'The time is rough so far: ± 2 min.'],
    [11, 'The time is rough so far: ± 1 min.'],
    [2, null],
  ])('mentions a large uncertainty of the time, in minutes: %s s', async (timeSigma, words) => {
    const passes = [{ ...passAt(Date.now() + 3_600_000, true), timeSigma }];
    await openApp('station', appState({ station: knownStation({ passes }) }));
    await expect.element(page.getByText('Next pass you can see')).toBeVisible();
    const rough = page.getByText(/^The time is rough/);
    if (words === null) expect(rough.elements()).toEqual([]);
    else await expect.element(rough).toMatchTextContent(new RegExp(words.replaceAll(' ', '\\s')));
  });

  it('distinguishes between no pass and no visible pass', async () => {
    const main = await openApp('station', appState({ station: knownStation({ passes: [] }) }));
    const none = textContaining('No pass over your place until');
    await expect.element(page.getByText(none)).toBeVisible();
    const passes = [passAt(Date.now() + 3_600_000, false)];
    main.tell(appState({ revision: 2, station: knownStation({ passes }) }));
    const hidden =
      /^None of the passes until .* can be seen\. During most of them the station is in the Earth’s shadow\.$/;
    await expect.element(page.getByText(hidden)).toBeVisible();
  });

  it('shows that no position is requested while paused', async () => {
    const polling = { mode: 'paused', everySeconds: null } as const;
    const observer = knownStation().observer;
    await openApp('station', appState({ station: { ...unknownStation, observer, polling } }));
    await expect
      .element(page.getByText('Position not known while Overhead is paused'))
      .toBeVisible();
    await expect.element(page.getByText(/asks for no position while it is paused/)).toBeVisible();
  });

  it('shows that it is paused beside a position that is minutes old', async () => {
    const polling = { mode: 'paused', everySeconds: null } as const;
    const fix = {
      status: 'ready',
      at: Date.now() - 300_000,
      last: fixAt(1, 2, 300_000),
      lastAt: Date.now() - 300_000,
    } as const;
    const suspension = { paused: 'indefinite', power: 'awake' } as const;
    await openApp(
      'station',
      appState({ station: { ...unknownStation, fix, polling }, suspension }),
    );
    await expect.element(page.getByText('1.0° N 2.0° E', { exact: true })).toBeVisible();
    const words = 'Paused until you resume. The map shows the last known position.';
    await expect.element(page.getByRole('main').getByText(words)).toBeVisible();
  });

  it('keeps the button “Change place” in its position when the name of the town is added', async () => {
    let whenIdle: IdleRequestCallback = () => undefined;
    const idle = vi.spyOn(window, 'requestIdleCallback').mockImplementation((callback) => {
      whenIdle = callback;
      return 0;
    });
    onTestFinished(() => idle.mockRestore());
    await openApp('station', appState({ station: knownStation() }));
    const button = page.getByRole('button', { name: 'Change place' });
    await expect.element(button).toBeVisible();
    const rect = (): unknown => button.element().getBoundingClientRect().toJSON();
    const before = rect();
    whenIdle({ didTimeout: false, timeRemaining: () => 50 });
    await expect.element(page.getByText(/^Your place: near /)).toBeVisible();
    expect(rect()).toEqual(before);
  });

  it('shows an outage below the map, and does not move the map', async () => {
    const main = await openApp('station', appState({ station: knownStation() }));
    await expect.element(page.getByText(/km\/h$/)).toBeVisible();
    const top = canvas().getBoundingClientRect().top;
    const { last, lastAt } = knownStation().fix;
    const fix = { status: 'failed', at: 0, failure: unreachableFailure, last, lastAt } as const;
    main.tell(appState({ revision: 2, station: knownStation({ fix }) }));
    const message = page.getByRole('main').getByText(/^The service has sent no position since/);
    await expect.element(message).toBeVisible();
    const { top: newTop, bottom } = canvas().getBoundingClientRect();
    expect(newTop).toBe(top);
    expect(message.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(bottom);
  });

  it('moves the station along its orbit during an outage of the service, and shows when the outage began', async () => {
    const last = fixAt(1, 2, 3 * 3_600_000);
    const lastAt = Date.now() - 3 * 3_600_000;
    const fix = {
      status: 'failed',
      at: Date.now(),
      failure: unreachableFailure,
      last,
      lastAt,
    } as const;
    const orbit = orbitView(600_000, { sigmaKmNow: 1.2 });
    await openApp('station', appState({ station: knownStation({ fix, orbit }) }));
    const since = sinceTime(lastAt, Date.now()).replaceAll(/\s/g, '\\s');
    const words = `^The service has sent no position ${since}\\. The map follows the known orbit\\.`;
    await expect.element(page.getByRole('main').getByText(new RegExp(words))).toBeVisible();
    await details().click();
    await expect.element(page.getByText('About 2.4 km')).toBeVisible();
    await expect.element(page.getByText('3 hr. ago')).toBeVisible();
  });

  it('shows the sky of the pass that is chosen', async () => {
    const station = knownStation();
    await openApp('station', appState({ station }));
    await unfoldPasses();
    const buttons = page.getByRole('button', { name: /° high/ });
    await expect.poll(() => buttons.elements().length).toBe(station.passes.length);
    const last = buttons.last();
    await last.click();
    await expect.element(last).toHaveAttribute('aria-current', 'true');
    // The passes that cannot be seen are listed after the others.
    const shown = station.passes.filter(({ visible }) => !visible).at(-1);
    const peak = Math.round(shown?.peak.elevation ?? NaN);
    await expect
      .element(page.getByRole('img', { name: /^The sky as you look up/ }))
      .toHaveAccessibleName(new RegExp(`is ${peak}° high`));
  });

  it('scrolls to the sky of the pass that the user chooses, in a narrow window, where the sky is below the list', async () => {
    await openApp('station', appState({ station: knownStation() }));
    await page.viewport(720, 520);
    const pass = page.getByRole('button', { name: /° high/ }).first();
    pass.element().scrollIntoView();
    await pass.click();
    await expect
      .element(page.getByRole('img', { name: /^The sky as you look up/ }))
      .toBeInViewport({ ratio: 0.99 });
    pass.element().scrollIntoView();
    await expect.element(pass).toBeInViewport();
  });

  it('shows the start of the visible part of a pass, “now” during the pass and “ended” after it', async () => {
    fakeTime();
    const now = Date.now();
    const passes = [
      passAt(now - 350_000, true),
      passAt(now - 60_000, true),
      passAt(now + 3_600_000, true),
    ];
    await openApp('station', appState({ station: knownStation({ passes }) }));
    const list = page.getByRole('group', { name: 'Passes' });
    await expect.element(list).toBeVisible();
    const times = [...list.element().querySelectorAll('.time')].map((time) => time.textContent);
    const seen = (passes[2]?.visibleFrom ?? 0) * 1000;
    expect(times.map((time) => time.trim())).toEqual(['ended', 'now', clockTime(seen)]);
  });

  it('shows for a distant place that times are in the time zone of the computer', async () => {
    const longitude = (new Date().getTimezoneOffset() / 60) * -15 - 180;
    const observer = { latitude: 0, longitude, altitude: 0, source: 'settings' } as const;
    await openApp('station', appState({ station: knownStation({ observer }) }));
    await expect
      .element(
        page.getByText(textContaining('in this computer’s time zone, not in that of the place')),
      )
      .toBeVisible();
  });

  it('moves between passes with the arrow keys, and names the day of the pass that Enter chooses', async () => {
    const station = knownStation();
    await openApp('station', appState({ station }));
    await unfoldPasses();
    const hidden = station.passes.filter(({ visible }) => !visible);
    const buttons = page
      .getByRole('group', { name: /cannot be seen$/ })
      .getByRole('button', { name: /° high/ });
    await expect.poll(() => buttons.elements().length).toBe(hidden.length);
    const all = buttons.elements() as HTMLElement[];
    all[0]?.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(all[2]);
    await userEvent.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(all[1]);
    await userEvent.keyboard('{End}');
    expect(document.activeElement).toBe(all.at(-1));
    await userEvent.keyboard('{Enter}');
    await expect.element(buttons.last()).toHaveAttribute('aria-current', 'true');
    const last = hidden.at(-1);
    if (last === undefined) throw new Error('no pass');
    const day = dayOfPassInWords(last, Date.now());
    await expect
      .element(page.getByRole('heading', { level: 2, name: new RegExp(`^${day}, `) }))
      .toBeVisible();
    await userEvent.keyboard('{Home}{ArrowUp}');
    expect(document.activeElement).toBe(all[0]);
  });

  it('starts a post about the shown pass', async () => {
    await openApp(
      'station',
      appState({ station: knownStation({ passes: [passAt(Date.now() + 3_600_000, true)] }) }),
    );
    await page.getByRole('button', { name: 'Write about this pass' }).click();
    expect(location.hash).toBe('#journal');
    const field = page.getByLabelText('Title').element() as HTMLInputElement;
    await expect.poll(() => field.value).toMatch(/station/i);
  });

  it('collapses the passes that are not visible', async () => {
    const station = knownStation();
    const [first, second] = station.passes;
    if (first === undefined || second === undefined) throw new Error('too few passes');
    const seen = { visible: true, reason: null, brightness: null } as const;
    const unseen = { visible: false, reason: 'daylight' } as const;
    const passes = [
      { ...first, ...unseen, visibleFrom: null, visibleTo: null },
      { ...second, ...seen },
    ];
    await openApp('station', appState({ station: { ...station, passes } }));
    const buttons = page.getByRole('button', { name: /° high/ });
    await expect.poll(() => buttons.elements().length).toBe(1);
    await expect.element(buttons.last()).toHaveAttribute('aria-current', 'true');
    const fold = page.getByRole('button', { name: '1 pass that cannot be seen' });
    await fold.click();
    await expect.element(fold).toHaveAttribute('aria-expanded', 'true');
    await expect.poll(() => buttons.elements().length).toBe(2);
    await expect.element(buttons.first()).toHaveAttribute('aria-current', 'true');
    const inOrder = page.getByRole('region', { name: 'Passes' }).getByRole('button').elements();
    expect(inOrder.indexOf(buttons.first().element())).toBeLessThan(
      inOrder.indexOf(fold.element()),
    );
    expect(inOrder.indexOf(fold.element())).toBeLessThan(inOrder.indexOf(buttons.last().element()));
  });

  const openMapMenu = async (): Promise<void> => {
    // A new canvas is 300 pixels wide until the map is drawn on it.
    await expect.poll(() => canvas().width).toBeGreaterThan(300);
    const { x, y } = canvas().getBoundingClientRect();
    const clientX = x + canvas().clientWidth / 2;
    const clientY = y + canvas().clientHeight / 2;
    canvas().dispatchEvent(new MouseEvent('contextmenu', { clientX, clientY }));
  };
  const chosen = { latitude: 52.52, longitude: 13.4, altitude: null };
  /** A place in the settings without a height; main uses the height of the nearest town. */
  const withChosenPlace = (changes: Partial<Observer & { altitudeSigma: number }> = {}) =>
    appState({
      settings: {
        ...defaultSettings,
        station: {
          ...defaultSettings.station,
          observer: { ...chosen, altitude: changes.altitude ?? null },
        },
      },
      station: knownStation({
        observer: { ...chosen, altitude: 34, altitudeSigma: 25, source: 'settings', ...changes },
      }),
    });
  const observersSet = (main: { calls: readonly { channel: string; input: unknown }[] }) =>
    main.calls
      .filter(({ channel }) => channel === 'settings.change')
      .map(({ input }) => (input as SettingsChange).station?.observer);

  const menuItem = () => page.getByRole('menuitem', { name: /^Set my place here/ });

  it('moves the place by the context menu of the map, and undoes the move', async () => {
    const main = await openApp('station', withChosenPlace());
    await page.getByRole('radio', { name: 'Map' }).click();
    await openMapMenu();
    await expect.element(menuItem()).toMatchTextContent(/0\.\d° [NS] 0\.\d° [EW]$/);
    expect(await findViolations()).toEqual([]);
    expect(observersSet(main)).toEqual([]);
    await menuItem().click();
    await expect.poll(() => observersSet(main)).toHaveLength(1);
    const { latitude, longitude } = observersSet(main)[0] ?? { latitude: NaN, longitude: NaN };
    expect(Math.abs(latitude)).toBeLessThan(1);
    expect(Math.abs(longitude)).toBeLessThan(1);
    expect(menuItem().elements()).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    // The height that main took from the nearest town is not stored as the user's own.
    await expect.poll(() => observersSet(main).at(-1)).toEqual(chosen);
  });

  it('moves the place by Enter in the context menu, and closes the menu by Escape or a click elsewhere', async () => {
    const main = await openApp('station', withChosenPlace());
    await openMapMenu();
    await expect.element(menuItem()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => menuItem().elements()).toEqual([]);
    await openMapMenu();
    await page.getByRole('heading', { level: 1 }).click();
    await expect.poll(() => menuItem().elements()).toEqual([]);
    expect(observersSet(main)).toEqual([]);
    await openMapMenu();
    await expect.element(menuItem()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => observersSet(main)).toHaveLength(1);
    expect(menuItem().elements()).toEqual([]);
  });

  it('shows the height of the place and the source of the height, and changes the height', async () => {
    const main = await openApp('station', withChosenPlace());
    await expect.element(page.getByText(/52\.5°\sN\s13\.4°\sE, 34\sm/)).toBeVisible();
    await expect.element(page.getByText(/The height is that of the nearest town\./)).toBeVisible();
    await page.getByRole('button', { name: 'Change place' }).click();
    const field = page.getByLabelText('Height above sea level');
    await expect.element(field).toHaveValue('34');
    for (const [typed, reason] of [
      ['9000', 'from −430 to 8850'],
      ['-431', 'from −430 to 8850'],
      ['', 'Enter a number'],
    ] as const) {
      await field.fill(typed);
      await userEvent.keyboard('{Tab}');
      await expect.element(field).toHaveAccessibleDescription(new RegExp(reason));
    }
    expect(await findViolations()).toEqual([]);
    await field.fill('−400');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => observersSet(main)).toEqual([{ ...chosen, altitude: -400 }]);
    await expect
      .element(messages())
      .toMatchTextContent(/^The height of your place is now -400\sm\./);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => observersSet(main).at(-1)).toEqual(chosen);
  });

  it('shows the present place on a map, and hides its height while other towns are listed', async () => {
    await openApp('station', withChosenPlace());
    await page.getByRole('button', { name: 'Change place' }).click();
    const field = page.getByLabelText('Height above sea level');
    const map = page.getByRole('img', { name: /^Map with a dot at your place, 52/ });
    await expect.element(field).toBeVisible();
    await expect.element(map).toBeVisible();
    await page.getByRole('combobox', { name: 'Town or coordinates' }).fill('hamburg');
    await expect.element(page.getByRole('option').first()).toBeVisible();
    await expect.element(field).not.toBeVisible();
    await expect.element(map).not.toBeInTheDocument();
  });

  it('accepts the height in feet where the region uses miles', async () => {
    const language = { language: 'en', formats: 'en-US' } as const;
    const main = await openApp('station', { ...withChosenPlace({ altitude: 1609 }), language });
    await expect.element(page.getByText(/13\.4°\sE, 5,279\sft/)).toBeVisible();
    await page.getByRole('button', { name: 'Change place' }).click();
    const field = page.getByLabelText('Height above sea level');
    await expect.element(field).toHaveValue('5279');
    await field.fill('29035');
    await userEvent.keyboard('{Enter}');
    // The highest height, 8850 m, is 29,035.4 ft.
    await expect.poll(() => observersSet(main)).toHaveLength(1);
    const altitude = observersSet(main)[0]?.altitude;
    expect(altitude).toBeCloseTo(8850, 0);
    expect(altitude).toBeLessThanOrEqual(8850);
  });

  it('returns to the height of the nearest town', async () => {
    const main = await openApp('station', withChosenPlace({ altitude: 8000 }));
    await page.getByRole('button', { name: 'Change place' }).click();
    await page.getByRole('button', { name: 'Use the height of the nearest town' }).click();
    await expect.poll(() => observersSet(main).at(-1)).toEqual(chosen);
  });

  it('shows that the height of the place is unknown', async () => {
    const observer = { ...chosen, altitudeSigma: 560, source: 'settings' } as const;
    const station = knownStation({ observer, transits: { list: [], until: Date.now() + 9e8 } });
    await openApp('station', appState({ station }));
    await expect.element(page.getByText(/Its height is not known\./)).toBeVisible();
  });

  it('restores the place guessed from the time zone on Undo, again marked as guessed', async () => {
    const observer = { latitude: 40.7, longitude: -74, altitude: 0, source: 'guess' } as const;
    const main = await openApp('station', appState({ station: knownStation({ observer }) }));
    await expect.element(page.getByText('Guessed from your time zone.')).toBeVisible();
    await page.getByRole('button', { name: 'Change place' }).click();
    await page.getByRole('combobox', { name: 'Town or coordinates' }).fill('48,14; 11,58');
    await userEvent.keyboard('{Enter}');
    const input = { latitude: 48.14, longitude: 11.58, altitude: null };
    await expect.poll(() => observersSet(main).at(-1)).toEqual(input);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => observersSet(main).at(-1)).toBeNull();
  });

  it('reports that a place was not saved', async () => {
    await openApp('station', appState({ station: knownStation() }), { command: defectAnswer() });
    await page.getByRole('button', { name: 'Change place' }).click();
    await page.getByRole('button', { name: 'Guess from the time zone' }).click();
    await expect.element(messages()).toMatchTextContent(/^Your place was not saved\. \S/);
  });

  it.each([180, 240, 320])(
    'has no dot at an end of a line in a card of %d pixels',
    async (width) => {
      await openApp('station', appState({ station: knownStation() }));
      await expect.element(page.getByText('Next pass you can see')).toBeVisible();
      const when = document.querySelector<HTMLElement>('.pass .when');
      if (when === null) throw new Error('no card');
      when.style.width = `${width}px`;
      const { left } = when.getBoundingClientRect();
      const dots = [...when.querySelectorAll('.dot')];
      expect(dots.length).toBeGreaterThan(1);
      for (const dot of dots) {
        const part = dot.parentElement;
        const isFirst = (part?.getBoundingClientRect().left ?? 0) - left < 1;
        // The card clips what is left of it.
        expect(dot.getBoundingClientRect().right <= left + 1).toBe(isFirst);
      }
      expect(getComputedStyle(when).overflowX).toBe('clip');
    },
  );

  it('lists only the lines on the map in the legend', async () => {
    const main = await openApp('station', appState({ station: unknownStation }));
    const legend = page.getByRole('list', { name: 'Map legend' });
    const entries = (): string[] =>
      [...legend.element().querySelectorAll('li')].map(({ textContent }) => textContent.trim());
    await expect.element(legend).toBeVisible();
    expect(entries()).toEqual(['Station', 'Night, with the lights of towns']);
    main.tell(appState({ revision: 2, station: knownStation() }));
    await expect
      .poll(entries)
      .toEqual([
        'Station',
        'Your place',
        'Last orbit',
        'Next orbit',
        'The orbit after that',
        'Area where it is above the horizon',
        'Night, with the lights of towns',
      ]);
    const samples = [...legend.element().querySelectorAll('li svg')];
    expect(samples.map(({ clientWidth }) => clientWidth > 0)).toEqual(Array(7).fill(true));
    const dashes = [...legend.element().querySelectorAll('path.line')].map(
      (line) => getComputedStyle(line).strokeDasharray,
    );
    expect(new Set(dashes).size).toBe(3);
  });

  it('shows the night in the legend in red night mode, where the sea is black', async () => {
    const settings = { ...defaultSettings, nightMode: true };
    await openApp('station', appState({ settings }));
    await expect.poll(() => document.documentElement.dataset['night']).toBe('red');
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    const [day, night] = ['rect.sea', 'path.night'].map((selector) => {
      const part = document.querySelector(selector);
      if (part === null || context === null) throw new Error(`no ${selector}`);
      context.fillStyle = getComputedStyle(part).fill;
      context.fillRect(0, 0, 1, 1);
      return context.getImageData(0, 0, 1, 1).data[0] ?? NaN;
    });
    expect(night).toBeGreaterThan(15);
    expect(day).toBeGreaterThan((night ?? NaN) + 25);
  });

  it('shows the content of the map in a table, for now and for the next 90 minutes', async () => {
    await openApp('station', appState({ station: knownStation() }));
    await page.getByRole('button', { name: 'The map in words' }).click();
    const table = page.getByRole('table', { name: /^Where the station is now/ });
    await expect.element(table.getByRole('row').nth(10)).toBeVisible();
    await expect
      .element(table.getByRole('row').nth(1))
      .toMatchTextContent(/^Now\s*over .+° [NS] .+° [EW]\s*(Day|Twilight|Night)$/);
  });

  it('shows the path of a pass in a table', async () => {
    const station = knownStation({ passes: [passAt(Date.now() + 3_600_000, true)] });
    await openApp('station', appState({ station }));
    await page.getByRole('button', { name: 'The path as a table' }).click();
    const table = page.getByRole('table', { name: /^The path of this pass/ });
    const rows = () => table.getByRole('row').elements();
    await expect.poll(() => rows().length).toBeGreaterThan(5);
    const cells = rows().map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(cells[1]?.[2]).toBe('0°');
    expect(cells.at(-1)?.[2]).toBe('0°');
    expect(cells.map((row) => row[3])).toContain('Yes');
  });

  it('uses miles in regions that use them', async () => {
    const language = { language: 'en', formats: 'en-US' } as const;
    await openApp('station', appState({ station: knownStation(), language }));
    await expect.element(page.getByText(/^2\d\d\smi$/)).toBeVisible();
    await expect.element(page.getByText(/^17,\d\d0\smph$/)).toBeVisible();
    await details().click();
    await expect.element(page.getByText('About 0.2 mi')).toBeVisible();
  });

  it.each([
    ['en-US', /^(Today|Tomorrow) \d+:\d\d\s[AP]M/],
    ['en-GB', /\d\d:\d\d · 67° · /],
  ])('writes the time of a pass in the format of %s', async (formats, words) => {
    const station = knownStation({ passes: [passAt(Date.now() + 3_600_000, true)] });
    await openApp('station', appState({ station, language: { language: 'en', formats } }));
    await expect.element(page.getByText(/ · \d+° · /)).toMatchTextContent(words);
  });

  it('turns on night mode in the settings, and then draws a red map', async () => {
    const station = knownStation({ passes: [passAt(Date.now() + 3_600_000, true)] });
    const main = await openApp('station', appState({ station }));
    const toggle = page.getByRole('switch', { name: 'Red night mode' });
    await toggle.click();
    await expect
      .poll(() => main.calls.at(-1))
      .toEqual({ channel: 'settings.change', input: { nightMode: true } });
    await expect.element(toggle).not.toBeChecked();
    const settings = { ...defaultSettings, nightMode: true };
    main.tell(appState({ revision: 2, station, settings }));
    await expect.element(toggle).toBeChecked();
    await expect.poll(() => canvas().dataset['land']).toBe('true');
    // The click scrolled the page to the switch. The map is drawn only while it is in view, so scroll back to it.
    canvas().scrollIntoView();
    // In night mode, the map contains neither green nor blue.
    await expect.poll(() => otherLight(canvas())).toBe(0);
  });
});

/** The text with plain spaces instead of no-break spaces. */
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

describe('the countdown to the next pass', () => {
  const timer = () =>
    page
      .getByRole('main')
      .getByText(/^in \d|\sleft$/)
      .first();
  const pass = (inMs: number) => passAt(Date.now() + inMs, true);
  /** Milliseconds until the pass becomes visible. `passAt` sets `visibleFrom` later than the time that it is given. */
  const inMs = (made: ReturnType<typeof passAt>): number =>
    (made.visibleFrom ?? NaN) * 1000 - Date.now();

  it('is updated each second without moving the layout, and stops while hidden', async () => {
    fakeTime();
    vi.setSystemTime(Math.ceil(Date.now() / 1000) * 1000);
    const next = pass(460_000);
    const main = await openApp('station', appState({ station: knownStation({ passes: [next] }) }));
    const left = inMs(next);
    const words = (ms: number): string => `in ${plain(countdownInWords(ms))}`;
    await expect.element(timer()).toMatchTextContent(words(left));
    const { width, height } = map().element().getBoundingClientRect();
    vi.advanceTimersByTime(1_000);
    await expect.element(timer()).toMatchTextContent(words(left - 1_000));
    vi.advanceTimersByTime(60_000);
    await expect.element(timer()).toMatchTextContent(words(left - 61_000));
    const after = map().element().getBoundingClientRect();
    expect([after.width, after.height]).toEqual([width, height]);
    main.show(false);
    vi.advanceTimersByTime(10_000);
    expect(plain(timer().element().textContent)).toBe(words(left - 61_000));
    main.show(true);
    await expect.element(timer()).toMatchTextContent(words(left - 71_000));
  });

  it('is announced to screen readers ten, five and one minute before the pass, and at its start', async () => {
    fakeTime();
    vi.setSystemTime(Math.ceil(Date.now() / 1000) * 1000);
    const next = pass(3_600_000);
    await openApp('station', appState({ station: knownStation({ passes: [next] }) }));
    await expect.element(timer()).toBeVisible();
    const said = (words: string) =>
      expect.element(page.getByRole('status').filter({ hasText: words })).toBeInTheDocument();
    const goTo = (ms: number): void => void vi.advanceTimersByTime(inMs(next) - ms);
    goTo(11 * 60_000);
    await said('The next pass begins in 11 minutes.');
    goTo(10 * 60_000);
    await said('The next pass begins in 10 minutes.');
    goTo(6 * 60_000);
    await said('The next pass begins in 10 minutes.');
    goTo(5 * 60_000);
    await said('The next pass begins in 5 minutes.');
    goTo(60_000);
    await said('The next pass begins in 1 minute.');
    goTo(0);
    await said('The station is passing over your place now.');
    const live = page.getByRole('region', { name: 'Look up now' });
    await expect.element(live.getByText(/^\d\smin \d+\ss left$/)).toBeVisible();
    await expect.element(live.getByText(/, \d+° high$/)).toBeVisible();
  });

  it('counts down to the next visible pass, and links to that pass', async () => {
    const passes = [passAt(Date.now() + 3_600_000, false), passAt(Date.now() + 9_000_000, true)];
    await openApp('station', appState({ station: knownStation({ passes }) }));
    await page.viewport(720, 520);
    await expect
      .element(page.getByText(/ · 67° · 4\smin, like Jupiter \(magnitude\s−3\.4\)$/))
      .toBeVisible();
    await expect.element(timer()).toMatchTextContent(/^in 2\sh 3[01]\smin$/);
    await page.getByRole('button', { name: 'Next pass you can see' }).click();
    const list = page.getByRole('group', { name: 'Passes' }).getByRole('button');
    await expect.poll(() => list.elements().length).toBe(1);
    await expect.element(list).toHaveFocus();
    await expect.element(page.getByRole('heading', { name: 'Passes' })).toBeInViewport();
    await expect.element(list.first()).toHaveAttribute('aria-current', 'true');
  });

  it('expands an invisible pass if there is no visible pass', async () => {
    const passes = [passAt(Date.now() + 3_600_000, false)];
    await openApp('station', appState({ station: knownStation({ passes }) }));
    const list = page.getByRole('group', { name: /cannot be seen$/ }).getByRole('button');
    await expect
      .element(page.getByRole('button', { name: 'Next pass', exact: true }))
      .toBeVisible();
    expect(list.elements()).toHaveLength(0);
    await page.getByRole('button', { name: 'Next pass', exact: true }).click();
    await expect.element(list.first()).toHaveAttribute('aria-current', 'true');
  });
});

/** The largest value of green or blue in the pixels. */
function otherLight(drawn: HTMLCanvasElement): number {
  const { width, height } = drawn;
  const data = drawn.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
  let most = 0;
  for (let at = 0; at < data.length; at += 4)
    most = Math.max(most, data[at + 1] ?? 0, data[at + 2] ?? 0);
  return most;
}

it('does not announce the permanent warning of the Sun to screen readers', async () => {
  const transits = { list: [transitHere()], until: Date.now() + 9e8 };
  await openApp('station', appState({ station: knownStation({ transits }) }));
  await expect.element(page.getByText(/^Never look at the Sun/)).toBeVisible();
  expect(toasts.spoken).toEqual([]);
});
