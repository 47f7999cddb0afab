import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { findViolations } from '#renderer-test/axe.ts';
import { openApp } from '#renderer-test/open.ts';
import { appState, passAt } from '#renderer-test/states.ts';
import { knownStation } from '#renderer-test/station-states.ts';

/** The visible part of this pass is from 40 to 300 s after its rise. */
const openWithPass = (riseInSeconds: number, isVisible = true) => {
  const pass = passAt(Date.now() + riseInSeconds * 1000, isVisible);
  return openApp('station', appState({ station: knownStation({ passes: [pass] }) }));
};
const card = (name: string) => page.getByRole('region', { name });
const passes = () => page.getByRole('region', { name: 'Passes' });

describe('the card of a pass that is near', () => {
  it('shows where the station will appear, and the seconds, from ten minutes before the pass', async () => {
    await openWithPass(500);
    const live = card('Next pass you can see');
    await expect.element(live.getByText(/^in [89]\smin \d+\ss$/)).toBeVisible();
    await expect.element(live.getByText(/^west, \d+° high$/)).toBeVisible();
    await expect.element(live.getByRole('img', { name: /^The view to the west/ })).toBeVisible();
    expect(live.getByRole('button', { name: 'Saw it' }).elements()).toEqual([]);
    expect(await findViolations()).toEqual([]);
  });

  it('shows where the station is during the pass, and notes that the user saw it', async () => {
    const main = await openWithPass(-120);
    const live = card('Look up now');
    await expect.element(live.getByText(/^[23]\smin \d+\ss left$/)).toBeVisible();
    await expect.element(live.getByText(/^\S+, [1-9]\d° high$/)).toBeVisible();
    await live.getByRole('button', { name: 'Saw it' }).click();
    await expect.poll(() => main.calls.map(({ channel }) => channel)).toContain('journal.write');
  });

  it('has its buttons and switches in one row, each switch beside its name', async () => {
    await openWithPass(-120);
    const live = card('Look up now');
    await page.viewport(1080, 720);
    const controls = [
      live.getByRole('button', { name: 'Saw it' }),
      live.getByText('Red night mode', { exact: true }),
      live.getByRole('switch', { name: 'Red night mode' }),
      live.getByRole('switch', { name: 'Tones before it appears' }),
    ];
    for (const control of controls) await expect.element(control).toBeVisible();
    const middles = controls.map((control) => {
      const { top, bottom } = control.element().getBoundingClientRect();
      return (top + bottom) / 2;
    });
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(3);
  });

  it.each([
    ['more than ten minutes before the pass', 620, true],
    ['after the visible part', -310, true],
    ['before a pass that cannot be seen', 300, false],
  ])('is absent %s', async (_when, riseInSeconds, isVisible) => {
    await openWithPass(riseInSeconds, isVisible);
    await expect.element(passes()).toBeVisible();
    expect(document.querySelector('#live-pass')).toBeNull();
  });

  it('takes the focus when a notification is clicked', async () => {
    await openWithPass(300);
    await expect.element(card('Next pass you can see')).toBeVisible();
    location.hash = 'station/passes';
    await expect.element(card('Next pass you can see')).toHaveFocus();
  });

  it('turns the window red on request', async () => {
    const main = await openWithPass(300);
    await card('Next pass you can see').getByRole('switch', { name: 'Red night mode' }).click();
    expect(main.calls).toContainEqual({ channel: 'settings.change', input: { nightMode: true } });
  });

  it('plays a tone in each of the last five seconds before the pass and a higher one at its begin, only if the user wants tones', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    });
    const frequencies: number[] = [];
    vi.stubGlobal(
      'OscillatorNode',
      class {
        constructor(_audio: AudioContext, { frequency }: { readonly frequency: number }) {
          frequencies.push(frequency);
        }
        readonly connect = (node: AudioNode) => node;
        readonly start = () => undefined;
        readonly stop = () => undefined;
      },
    );
    const { unmount } = await openWithPass(0);
    await page.getByRole('switch', { name: 'Tones before it appears' }).click();
    for (let second = 0; second <= 40; second += 1) await vi.advanceTimersByTimeAsync(1_000);
    expect(frequencies).toEqual([440, 440, 440, 440, 440, 880]);
    await unmount();
    frequencies.length = 0;
    await openWithPass(0);
    for (let second = 0; second <= 40; second += 1) await vi.advanceTimersByTimeAsync(1_000);
    await expect.element(card('Look up now')).toBeVisible();
    expect(frequencies).toEqual([]);
  });
});
