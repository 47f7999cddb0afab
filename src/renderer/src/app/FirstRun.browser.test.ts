import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { idleRemote, loadingRemote, readyRemote } from '#shared/remote.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import type { AppState } from '#shared/state.ts';
import type { StarField } from '#shared/station/sky/star-field.ts';
import { findViolations } from '#renderer-test/axe.ts';
import { openApp } from '#renderer-test/open.ts';
import { appState, dayPicture, unreachableFailure } from '#renderer-test/states.ts';
import { berlinObserver, knownStation } from '#renderer-test/station-states.ts';

const answered = (enabled: boolean | null, state: Partial<AppState> = {}): AppState => {
  const wallpaper = { ...defaultSettings.wallpaper, enabled };
  return appState({ settings: { ...defaultSettings, wallpaper }, ...state });
};
const heading = () => page.getByRole('heading', { level: 1 });
const button = (name: string) => page.getByRole('button', { name, exact: true });

const town = () => page.getByRole('combobox', { name: 'Town or coordinates' });
/** The place that was stored, as JSON; null if none was. */
const stored = (main: Awaited<ReturnType<typeof openApp>>): string | null | undefined => {
  const [{ input } = { input: {} }] = main.calls as {
    input: { station?: { observer: unknown } };
  }[];
  return input.station === undefined ? null : JSON.stringify(input.station.observer);
};

/** A picture that the page can decode. */
const visible = readyRemote(
  {
    ...dayPicture,
    file: dayPicture.file && { ...dayPicture.file, name: '2019-07-16-5e4bed00.jpg' },
  },
  Date.now(),
);
const field: StarField = {
  stars: [
    { direction: [0, -0.8, 0.6], magnitude: 0 },
    { direction: [0.3, -0.8, 0.52], magnitude: 3 },
  ],
  galaxy: { pole: [1, 0, 0], center: [0, 0, 1] },
  isSouthern: false,
};

describe('the first-run page', () => {
  it('hides the navigation and ignores shortcuts until the user answers', async () => {
    const main = await openApp('today', answered(null));
    await expect.element(heading()).toMatchTextContent('Welcome to Overhead');
    await expect.element(heading()).toHaveFocus();
    expect(page.getByRole('navigation').elements()).toHaveLength(0);
    expect(await findViolations()).toEqual([]);
    await userEvent.keyboard('{Control>}2{/Control}');
    await expect.element(heading()).toMatchTextContent('Welcome to Overhead');
    expect(main.calls).toEqual([]);
  });

  it.each([
    ['Set as wallpaper every day', true],
    ['Not now', false],
  ])('stores on “%s” whether new pictures become the wallpaper: %s', async (name, enabled) => {
    const main = await openApp('today', answered(null, { picture: visible }));
    await button(name).click();
    expect(main.calls).toEqual([
      {
        channel: 'settings.change',
        input: {
          wallpaper: { ...defaultSettings.wallpaper, enabled },
          ...(enabled && { startAtLogin: true }),
        },
      },
    ]);
  });

  it('says that Windows Spotlight does not come back, only where the desktop shows it', async () => {
    const main = await openApp('today', answered(null));
    const words = page.getByText(/^Windows Spotlight cannot be started again by an app/);
    await expect.element(heading()).toBeVisible();
    expect(words.elements()).toHaveLength(0);
    main.tell(answered(null, { revision: 2, ownIsSpotlight: true }));
    await expect.element(words).toBeVisible();
    expect(await findViolations()).toEqual([]);
  });

  it('promises the start at login in its sentence, and a click on “Undo” takes back both', async () => {
    const main = await openApp('today', answered(null));
    await expect.element(page.getByText(/^Overhead starts when you log in\./)).toBeVisible();
    await button('Set as wallpaper every day').click();
    main.tell(answered(true, { revision: 2 }));
    await button('Undo').click();
    expect(main.calls.at(-1)).toEqual({
      channel: 'settings.change',
      input: {
        wallpaper: { ...defaultSettings.wallpaper, enabled: false },
        startAtLogin: false,
      },
    });
  });

  it('switches off the notifications of pictures and passes on “Wallpaper only”', async () => {
    const main = await openApp('today', answered(null));
    await page.getByRole('checkbox', { name: 'Wallpaper only, without notifications' }).click();
    await button('Set as wallpaper every day').click();
    const { notifications, station, wallpaper } = defaultSettings;
    expect(main.calls).toEqual([
      {
        channel: 'settings.change',
        input: {
          wallpaper: { ...wallpaper, enabled: true },
          startAtLogin: true,
          notifications: { ...notifications, newPicture: false },
          station: { ...station, alerts: { ...station.alerts, enabled: false } },
        },
      },
    ]);
  });

  it.each<[string, Partial<AppState>]>([
    ['the system cannot', { loginItem: 'unsupported' }],
    ['it already does', { loginItem: 'on' }],
  ])('leaves the start at login alone if %s', async (_what, state) => {
    const main = await openApp('today', answered(null, state));
    await button('Set as wallpaper every day').click();
    expect(main.calls).toMatchObject([{ input: { wallpaper: { enabled: true } } }]);
    expect(JSON.stringify(main.calls)).not.toContain('startAtLogin');
  });

  it('shows stars until the picture is decoded, and then the picture over the whole page', async () => {
    const main = await openApp('today', answered(null, { picture: loadingRemote(idleRemote, 0) }), {
      starField: field,
    });
    const stars = () => document.querySelector('main canvas');
    await expect.poll(() => stars()?.getAttribute('data-drawn')).toBe('true');
    await expect
      .element(page.getByRole('main').getByText('Downloading today’s picture…'))
      .toBeVisible();
    expect(document.querySelector('main svg .station')).not.toBeNull();
    await expect.element(button('Set as wallpaper every day')).toBeVisible();
    main.tell(answered(null, { revision: 2, picture: visible }));
    const image = page.getByRole('img', { name: dayPicture.record.title });
    await expect.element(image).toBeVisible();
    const box = image.element().getBoundingClientRect();
    expect([box.width, box.height]).toEqual([1080, 720]);
    await expect.element(page.getByRole('main').getByText(/^Today’s picture: /)).toBeVisible();
  });

  it('shows the place guessed from the time zone as a dot, but does not store the guess', async () => {
    const station = knownStation({
      observer: { ...berlinObserver, altitudeSigma: 30, source: 'guess' },
    });
    const main = await openApp('today', answered(null, { station, picture: visible }));
    await expect.element(town()).toHaveValue('Berlin');
    await expect
      .element(page.getByRole('main').getByText(/^Guessed from your time zone: Berlin, Germany\./))
      .toBeVisible();
    const map = page.getByRole('img', { name: /^Map with a dot at your place, 52/ });
    await expect.element(map).toBeVisible();
    expect(await findViolations()).toEqual([]);
    await button('Set as wallpaper every day').click();
    expect(main.calls).toHaveLength(1);
    expect(stored(main)).toBeNull();
  });

  it('stores the guessed place that the user chooses from the list', async () => {
    const station = knownStation({
      observer: { ...berlinObserver, altitudeSigma: 30, source: 'guess' },
    });
    const main = await openApp('today', answered(null, { station, picture: visible }));
    await expect.element(town()).toHaveValue('Berlin');
    await town().click();
    await userEvent.keyboard('{Enter}');
    await expect
      .element(page.getByRole('main').getByText(/^Chosen place: Berlin · Germany/))
      .toBeVisible();
    await button('Not now').click();
    expect(stored(main)).toContain('"latitude":52.5');
  });

  it('stores a typed place instead of the guessed one', async () => {
    const station = knownStation({
      observer: { ...berlinObserver, altitudeSigma: 30, source: 'guess' },
    });
    const main = await openApp('today', answered(null, { station, picture: visible }));
    await expect.element(town()).toHaveValue('Berlin');
    await town().fill('lübeck');
    await button('Set as wallpaper every day').click();
    expect(stored(main)).toContain('"latitude":53.8');
  });

  it('stores a typed town that was not picked from the list', async () => {
    const main = await openApp('today', answered(null));
    await town().fill('berlin');
    await expect.element(page.getByRole('option').first()).toBeVisible();
    await button('Set as wallpaper every day').click();
    expect(stored(main)).toContain('"latitude":52.5');
  });

  it('shows the picked town, and discards it when the user edits the text', async () => {
    const main = await openApp('today', answered(null));
    await town().fill('hamburg');
    await page.getByRole('option').first().click();
    await expect
      .element(page.getByRole('main').getByText(/^Chosen place: Hamburg · /))
      .toBeVisible();
    await town().fill('lübeck');
    await expect.element(page.getByRole('main').getByText(/^Chosen place/)).not.toBeInTheDocument();
    await button('Set as wallpaper every day').click();
    expect(stored(main)).toContain('"latitude":53.8');
  });

  it('asks which of several towns is meant, but not on “Not now”', async () => {
    const main = await openApp('today', answered(null));
    await town().fill('springfield');
    await expect.element(page.getByRole('option').first()).toBeVisible();
    await button('Set as wallpaper every day').click();
    await expect
      .element(page.getByRole('main').getByText('Choose a town from the list, or empty the field.'))
      .toBeVisible();
    await expect.element(town()).toHaveFocus();
    expect(main.calls).toEqual([]);
    await button('Not now').click();
    expect(main.calls).toHaveLength(1);
    expect(stored(main)).toBeNull();
  });

  it('explains why there is no preview of the picture', async () => {
    const picture = {
      status: 'failed',
      at: 0,
      failure: unreachableFailure,
      last: null,
      lastAt: null,
    } as const;
    await openApp('today', answered(null, { picture }));
    await expect
      .element(page.getByRole('main').getByText(/cannot be reached.*cannot be shown yet/))
      .toBeVisible();
  });

  it('is replaced by the Today view, and the focus moves to the heading of this view', async () => {
    const main = await openApp('today', answered(null));
    await button('Set as wallpaper every day').click();
    main.tell(answered(true, { revision: 2 }));
    await expect.element(heading()).toMatchTextContent('The Sombrero Galaxy in Infrared');
    await expect.element(heading()).toHaveFocus();
    await expect
      .element(page.getByText(/^Each day’s picture becomes your wallpaper\./).last())
      .toBeVisible();
  });

  it.each([
    [720, 520],
    [360, 260],
  ])('remains usable at %d × %d', async (width, height) => {
    await openApp('today', answered(null, { services: { source: 'embedded', simulated: true } }));
    await page.viewport(width, height);
    await expect.element(button('Set as wallpaper every day')).toBeInViewport({ ratio: 1 });
    await expect.element(page.getByText(/^Demo data/).first()).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });

  it('leaves the middle of the picture free between its cards', async () => {
    await openApp('today', answered(null));
    await page.viewport(1080, 720);
    await expect.element(button('Set as wallpaper every day')).toBeVisible();
    const welcome = document.querySelector('header')?.getBoundingClientRect();
    expect(welcome?.right).toBeLessThan(0.42 * 1080);
  });

  it.each([720, 900, 1000])(
    'covers the middle of the picture with one card in a window of %d pixels',
    async (width) => {
      await openApp('today', answered(null));
      await page.viewport(width, 600);
      await expect.element(button('Set as wallpaper every day')).toBeVisible();
      const place = document.querySelector('section')?.getBoundingClientRect();
      // The mark of a simulated picture is up to 150 pixels wide.
      expect(place?.left).toBeLessThan(width / 2 - 75);
    },
  );

  it('scrolls above its footer, which covers nothing and is as wide as the window', async () => {
    await openApp('today', answered(null));
    await page.viewport(640, 400);
    await expect.element(button('Set as wallpaper every day')).toBeVisible();
    const footer = document.querySelector('footer') ?? expect.fail();
    const { left, right, top, bottom } = footer.getBoundingClientRect();
    expect([left, right, bottom]).toEqual([0, 640, 400]);
    const scrolled = footer.previousElementSibling ?? expect.fail();
    expect(scrolled.scrollHeight).toBeGreaterThan(scrolled.clientHeight);
    expect(scrolled.getBoundingClientRect().bottom).toBeLessThanOrEqual(top);
  });
});
