import { describe, expect, it } from 'vitest';
import { FakeClock, settle } from '#test/support/fake-clock.ts';
import { createGuest, lingerMs, type PaneEvents } from './lazy-window.ts';

/** A guest whose windows write down what is done with them. */
function rig() {
  const clock = new FakeClock();
  const done: string[] = [];
  const windows: PaneEvents[] = [];
  const guest = createGuest({
    clock,
    make(events) {
      const number = windows.push(events);
      const note = (what: string) => () => void done.push(`${what} ${number}`);
      done.push(`make ${number}`);
      return { present: note('present'), hide: note('hide'), destroy: note('destroy') };
    },
    onGaveUp: () => void done.push('gave up'),
    onDefect: (error) => void done.push(String(error)),
  });
  const newest = (): PaneEvents => {
    const events = windows.at(-1);
    if (events === undefined) throw new Error('there is no window');
    return events;
  };
  /** What was done since the last look. */
  const news = (): string[] => done.splice(0);
  return { clock, guest, newest, news };
}

describe('a window', () => {
  it('is made when it is asked for, and only brought to the front when it is there', () => {
    const { guest, news } = rig();
    expect(guest.pane).toBeNull();
    guest.open();
    guest.open();
    expect(news()).toEqual(['make 1', 'present 1', 'present 1']);
    expect(guest.isOpen).toBe(true);
  });

  it('is off the screen at once when it is closed, and gone 15 s later', async () => {
    const { clock, guest, newest, news } = rig();
    guest.open();
    newest().onClose();
    expect(guest.isOpen).toBe(false);
    expect(news()).toEqual(['make 1', 'present 1', 'hide 1']);
    await clock.advance(lingerMs - 1);
    expect(guest.pane).not.toBeNull();
    await clock.advance(1);
    expect(news()).toEqual(['destroy 1']);
    expect(guest.pane).toBeNull();
    guest.open();
    expect(news()).toEqual(['make 2', 'present 2']);
  });

  it('is the same one when it is opened within 15 s, and closing it begins anew', async () => {
    const { clock, guest, news } = rig();
    guest.open();
    guest.close();
    await clock.advance(lingerMs - 1);
    guest.open();
    await clock.advance(10 * lingerMs);
    guest.close();
    await clock.advance(lingerMs - 1);
    expect(news()).toEqual(['make 1', 'present 1', 'hide 1', 'present 1', 'hide 1']);
    await clock.advance(1);
    expect(news()).toEqual(['destroy 1']);
  });

  it('is made anew when its page breaks, three times in ten minutes', async () => {
    const { clock, guest, newest, news } = rig();
    guest.open();
    for (const next of [2, 3, 4]) {
      news();
      newest().onBroken();
      expect(news()).toEqual([`destroy ${next - 1}`, `make ${next}`, `present ${next}`]);
      await clock.advance(1000);
    }
    newest().onBroken();
    expect(news()).toEqual(['destroy 4', 'gave up']);
    expect(guest.isOpen).toBe(false);
  });

  it('comes when it is asked for after that, and is given up at once when it breaks again', async () => {
    const { clock, guest, newest, news } = rig();
    guest.open();
    for (let breaks = 0; breaks < 4; breaks += 1) newest().onBroken();
    news();
    guest.open();
    newest().onBroken();
    expect(news()).toEqual(['make 5', 'present 5', 'destroy 5', 'gave up']);
    await clock.advance(10 * 60_000);
    guest.open();
    newest().onBroken();
    expect(news()).toEqual(['make 6', 'present 6', 'destroy 6', 'make 7', 'present 7']);
  });

  it('that breaks while nobody sees it is only ended', () => {
    const { guest, newest, news } = rig();
    guest.open();
    guest.close();
    news();
    newest().onBroken();
    expect(news()).toEqual(['destroy 1']);
    expect(guest.pane).toBeNull();
  });

  it('that the system took away is not touched again', async () => {
    const { clock, guest, newest, news } = rig();
    guest.open();
    newest().onClose();
    newest().onGone();
    news();
    await clock.advance(2 * lingerMs);
    guest.dispose();
    expect(news()).toEqual([]);
  });

  it('says nothing more once another took its place', () => {
    const { guest, newest, news } = rig();
    guest.open();
    const first = newest();
    first.onBroken();
    news();
    first.onBroken();
    first.onGone();
    first.onClose();
    expect(news()).toEqual([]);
    expect(guest.isOpen).toBe(true);
  });

  it('leaves nothing behind when it is disposed', async () => {
    const { clock, guest, news } = rig();
    guest.open();
    guest.close();
    guest.dispose();
    guest.dispose();
    news();
    await clock.advance(2 * lingerMs);
    await settle();
    expect(news()).toEqual([]);
  });
});
