import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { defect } from '../../test/bridge-double.ts';
import { open } from '../../test/open.ts';
import { appState, fixAt, inTrouble, quiet, unreachable } from '../../test/states.ts';

const map = () => page.getByRole('img', { name: /World map/ });
const canvas = (): HTMLCanvasElement => {
  const found = document.querySelector('canvas');
  if (found === null) throw new Error('no canvas');
  return found;
};

describe('Station', () => {
  it('says where the station is, how old that is, and from whom', async () => {
    await open('station', appState());
    await expect.element(page.getByText('12.3° N 45.6° W', { exact: true })).toBeVisible();
    await expect.element(page.getByText(/^\d+ s ago$/)).toBeVisible();
    await expect.element(page.getByText('the public service')).toBeVisible();
    await expect.element(map()).toHaveAccessibleName(/The station is over 12\.3° N 45\.6° W/);
  });

  it('counts its age up', async () => {
    await open('station', appState());
    const age = page.getByText(/^\d+ s ago$/);
    await expect.element(age).toBeVisible();
    const before = age.element().textContent;
    await expect.poll(() => age.element().textContent, { timeout: 10_000 }).not.toBe(before);
  });

  it('asks for close positions while it is open, and no longer', async () => {
    const main = await open('station', appState());
    await expect.element(map()).toBeVisible();
    expect(main.calls).toEqual([{ channel: 'station.watch', input: true }]);
    await page.getByRole('link', { name: 'Journal' }).click();
    await expect.element(page.getByRole('heading', { name: 'Journal' })).toBeVisible();
    expect(main.calls.at(-1)).toEqual({ channel: 'station.watch', input: false });
  });

  it('stays whole when main breaks over a command', async () => {
    await open('station', appState(), { command: defect() });
    await expect.element(page.getByText('12.3° N 45.6° W', { exact: true })).toBeVisible();
  });

  it('draws the coast, and the station where it is', async () => {
    const main = await open('station', appState());
    await expect.poll(() => canvas().dataset['land']).toBe('true');
    const before = canvas().toDataURL();
    const station = { status: 'ready', at: 0, last: fixAt(-40, 100, 0), lastAt: 0 } as const;
    main.tell(appState({ revision: 2, station }));
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
    await open('station', appState({ station: { status: 'idle', last: null, lastAt: null } }));
    await expect.element(page.getByText('Waiting for the first position…')).toBeVisible();
    await expect.element(map()).toHaveAccessibleName(/not known yet/);
  });

  it('says why there is no new position, and keeps the last one', async () => {
    const last = fixAt(1, 2, 90_000);
    const station = { status: 'failed', at: 0, failure: unreachable, last, lastAt: 0 } as const;
    const activities = { picture: quiet, position: inTrouble, posts: quiet };
    await open('station', appState({ station, activities }));
    await expect
      .element(page.getByText(/No new position: the service cannot be reached\..*Next try: /))
      .toBeVisible();
    await expect.element(page.getByText('1.0° N 2.0° E', { exact: true })).toBeVisible();
    await expect.element(page.getByText('1 min ago')).toBeVisible();
  });
});
