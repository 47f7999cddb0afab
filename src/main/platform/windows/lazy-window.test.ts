import { describe, expect, it } from 'vitest';
import { FakeClock, runPromiseCallbacks } from '#test/support/fake-clock.ts';
import { createLazyWindow, keepAliveMs, type WindowEvents } from './lazy-window.ts';

/** Creates a lazy window, and records the calls to the windows that it creates. */
function rig() {
  const clock = new FakeClock();
  const done: string[] = [];
  const windows: WindowEvents[] = [];
  const lazy = createLazyWindow({
    clock,
    make(events) {
      const number = windows.push(events);
      const note = (what: string) => () => void done.push(`${what} ${number}`);
      done.push(`make ${number}`);
      return { present: note('present'), hide: note('hide'), destroy: note('destroy') };
    },
    onGaveUp: () => void done.push('gave up'),
  });
  const newest = (): WindowEvents => {
    const events = windows.at(-1);
    if (events === undefined) throw new Error('there is no window');
    return events;
  };
  /** The calls since the last call of this function. */
  const news = (): string[] => done.splice(0);
  return { clock, lazy, newest, news };
}

describe('the lazy window', () => {
  it('is created when it is opened, and brought to the front when it is opened again', () => {
    const { lazy, news } = rig();
    expect(lazy.pane).toBeNull();
    lazy.close();
    expect(lazy.isOpen).toBe(false);
    lazy.open();
    lazy.open();
    expect(news()).toEqual(['make 1', 'present 1', 'present 1']);
    expect(lazy.isOpen).toBe(true);
  });

  it('is hidden immediately when it is closed, and destroyed 15 s later', async () => {
    const { clock, lazy, newest, news } = rig();
    lazy.open();
    newest().onClose();
    lazy.close();
    expect(lazy.isOpen).toBe(false);
    expect(news()).toEqual(['make 1', 'present 1', 'hide 1']);
    await clock.advance(keepAliveMs - 1);
    expect(lazy.pane).not.toBeNull();
    await clock.advance(1);
    expect(news()).toEqual(['destroy 1']);
    expect(lazy.pane).toBeNull();
    lazy.open();
    expect(news()).toEqual(['make 2', 'present 2']);
  });

  it('is used again when it is opened within 15 s, and is destroyed 15 s after the next close', async () => {
    const { clock, lazy, news } = rig();
    lazy.open();
    lazy.close();
    await clock.advance(keepAliveMs - 1);
    lazy.open();
    await clock.advance(10 * keepAliveMs);
    lazy.close();
    await clock.advance(keepAliveMs - 1);
    expect(news()).toEqual(['make 1', 'present 1', 'hide 1', 'present 1', 'hide 1']);
    // The window is opened at the moment when the wait ends.
    const passed = clock.advance(1);
    lazy.open();
    await passed;
    expect(news()).toEqual(['present 1']);
    lazy.close();
    await clock.advance(keepAliveMs);
    expect(news()).toEqual(['hide 1', 'destroy 1']);
  });

  it('is replaced when its page crashes or hangs, at most three times in ten minutes', async () => {
    const { clock, lazy, newest, news } = rig();
    lazy.open();
    for (const next of [2, 3, 4]) {
      news();
      newest().onBroken();
      expect(news()).toEqual([`destroy ${next - 1}`, `make ${next}`, `present ${next}`]);
      await clock.advance(1000);
    }
    newest().onBroken();
    expect(news()).toEqual(['destroy 4', 'gave up']);
    expect(lazy.isOpen).toBe(false);
  });

  it('can be opened after the limit, but is replaced again only ten minutes later', async () => {
    const { clock, lazy, newest, news } = rig();
    lazy.open();
    for (let breaks = 0; breaks < 4; breaks += 1) newest().onBroken();
    news();
    lazy.open();
    newest().onBroken();
    expect(news()).toEqual(['make 5', 'present 5', 'destroy 5', 'gave up']);
    await clock.advance(10 * 60_000);
    lazy.open();
    newest().onBroken();
    expect(news()).toEqual(['make 6', 'present 6', 'destroy 6', 'make 7', 'present 7']);
  });

  it('is destroyed without a replacement if its page crashes or hangs while hidden', () => {
    const { lazy, newest, news } = rig();
    lazy.open();
    lazy.close();
    news();
    newest().onBroken();
    expect(news()).toEqual(['destroy 1']);
    expect(lazy.pane).toBeNull();
  });

  it('is not used after other code has destroyed it', async () => {
    const { clock, lazy, newest, news } = rig();
    lazy.open();
    newest().onClose();
    newest().onGone();
    news();
    await clock.advance(2 * keepAliveMs);
    lazy.dispose();
    expect(news()).toEqual([]);
  });

  it('ignores events of the window that it replaced', () => {
    const { lazy, newest, news } = rig();
    lazy.open();
    const first = newest();
    first.onBroken();
    news();
    first.onBroken();
    first.onGone();
    first.onClose();
    expect(news()).toEqual([]);
    expect(lazy.isOpen).toBe(true);
  });

  it('is not used after dispose', async () => {
    const { clock, lazy, news } = rig();
    lazy.open();
    lazy.close();
    lazy.dispose();
    lazy.dispose();
    news();
    await clock.advance(2 * keepAliveMs);
    await runPromiseCallbacks();
    expect(news()).toEqual([]);
  });
});
