import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Bridge } from '#shared/contract.ts';
import type { ArchiveDay } from '#shared/picture/archive.ts';
import { Thumbnails } from './thumbnails.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const day = (date: string, changes: Partial<ArchiveDay> = {}) =>
  ({ date, hasFile: true, thumbnail: null, ...changes }) as ArchiveDay;
const daysOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, k) => day(`day ${from + k}`));
const dates = (days: readonly ArchiveDay[]): string[] => days.map(({ date }) => date);

/** A main process that has made the thumbnails of the days in `made`. */
function rig() {
  const made = new Set<string>();
  const asked: (readonly string[])[] = [];
  const read: (readonly string[])[] = [];
  const received: string[][] = [];
  let isBroken = false;
  const archive = {
    thumbnails: (wanted: readonly string[]) => {
      asked.push(wanted);
      return Promise.resolve({ ok: true, value: null });
    },
    days: (wanted: readonly string[]) => {
      read.push(wanted);
      if (isBroken) return Promise.reject(new Error('broken'));
      return Promise.resolve({
        ok: true,
        value: wanted.map((date) => day(date, { thumbnail: made.has(date) ? 'url' : null })),
      });
    },
  };
  const thumbnails = new Thumbnails({ archive } as unknown as Bridge, (days) =>
    received.push(dates(days)),
  );
  return { thumbnails, made, asked, read, received, break: () => void (isBroken = true) };
}

it('Thumbnails requests the days that stay in view, after 150 ms, and each only once', () => {
  const { thumbnails, asked } = rig();
  thumbnails.show([
    day('a'),
    day('no file', { hasFile: false }),
    day('done', { thumbnail: 'url' }),
  ]);
  const leave = thumbnails.show([day('b'), day('c')]);
  vi.advanceTimersByTime(149);
  expect(asked).toEqual([]);
  leave();
  thumbnails.show([day('d')]);
  vi.advanceTimersByTime(1);
  expect(asked).toEqual([['a', 'd']]);
  thumbnails.show([day('a'), day('b')]);
  vi.advanceTimersByTime(150);
  expect(asked.slice(1)).toEqual([['b']]);
  // Nothing is left in view.
  thumbnails.show([day('e')])();
  vi.runAllTimers();
  expect(asked).toHaveLength(2);
});

it('Thumbnails requests at most 100 days at once, and the others later', () => {
  const { thumbnails, asked } = rig();
  const all = daysOf(230);
  thumbnails.show(all);
  vi.advanceTimersByTime(150);
  expect(asked).toEqual([dates(all.slice(0, 100))]);
  vi.advanceTimersByTime(150);
  vi.advanceTimersByTime(150);
  expect(asked.flat()).toEqual(dates(all));
  expect(vi.getTimerCount()).toBe(0);
});

it('Thumbnails requests nothing after it was disposed', () => {
  const { thumbnails, asked } = rig();
  thumbnails.dispose();
  thumbnails.show([day('a')]);
  thumbnails.dispose();
  vi.runAllTimers();
  expect(asked).toEqual([]);
});

it('Thumbnails reads the requested days until each has its thumbnail', async () => {
  const { thumbnails, made, read, received } = rig();
  await thumbnails.read();
  expect(read).toEqual([]);
  thumbnails.show([day('a'), day('b')]);
  vi.advanceTimersByTime(150);
  made.add('a');
  await thumbnails.read();
  expect([read, received]).toEqual([[['a', 'b']], [['a']]]);
  made.add('b');
  // The archive changes twice during one reading.
  await Promise.all([thumbnails.read(), thumbnails.read(), thumbnails.read()]);
  expect([read.slice(1), received.slice(1)]).toEqual([[['b']], [['b']]]);
  await thumbnails.read();
  expect(read).toHaveLength(2);
});

it('Thumbnails reads again after a change during a reading, and after a failure', async () => {
  const { thumbnails, read, break: breakMain } = rig();
  thumbnails.show(daysOf(120));
  vi.advanceTimersByTime(300);
  await Promise.all([thumbnails.read(), thumbnails.read()]);
  expect(read.map(({ length }) => length)).toEqual([100, 100]);
  breakMain();
  await Promise.all([thumbnails.read(), thumbnails.read()]);
  expect(read).toHaveLength(3);
  await thumbnails.read();
  expect(read).toHaveLength(4);
});
