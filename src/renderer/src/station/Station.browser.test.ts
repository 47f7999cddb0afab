import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defect } from '../../test/bridge-double.ts';
import { containing } from '../../test/containing.ts';
import { open } from '../../test/open.ts';
import { accessibilityFaults } from '../../test/faults.ts';
import { knownStation, orbitView } from '../../test/station-states.ts';
import { timeInWords } from '../ui/format.ts';
import { dayOf } from './pass-words.ts';
import { unknownStation, type Station } from '#shared/station/station.ts';
import { appState, fixAt, inTrouble, passAt, quiet, unreachable } from '../../test/states.ts';

const map = () => page.getByRole('img', { name: /World map/ });
const canvas = (): HTMLCanvasElement => {
  const found = document.querySelector('canvas');
  if (found === null) throw new Error('no canvas');
  return found;
};

/** From here on timers and frames come when the test advances the time. */
const fakeTime = (): void => {
  const toFake = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;
  vi.useFakeTimers({ toFake: [...toFake, 'requestAnimationFrame', 'cancelAnimationFrame'] });
};
afterEach(() => void vi.useRealTimers());

describe('Station', () => {
  it('shows the position, its age and its source', async () => {
    await open('station', appState());
    await expect.element(page.getByText('12.3° N 45.6° W', { exact: true })).toBeVisible();
    await expect.element(page.getByText(/^\d+ s ago$/)).toBeVisible();
    await expect.element(page.getByText('the public service')).toBeVisible();
    await expect.element(map()).toHaveAccessibleName(/The station is at 12\.3° N 45\.6° W/);
  });

  it('updates the age of the position', async () => {
    fakeTime();
    await open('station', appState());
    const age = page.getByText(/^\d+ s ago$/);
    await expect.element(age).toBeVisible();
    const before = Number.parseInt(age.element().textContent);
    vi.advanceTimersByTime(5_000);
    await expect.element(page.getByText(`${before + 5} s ago`, { exact: true })).toBeVisible();
  });

  it('asks for close polling only while it is open', async () => {
    const main = await open('station', appState());
    await expect.element(map()).toBeVisible();
    expect(main.calls).toEqual([{ channel: 'station.watch', input: true }]);
    await page.getByRole('link', { name: 'Journal' }).click();
    await expect.element(page.getByRole('heading', { name: 'Journal' })).toBeVisible();
    expect(main.calls.at(-1)).toEqual({ channel: 'station.watch', input: false });
  });

  it('is neither watched nor drawn while main says that the window is minimised', async () => {
    const main = await open('station', appState());
    const last = () => main.calls.at(-1);
    await expect.poll(() => canvas().dataset['land']).toBe('true');
    await expect.poll(() => canvas().width).toBeGreaterThan(300);
    main.show(false);
    await expect.poll(last).toEqual({ channel: 'station.watch', input: false });
    const before = canvas().toDataURL();
    main.tell(appState({ revision: 2, station: knownStation() }));
    await expect.element(page.getByText('every 5 min')).toBeVisible();
    for (let k = 0; k < 3; k++) await new Promise(requestAnimationFrame);
    expect(canvas().toDataURL() === before).toBe(true);
    main.show(true);
    await expect.poll(last).toEqual({ channel: 'station.watch', input: true });
    await expect.poll(() => canvas().toDataURL() === before).toBe(false);
  });

  it('keeps working when main rejects a command', async () => {
    await open('station', appState(), { command: defect() });
    await expect.element(page.getByText('12.3° N 45.6° W', { exact: true })).toBeVisible();
  });

  it('draws the coast and the station at its place', async () => {
    const main = await open('station', appState());
    await expect.poll(() => canvas().dataset['land']).toBe('true');
    const before = canvas().toDataURL();
    const station = { status: 'ready', at: 0, last: fixAt(-40, 100, 0), lastAt: 0 } as const;
    main.tell(appState({ revision: 2, station: { ...unknownStation, fix: station } }));
    await expect.element(map()).toHaveAccessibleName(/40\.0° S 100\.0° E/);
    await expect.poll(() => canvas().toDataURL()).not.toBe(before);
  });

  it('draws as many pixels as the screen has', async () => {
    await open('station', appState());
    await expect
      .poll(() => canvas().width)
      .toBe(Math.round(canvas().clientWidth * window.devicePixelRatio));
  });

  it('waits for the first position', async () => {
    await open('station', appState({ station: unknownStation }));
    await expect.element(page.getByText('Waiting for the first position…')).toBeVisible();
    await expect.element(map()).toHaveAccessibleName(/not known yet/);
  });

  it('says why there is no new position, and keeps the last one', async () => {
    const last = fixAt(1, 2, 90_000);
    const station = { status: 'failed', at: 0, failure: unreachable, last, lastAt: 0 } as const;
    const activities = { picture: quiet, position: inTrouble, posts: quiet };
    await open('station', appState({ station: { ...unknownStation, fix: station }, activities }));
    await expect
      .element(page.getByText(/service since .+: the service cannot be reached\.[^]*Next try: /))
      .toBeVisible();
    await expect.element(page.getByText('1.0° N 2.0° E', { exact: true })).toBeVisible();
    await expect.element(page.getByText('1 min ago')).toBeVisible();
  });

  it('shows place, altitude, speed and uncertainty by the orbit', async () => {
    await open('station', appState({ station: knownStation() }));
    await expect.element(page.getByText(/^Over \S/)).toBeVisible();
    await expect.element(page.getByText(/^4\d\d km$/)).toBeVisible();
    await expect.element(page.getByText(/^27\D\d\d0 km\/h$/)).toBeVisible();
    await expect.element(page.getByText('± 0.3 km')).toBeVisible();
    await expect.element(page.getByText('every 5 min')).toBeVisible();
  });

  it('moves the station without new fixes', async () => {
    fakeTime();
    await open('station', appState({ station: knownStation() }));
    await expect.poll(() => canvas().dataset['land']).toBe('true');
    await expect.poll(() => canvas().width).toBeGreaterThan(300);
    vi.advanceTimersByTime(1_100);
    const before = canvas().toDataURL();
    vi.advanceTimersByTime(10_000);
    expect(canvas().toDataURL() === before).toBe(false);
  });

  it('shows progress until the orbit is known', async () => {
    await open('station', appState({ station: { ...appState().station, fixesKept: 12 } }));
    await expect.element(page.getByText('learning the orbit', { exact: true })).toBeVisible();
    await expect.element(page.getByText(/^Where do you look from\?/)).toBeVisible();
  });

  it('says in one sentence when passes will be known, and claims no accuracy before', async () => {
    const learning: Partial<Station> = {
      orbit: orbitView(0, { sigmaKmNow: 0.05, sigmaKmInADay: 2000 }),
      passes: [],
      passesUntil: null,
      passesExpectedAt: Date.now() + 10 * 60_000,
      polling: { mode: 'learning', everySeconds: 60 },
    };
    await open('station', appState({ station: knownStation(learning) }));
    const words = 'The app is learning the orbit. Known in about 10 minutes.';
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(page.getByText('learning the orbit', { exact: true })).toBeVisible();
    expect(page.getByText(/±/).elements()).toEqual([]);
  });

  it('says that passes are missing while the orbit is not known well', async () => {
    const passes = [passAt(Date.now() + 3_600_000, false)];
    const passesUntil = Date.now() + 7.5 * 3_600_000;
    await open('station', appState({ station: knownStation({ passes, passesUntil }) }));
    const words = containing('passes are known for the next 7 hours only');
    await expect.element(page.getByText(words)).toBeVisible();
  });

  it('distinguishes no pass from no visible pass', async () => {
    const main = await open('station', appState({ station: knownStation({ passes: [] }) }));
    const none = containing('does not come over this place in the next 5 days');
    await expect.element(page.getByText(none)).toBeVisible();
    const passes = [passAt(Date.now() + 3_600_000, false)];
    main.tell(appState({ revision: 2, station: knownStation({ passes }) }));
    await page.getByLabelText('Only visible ones').click();
    const hidden = containing('None is visible in the next 5 days: in the Earth’s shadow.');
    await expect.element(page.getByText(hidden)).toBeVisible();
  });

  it('says that it asks for no position while paused', async () => {
    const polling = { mode: 'paused', everySeconds: null } as const;
    const observer = knownStation().observer;
    await open('station', appState({ station: { ...unknownStation, observer, polling } }));
    await expect.element(page.getByText('Position not known while paused')).toBeVisible();
    await expect.element(page.getByText(/asks for no position while it is paused/)).toBeVisible();
  });

  it('follows the orbit while the service is away, and says since when', async () => {
    const last = fixAt(1, 2, 3 * 3_600_000);
    const lastAt = Date.now() - 3 * 3_600_000;
    const fix = { status: 'failed', at: Date.now(), failure: unreachable, last, lastAt } as const;
    const orbit = orbitView(600_000, { sigmaKmNow: 1.2 });
    await open('station', appState({ station: knownStation({ fix, orbit }) }));
    const since = timeInWords(lastAt, Date.now()).replaceAll(/\s/g, '\\s');
    const words = `^No position from the service since ${since}: the service cannot be reached\\.\\s`;
    await expect.element(page.getByText(new RegExp(words))).toBeVisible();
    await expect.element(page.getByText(/The map follows the\s+known orbit\./)).toBeVisible();
    await expect.element(page.getByText('3 h ago')).toBeVisible();
    await expect.element(page.getByText('± 2.4 km')).toBeVisible();
  });

  it('shows the sky of the pass that is chosen', async () => {
    const station = knownStation();
    await open('station', appState({ station }));
    const buttons = page.getByRole('button', { name: /° high/ });
    await expect.poll(() => buttons.elements().length).toBe(station.passes.length);
    const last = buttons.last();
    await last.click();
    await expect.element(last).toHaveAttribute('aria-pressed', 'true');
    const peak = Math.round(station.passes.at(-1)?.peak.elevation ?? NaN);
    await expect
      .element(page.getByRole('img', { name: /^The sky as one looks up/ }))
      .toHaveAccessibleName(new RegExp(`stands ${peak}° high`));
    expect(accessibilityFaults()).toEqual([]);
  });

  it('shows the visible stretch of a pass, and “now” during it', async () => {
    const now = Date.now();
    const passes = [
      passAt(now - 350_000, true),
      passAt(now - 60_000, true),
      passAt(now + 3_600_000, true),
    ];
    await open('station', appState({ station: knownStation({ passes }) }));
    const list = page.getByRole('group', { name: 'Passes' });
    await expect.element(list).toBeVisible();
    const times = [...list.element().querySelectorAll('.time')].map((time) => time.textContent);
    const seen = (passes[2]?.visibleFrom ?? 0) * 1000;
    const clock = new Date(seen).toLocaleTimeString(undefined, { timeStyle: 'short' });
    expect(times).toEqual(['over', 'now', clock]);
  });

  it('says which clock the times of a distant place are in', async () => {
    const longitude = (new Date().getTimezoneOffset() / 60) * -15 - 180;
    const observer = { latitude: 0, longitude, altitude: 0, source: 'settings' } as const;
    await open('station', appState({ station: knownStation({ observer }) }));
    await expect
      .element(
        page.getByText(containing('by the clock of this computer, not by that of the place')),
      )
      .toBeVisible();
  });

  it('moves between passes by the arrow keys and names the pass it shows', async () => {
    const station = knownStation();
    await open('station', appState({ station }));
    const buttons = page.getByRole('button', { name: /° high/ });
    await expect.poll(() => buttons.elements().length).toBe(station.passes.length);
    const all = buttons.elements() as HTMLElement[];
    all[0]?.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(all[2]);
    await userEvent.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(all[1]);
    await userEvent.keyboard('{End}');
    expect(document.activeElement).toBe(all.at(-1));
    await userEvent.keyboard('{Enter}');
    await expect.element(buttons.last()).toHaveAttribute('aria-pressed', 'true');
    const last = station.passes.at(-1);
    if (last === undefined) throw new Error('no pass');
    const day = dayOf(last, Date.now());
    await expect
      .element(page.getByRole('heading', { level: 3, name: new RegExp(`^${day}, `) }))
      .toBeVisible();
    await userEvent.keyboard('{Home}{ArrowUp}');
    expect(document.activeElement).toBe(all[0]);
  });

  it('begins a post about the pass that is shown', async () => {
    await open('station', appState({ station: knownStation() }));
    await page.getByRole('button', { name: 'Write about this pass' }).click();
    expect(location.hash).toBe('#journal');
    const field = page.getByLabelText('Title').element() as HTMLInputElement;
    await expect.poll(() => field.value).toMatch(/station/i);
  });

  it('hides passes that are not visible', async () => {
    const station = knownStation();
    const [first, second] = station.passes;
    if (first === undefined || second === undefined) throw new Error('too few passes');
    const seen = { visible: true, reason: null, brightness: null } as const;
    const unseen = { visible: false, reason: 'daylight' } as const;
    const passes = [
      { ...first, ...unseen, visibleFrom: null, visibleTo: null },
      { ...second, ...seen },
    ];
    await open('station', appState({ station: { ...station, passes } }));
    const buttons = page.getByRole('button', { name: /° high/ });
    await expect.poll(() => buttons.elements().length).toBe(2);
    await expect.element(buttons.last()).toHaveAttribute('aria-pressed', 'true');
    await page.getByLabelText('Only visible ones').click();
    await expect.poll(() => buttons.elements().length).toBe(1);
  });

  it('sets the observer by a click on the map, and undoes it', async () => {
    const main = await open('station', appState({ station: knownStation() }));
    await expect.poll(() => canvas().dataset['land']).toBe('true');
    canvas().dispatchEvent(
      new MouseEvent('click', {
        clientX: canvas().getBoundingClientRect().x + canvas().clientWidth / 2,
        clientY: canvas().getBoundingClientRect().y + canvas().clientHeight / 2,
      }),
    );
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    const set = main.calls.at(-1);
    expect(set?.channel).toBe('station.setObserver');
    const { latitude, longitude } = set?.input as { latitude: number; longitude: number };
    expect(Math.abs(latitude)).toBeLessThan(1);
    expect(Math.abs(longitude)).toBeLessThan(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => main.calls.at(-1)?.input)
      .toEqual({ latitude: 52.52, longitude: 13.4, altitude: 34 });
  });

  it('accepts typed coordinates and rejects invalid ones', async () => {
    const main = await open('station', appState({ station: knownStation() }));
    await page.getByRole('button', { name: 'Change place' }).click();
    const latitude = page.getByLabelText('Latitude (− for south)');
    const longitude = page.getByLabelText('Longitude (− for west)');
    await latitude.fill('91');
    await longitude.fill('200');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    const words = 'Latitude must be between −90 and 90. Longitude must be between −180 and 180.';
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(latitude).toHaveAttribute('aria-invalid', 'true');
    await expect.element(longitude).toHaveAttribute('aria-invalid', 'true');
    expect(main.calls.map(({ channel }) => channel)).not.toContain('station.setObserver');
    await latitude.fill('-33.87');
    await longitude.fill('151.21');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    const input = { latitude: -33.87, longitude: 151.21, altitude: 34 };
    await expect.poll(() => main.calls.at(-1)).toEqual({ channel: 'station.setObserver', input });
    await page.getByRole('button', { name: 'Change place' }).click();
    await page.getByRole('button', { name: 'Guess from time zone' }).click();
    await expect.poll(() => main.calls.at(-1)?.input).toBeNull();
  });

  const typing = async (answers = {}) => {
    const station = knownStation();
    const main = await open('station', appState({ station }), answers);
    await page.getByRole('button', { name: 'Change place' }).click();
    const latitude = page.getByLabelText('Latitude (− for south)');
    const longitude = page.getByLabelText('Longitude (− for west)');
    return { main, station, latitude, longitude };
  };
  const set = () => page.getByRole('button', { name: 'Set', exact: true }).click();

  it('accepts a decimal comma and shows beside the field what cannot be read', async () => {
    const { main, latitude, longitude } = await typing();
    await latitude.fill('52,52');
    await longitude.fill('13,4 O');
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByText(/^O means east in German and west in Sp/)).toBeVisible();
    await expect.element(longitude).toHaveValue('13,4 O');
    await expect.element(longitude).toHaveAttribute('aria-invalid', 'true');
    await longitude.fill('13,4 W');
    await expect.element(longitude).toHaveAttribute('aria-invalid', 'false');
    await set();
    const input = { latitude: 52.52, longitude: -13.4, altitude: 34 };
    await expect.poll(() => main.calls.at(-1)).toEqual({ channel: 'station.setObserver', input });
  });

  it.each(['latitude', 'longitude'] as const)(
    'fills both fields from a pair that is pasted into the %s',
    async (axis) => {
      const fields = await typing();
      const data = new DataTransfer();
      data.setData('text/plain', '33.87 S 151.21 E');
      const paste = new ClipboardEvent('paste', { clipboardData: data, cancelable: true });
      fields[axis].element().dispatchEvent(paste);
      expect(paste.defaultPrevented).toBe(true);
      await expect.element(fields.latitude).toHaveValue('-33.87');
      await expect.element(fields.longitude).toHaveValue('151.21');
    },
  );

  it('takes a pair that is typed into one field', async () => {
    const { main, latitude } = await typing();
    await latitude.fill('34,60 S; 58,38 W');
    await userEvent.keyboard('{Enter}');
    const input = { latitude: -34.6, longitude: -58.38, altitude: 34 };
    await expect.poll(() => main.calls.at(-1)).toEqual({ channel: 'station.setObserver', input });
  });

  it('shows what a guess found and restores typed coordinates', async () => {
    const { main, station, latitude, longitude } = await typing();
    await latitude.fill('48.2');
    await longitude.fill('16.37');
    await page.getByRole('button', { name: 'Guess from time zone' }).click();
    const observer = { latitude: 40.7, longitude: -74, altitude: 0, source: 'guess' } as const;
    main.tell(appState({ revision: 2, station: { ...station, observer } }));
    const said = page.getByRole('status', { name: 'Your place' });
    await expect
      .element(said)
      .toMatchTextContent('The time zone of this computer gives 40.7° N 74.0° W.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => main.calls.at(-1)?.input)
      .toEqual({ latitude: 52.52, longitude: 13.4, altitude: 34 });
    await expect.element(latitude).toHaveValue('48.2');
    await expect.element(longitude).toHaveValue('16.37');
  });

  it('keeps typed coordinates when the form is closed or the command fails', async () => {
    const { latitude } = await typing({ command: defect() });
    await latitude.fill('48.2');
    const toggle = page.getByRole('button', { name: 'Change place' });
    await toggle.click();
    await toggle.click();
    await expect.element(latitude).toHaveValue('48.2');
    await set();
    await expect.element(page.getByText(/^Your place was not kept: /)).toBeVisible();
    await expect.element(latitude).toHaveValue('48.2');
  });

  it('says that a place was not saved', async () => {
    await open('station', appState({ station: knownStation() }), { command: defect() });
    await page.getByRole('button', { name: 'Change place' }).click();
    await page.getByRole('button', { name: 'Guess from time zone' }).click();
    await expect.element(page.getByText(/^Your place was not kept: /)).toBeVisible();
  });
});
