import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defaultSettings } from '#shared/settings/settings.ts';
import type { Sky } from '#shared/station/sky/sky.ts';
import { seenPart } from '#shared/station/sky/pass-span.ts';
import { pointOnChart, type SkyPoint } from '#shared/station/sky/sky-arc.ts';
import { defectAnswer } from '#renderer-test/bridge-double.ts';
import { textContaining } from '#renderer-test/containing.ts';
import { openApp } from '#renderer-test/open.ts';
import { conjunctionWithJupiter, skyBehind } from '#renderer-test/sky-states.ts';
import { appState, passAt } from '#renderer-test/states.ts';
import { knownStation } from '#renderer-test/station-states.ts';
import { clockTime, exactTime } from '#renderer/ui/clock-time.ts';

const pass = passAt(Date.now() + 3_600_000, true);
const station = knownStation({ passes: [pass] });
const chart = () => page.getByRole('img', { name: /^The sky as you look up/ });
const slider = () => page.getByRole('slider', { name: 'Along the pass' });
const spoken = () => slider().element().getAttribute('aria-valuetext');
const openWith = (changes: Partial<Sky> = {}) =>
  openApp('station', appState({ station }), { sky: skyBehind(pass, changes) });

/** The number of dots: each is a piece of a path. */
const dotsDrawn = (): number =>
  [...document.querySelectorAll('.sky-layers .star')].flatMap(
    (path) => path.getAttribute('d')?.match(/M/g) ?? [],
  ).length;

describe('the sky behind a pass', () => {
  it('names the Moon and the planets above the horizon, lists them by brightness, and describes the darkness', async () => {
    await openWith();
    await expect
      .element(chart())
      .toHaveAccessibleName(/Behind it: Moon, Venus, Jupiter, and Saturn\.$/);
    expect(dotsDrawn()).toBe(3);
    await expect.element(page.getByText(/^Nautical twilight: the Sun is 10° below/)).toBeVisible();
    const { dusk, dawn } = skyBehind(pass).night;
    const [from, to] = [clockTime(dusk[1] ?? NaN), clockTime(dawn[1] ?? NaN)];
    const words = `Dark enough to see the station from ${from} to ${to}.`;
    await expect.element(page.getByText(words)).toBeVisible();
    await expect
      .element(page.getByText('Moon: waxing crescent, 25% lit; south, 40° high.'))
      .toBeVisible();
    await page.getByRole('button', { name: 'What is in the sky' }).click();
    const rows = page.getByRole('table', { name: /^Sun, Moon, planets/ }).getByRole('rowheader');
    await expect
      .poll(() => rows.elements().map((row) => row.textContent))
      .toEqual(['Moon', 'Venus', 'Jupiter', 'Arcturus', 'Vega', 'Saturn']);
    // Labels stay beside their objects in right-to-left scripts.
    const places = (): number[] => {
      const { x } = (chart().element() as Element).getBoundingClientRect();
      return [...document.querySelectorAll('.sky-layers .name')].map(
        (label) => label.getBoundingClientRect().x - x,
      );
    };
    const before = places();
    expect(before).not.toEqual([]);
    document.documentElement.dir = 'rtl';
    onTestFinished(() => void (document.documentElement.dir = 'ltr'));
    for (const [n, place] of places().entries()) expect(place).toBeCloseTo(before[n] ?? NaN, 0);
  });

  it('describes the visible stretch of a half-visible pass in card, list, chart and table', async () => {
    const half = { ...pass, visibleFrom: pass.peak.t + 60, visibleTo: pass.peak.t + 120 };
    const state = appState({ station: knownStation({ passes: [half] }) });
    await openApp('station', state, { sky: skyBehind(half) });
    await expect.element(chart()).toHaveAccessibleName(/The station appears in the southeast, is /);
    const { textContent } = document.querySelector('main') ?? expect.fail();
    expect(textContent).not.toContain('67°');
    const height = `${Math.round(seenPart(half).from.elevation)}°`;
    expect(textContent.split(height).length).toBeGreaterThan(3);
    for (const word of ['Appears', 'Disappears']) expect(textContent).toContain(word);
  });

  it('draws no label over another one, also if the Moon and a planet are at the culmination', async () => {
    const sky = skyBehind(pass);
    const { direction } = sky.bodies.find(({ body }) => body === 'moon') ?? expect.fail();
    const azimuth = (pass.peak.azimuth * Math.PI) / 180;
    const elevation = (pass.peak.elevation * Math.PI) / 180;
    const peak: typeof direction = [
      Math.cos(elevation) * Math.sin(azimuth),
      Math.cos(elevation) * Math.cos(azimuth),
      Math.sin(elevation),
    ];
    const bodies = sky.bodies.map((one) =>
      ['moon', 'jupiter'].includes(one.body) ? { ...one, direction: peak } : one,
    );
    await openWith({ bodies });
    await expect.element(chart()).toHaveAccessibleName(/Moon, Venus, Jupiter, and Saturn\.$/);
    const boxes = [...document.querySelectorAll('#pass-sky .chart text')].map((label) => ({
      text: label.textContent.trim(),
      box: label.getBoundingClientRect(),
    }));
    expect(boxes.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Moon', 'Jupiter', exactTime(pass.peak.t), 'N', '30°', 'Vega']),
    );
    const pairs = boxes.flatMap(({ text, box }, k) =>
      boxes
        .slice(k + 1)
        .filter(
          ({ box: other }) =>
            Math.min(box.right, other.right) - Math.max(box.left, other.left) > 0 &&
            Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 0,
        )
        .map((other) => `${text} and ${other.text}`),
    );
    expect(pairs).toEqual([]);
  });

  it('draws no time over the disc of the Moon', async () => {
    const azimuth = (pass.peak.azimuth * Math.PI) / 180;
    const elevation = ((pass.peak.elevation - 9) * Math.PI) / 180;
    const belowPeak: [number, number, number] = [
      Math.cos(elevation) * Math.sin(azimuth),
      Math.cos(elevation) * Math.cos(azimuth),
      Math.sin(elevation),
    ];
    const bodies = skyBehind(pass).bodies.map((one) =>
      one.body === 'moon' ? { ...one, direction: belowPeak } : one,
    );
    await openWith({ bodies });
    await expect.element(chart()).toHaveAccessibleName(/Moon, /);
    const boxOf = (selector: string): DOMRect =>
      document.querySelector(`#pass-sky .chart ${selector}`)?.getBoundingClientRect() ??
      expect.fail();
    const [disc, time] = [boxOf('.moon'), boxOf('.time.top')];
    const across = Math.min(disc.right, time.right) - Math.max(disc.left, time.left);
    const down = Math.min(disc.bottom, time.bottom) - Math.max(disc.top, time.top);
    expect(Math.min(across, down)).toBeLessThanOrEqual(0);
  });

  it('shows time, direction, height and brightness along the pass, by keyboard and at the pressed point of the chart', async () => {
    await openWith();
    await expect.poll(spoken).toContain(', 67° high, like Jupiter (magnitude\u00A0−2.1)');
    slider().element().focus();
    await userEvent.keyboard('{Home}');
    const risen = `${exactTime(pass.rise.t)}: west, 0° high`;
    await expect.poll(spoken).toContain(risen);
    await userEvent.keyboard('{End}');
    const set = `${exactTime(pass.set.t)}: east, 0° high, dark in the Earth’s shadow`;
    await expect.element(slider()).toHaveAttribute('aria-valuetext', set);
    await expect.element(page.getByText(set)).toBeVisible();
    // A press on the chart moves the station, too.
    const begin = document.querySelectorAll('.mark')[0] ?? expect.fail();
    const box = (chart().element() as Element).getBoundingClientRect();
    const mark = begin.getBoundingClientRect();
    // The chart has a point of the path for each 3 s.
    const times = [39, 42].map((seconds) => exactTime(pass.rise.t + seconds));
    const isAtBegin = () => times.some((time) => spoken()?.startsWith(time));
    const at = { x: mark.x + mark.width / 2 - box.x, y: mark.y + mark.height / 2 - box.y };
    await chart().click({ position: at });
    await expect.poll(isAtBegin).toBe(true);
    // The middle of the northern sky is far from the path.
    await chart().click({ position: { x: box.width / 2, y: box.height / 4 } });
    await expect.poll(isAtBegin).toBe(true);
  });

  it('shows the current position of the station when the view is opened during the pass', async () => {
    const current = passAt(Date.now() - 60_000, true);
    const state = appState({ station: knownStation({ passes: [current] }) });
    await openApp('station', state, { sky: skyBehind(current) });
    await expect.element(slider()).toBeVisible();
    slider().element().focus();
    await userEvent.keyboard('{End}');
    await expect.poll(spoken).toContain(exactTime(current.set.t));
    await userEvent.keyboard('{Control>}6{/Control}');
    await expect.element(slider()).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}3{/Control}');
    await expect.element(slider()).toBeVisible();
    expect(spoken()).not.toContain(exactTime(current.set.t));
  });

  it('moves the station along its path by an animation while a pass is played, to its end, and stops on request', async () => {
    await openWith();
    const marker = () => document.querySelector('.chart .station') ?? expect.fail();
    const isNear = (name: 'from' | 'top') => {
      const mark = document.querySelectorAll('.mark')[name === 'from' ? 0 : 1] ?? expect.fail();
      const [a, b] = [mark.getBoundingClientRect(), marker().getBoundingClientRect()];
      return Math.hypot(a.x - b.x + (a.width - b.width) / 2, a.y - b.y + (a.height - b.height) / 2);
    };
    await page.getByRole('button', { name: 'Play the pass' }).click();
    await expect.poll(() => marker().getAnimations()).toHaveLength(1);
    const [animation] = marker().getAnimations();
    animation?.pause();
    const half = (pass.peak.t - pass.rise.t) / 60;
    const begin = ((pass.visibleFrom ?? NaN) - pass.rise.t) / 60;
    if (animation) animation.currentTime = begin * 1000;
    expect(isNear('from')).toBeLessThan(3);
    if (animation) animation.currentTime = half * 1000;
    expect(isNear('top')).toBeLessThan(3);
    await page.getByRole('button', { name: 'Stop playing' }).click();
    await expect.poll(() => marker().getAnimations()).toEqual([]);
    const value = () => (slider().element() as HTMLInputElement).valueAsNumber;
    await page.getByRole('button', { name: 'Play the pass' }).click();
    await expect.poll(value).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Stop playing' }).click();
    const stopped = value();
    expect(stopped).toBeLessThan(pass.set.t - pass.rise.t);
    await page.getByRole('button', { name: 'Play the pass' }).click();
    await expect.poll(value).toBeGreaterThan(stopped);
    await page.getByRole('button', { name: 'Stop playing' }).click();
    const end = Math.ceil(pass.set.t - pass.rise.t);
    await slider().fill(String(end - 30));
    await page.getByRole('button', { name: 'Play the pass' }).click();
    await expect.poll(value).toBe(end);
    await expect.element(page.getByRole('button', { name: 'Play the pass' })).toBeVisible();
  });

  it('draws a wider line for a brighter station, and names the star under the pointer', async () => {
    const sky = skyBehind(pass);
    const [, , faint] = sky.stars;
    const names = { en: 'Sadr' };
    const track = sky.track.map(({ t }, k) => ({ t, magnitude: k < 36 ? -3 : 1 }));
    await openWith({
      stars: sky.stars.map((star) => (star === faint ? { ...star, names } : star)),
      track,
    });
    await expect.element(chart()).toBeVisible();
    const widths = [...document.querySelectorAll('polyline.seen')].map((piece) =>
      Number(piece.getAttribute('stroke-width')),
    );
    expect(widths[0]).toBeGreaterThan(2 * (widths.at(-1) ?? NaN));
    const label = (): string[] =>
      [...document.querySelectorAll('.sky-layers .name')].map((text) => text.textContent.trim());
    expect(label()).not.toContain('Sadr');
    // The bright stars are one path, the faint one is another.
    const [, faintPath] = document.querySelectorAll('.sky-layers .star');
    const dot = (faintPath ?? expect.fail()).getBoundingClientRect();
    const box = (chart().element() as Element).getBoundingClientRect();
    await chart().hover({ position: { x: dot.x - box.x + 2, y: dot.y - box.y + 2 } });
    await expect.poll(label).toContain('Sadr');
  });

  it('shows no stars by day', async () => {
    const sky = skyBehind(pass);
    const up = sky.bodies.map((one) =>
      one.body === 'sun' ? { ...one, direction: [0.6, -0.6, 0.53] as const } : one,
    );
    await openWith({ bodies: up.map((one) => ({ ...one, direction: [...one.direction] })) });
    await expect.element(chart()).toHaveAccessibleName(/Behind it: Sun and Moon\.$/);
    expect(dotsDrawn()).toBe(0);
    await expect.element(page.getByText(/^Daylight: the Sun is 32° high/)).toBeVisible();
    await expect.poll(spoken).toContain('too bright to see it');
  });

  it.each([
    ['a polar day', { lowest: 2, highest: 40 }, 'The Sun does not set that night.'],
    ['a white night', { lowest: -4, highest: 50 }, 'only sinks to 4° below the horizon.'],
    ['a polar night', { lowest: -40, highest: -8 }, 'dark enough to see the station at any hour.'],
    ['a bright summer night', { lowest: -14, highest: 50 }, 'It does not get fully dark'],
  ] as const)('explains %s in plain words', async (_name, sun, words) => {
    const none = [null, null, null, null] satisfies Sky['night']['dusk'];
    await openWith({ night: { dusk: none, dawn: none, ...sun } });
    await expect.element(page.getByText(textContaining(words))).toBeVisible();
  });

  it('draws the pass without stars, with the reason, when main cannot compute the sky', async () => {
    await openApp('station', appState({ station }));
    await expect.element(page.getByText(/^This pass is not expected any more/)).toBeVisible();
    await expect.element(chart()).toBeVisible();
    await expect.poll(spoken).toContain('67° high');
  });
});

describe('conjunctions with the Moon or a planet', () => {
  it('are listed with their pass, and with their uncertainty beside the chart', async () => {
    const conjunctions = [
      conjunctionWithJupiter(pass),
      conjunctionWithJupiter(pass, {
        target: { body: 'moon' },
        crosses: true,
        t: pass.peak.t + 60,
      }),
      conjunctionWithJupiter(pass, { peak: pass.peak.t + 90_000 }),
    ];
    const state = appState({ station: { ...station, conjunctions } });
    await openApp('station', state, { sky: skyBehind(pass) });
    const time = exactTime(pass.peak.t + 20);
    const words = `0.8° below Jupiter at ${time}`;
    await expect
      .element(page.getByRole('button', { name: /67° high/ }))
      .toHaveAccessibleName(textContaining(words));
    await expect
      .element(page.getByText(`The station passes ${words} (±\u00a00.04°, ±\u00a00.4\u00a0s).`))
      .toBeVisible();
    const crossing = `in front of the Moon at ${exactTime(pass.peak.t + 60)}`;
    await expect
      .element(page.getByText(textContaining(`The station passes ${crossing}`)))
      .toBeVisible();
    expect(page.getByText(/^The station passes/).elements().length).toBe(2);
  });
});

describe('the local horizon', () => {
  it('is set for each direction, can be undone, and can be reset to flat', async () => {
    const horizon = [0, 0, 20, 0, 0, 0, 0, 0];
    const settings = {
      ...defaultSettings,
      station: { ...defaultSettings.station, horizon },
    };
    const main = await openApp('station', appState({ station, settings }), {
      sky: skyBehind(pass),
    });
    await expect.element(page.getByText('Hidden behind your horizon')).toBeVisible();
    await page.getByRole('button', { name: 'Your horizon' }).click();
    const field = page.getByRole('textbox', { name: 'southwest' });
    await field.fill('35');
    await userEvent.keyboard('{Tab}');
    const asked = (heights: readonly number[]) => ({
      channel: 'settings.change',
      input: { station: { ...settings.station, horizon: heights } },
    });
    await expect.poll(() => main.calls.at(-1)).toEqual(asked([0, 0, 20, 0, 0, 35, 0, 0]));
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => main.calls.at(-1)).toEqual(asked(horizon));
    await page.getByRole('button', { name: 'Make it flat' }).click();
    await expect.poll(() => main.calls.at(-1)).toEqual(asked([0, 0, 0, 0, 0, 0, 0, 0]));
    await field.fill('95');
    await userEvent.keyboard('{Tab}');
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    expect(main.calls.at(-1)).toEqual(asked([0, 0, 0, 0, 0, 0, 0, 0]));
  });

  it('omits objects below the horizon line from the description of the chart', async () => {
    const horizon = [0, 0, 0, 0, 0, 45, 0, 0];
    const settings = { ...defaultSettings, station: { ...defaultSettings.station, horizon } };
    await openApp('station', appState({ station, settings }), { sky: skyBehind(pass) });
    // Venus is in the south-west, 12° high.
    await expect.element(chart()).toHaveAccessibleName(/Behind it: Moon, Jupiter, and Saturn\.$/);
  });
});

it('the Station view explains why there is no pass beyond the latitudes of the orbit', async () => {
  const observer = { latitude: 69.6, longitude: 19, altitude: 0, source: 'settings' } as const;
  await openApp('station', appState({ station: knownStation({ passes: [], observer }) }));
  await expect.element(page.getByText(/never higher than 10° above the horizon/)).toBeVisible();
});

it('the Station view keeps the chart when a command fails', async () => {
  const state = appState({ station });
  const main = await openApp('station', state, { command: defectAnswer(), sky: skyBehind(pass) });
  await expect.element(chart()).toBeVisible();
  expect(main.calls.some(({ channel }) => channel === 'station.watch')).toBe(true);
});

describe('the view towards the station', () => {
  const view = () => page.getByRole('img', { name: /^The view to the / });

  it('turns to the direction of the station during the pass', async () => {
    await openWith();
    await expect
      .element(view())
      .toHaveAccessibleName('The view to the south, where the station is');
    // The view is drawn only while it is on screen.
    view().element().scrollIntoView();
    const picture = (): string =>
      view().element().querySelector('canvas')?.toDataURL() ?? expect.fail('no canvas');
    const empty = document.createElement('canvas');
    await expect.poll(() => picture().length).toBeGreaterThan(10 * empty.toDataURL().length);
    const south = picture();
    slider().element().focus();
    await userEvent.keyboard('{Home}');
    await expect.element(view()).toHaveAccessibleName('The view to the west, where the station is');
    await expect.poll(picture).not.toBe(south);
  });
});

describe('the horizon on the chart', () => {
  /** Drags from one direction and height (degrees) of the chart to another. */
  function drag(from: SkyPoint, to: SkyPoint): void {
    const element = chart().element();
    const box = element.getBoundingClientRect();
    const radius = Number(element.querySelector('.sky')?.getAttribute('r'));
    const fire = (type: string, point: SkyPoint): void => {
      const [x, y] = pointOnChart(point, radius);
      const [clientX, clientY] = [box.x + box.width / 2 + x, box.y + box.height / 2 + y];
      const init = { clientX, clientY, button: 0, pointerId: 1, bubbles: true };
      element.dispatchEvent(new PointerEvent(type, init));
    };
    fire('pointerdown', from);
    fire('pointermove', to);
    fire('pointerup', to);
  }
  const rim = { azimuth: 0, elevation: 0 };
  const house = { azimuth: 0, elevation: 30 };

  it('is changed by dragging the rim while the section of the horizon is open', async () => {
    const main = await openWith();
    await expect.element(chart()).toBeVisible();
    SVGElement.prototype.setPointerCapture = () => undefined;
    drag(rim, house);
    expect(main.calls.filter(({ channel }) => channel === 'settings.change')).toEqual([]);
    await page.getByRole('button', { name: 'Your horizon' }).click();
    await expect.poll(() => document.querySelectorAll('.handle').length).toBe(8);
    drag(rim, house);
    await expect
      .poll(() => main.calls)
      .toContainEqual({
        channel: 'settings.change',
        input: {
          station: { ...defaultSettings.station, horizon: [30, 0, 0, 0, 0, 0, 0, 0] },
        },
      });
    await expect
      .element(page.getByText('Your horizon is changed.', { exact: false }).first())
      .toBeVisible();
  });
});
