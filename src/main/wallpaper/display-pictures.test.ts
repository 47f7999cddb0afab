import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Display } from '#platform/windows/display.ts';
import type { PictureFacts, RememberedDisplay } from '#picture/index.ts';
import { choosePictures } from './display-pictures.ts';

function display(id: number, label: string, part: Partial<Display['bounds']> = {}): Display {
  const bounds = { x: 1920 * id, y: 0, width: 1920, height: 1080, ...part };
  return { id, label, isPrimary: false, bounds, workArea: bounds, scaleFactor: 1 };
}
const facts = (date: string, width = 3840, height = 2160): PictureFacts => ({
  date,
  title: '',
  explanation: '',
  mediaType: 'image',
  width,
  height,
});
const main = '2026-11-20';
const pool = ['2026-11-20', '2026-11-19', '2026-11-18', '2026-11-17'].map((date) => facts(date));

interface Given {
  readonly displays: readonly Display[];
  readonly remembered?: readonly RememberedDisplay[];
  readonly pool?: readonly PictureFacts[];
  readonly turn?: string;
}
const choose = ({ remembered = [], turn = main, pool: offered = pool, displays }: Given) =>
  choosePictures({ displays, remembered, pool: offered, main, turn });

describe('choosePictures', () => {
  it('gives each display a different picture, the preferred one first, but never the main picture', () => {
    const { dates } = choose({ displays: [display(2, 'A'), display(3, 'B')] });
    expect([...dates]).toEqual([
      [2, '2026-11-19'],
      [3, '2026-11-18'],
    ]);
  });

  it.each<[string, Partial<Display['bounds']>, PictureFacts[], string]>([
    [
      'a portrait picture for a portrait display',
      { width: 1080, height: 1920 },
      [facts('2026-11-19'), facts('2026-11-18', 2000, 3000)],
      '2026-11-18',
    ],
    [
      'a landscape picture for a landscape display',
      {},
      [facts('2026-11-19', 2000, 3000), facts('2026-11-18')],
      '2026-11-18',
    ],
    [
      'a large picture rather than a small one of the same shape',
      { width: 3840, height: 2160 },
      [facts('2026-11-19', 640, 360), facts('2026-11-18')],
      '2026-11-18',
    ],
    [
      'the picture that fits best when none fits well',
      { width: 1080, height: 1920 },
      [facts('2026-11-19', 4000, 1000), facts('2026-11-18', 3000, 3000)],
      '2026-11-18',
    ],
    [
      'the first picture of the pool that loses a fifth of its height, before one that fits better',
      { width: 3840, height: 2160 },
      [facts('2026-11-19', 3840, 2700), facts('2026-11-18')],
      '2026-11-19',
    ],
    [
      'another than a picture that is both cropped and enlarged, in its width more than in its height',
      { width: 3840, height: 2160 },
      [facts('2026-11-19', 2700, 1950), facts('2026-11-18')],
      '2026-11-18',
    ],
  ])('chooses %s', (_what, bounds, offered, expected) => {
    const { dates } = choose({ displays: [display(2, 'A', bounds)], pool: offered });
    expect(dates.get(2)).toBe(expected);
  });

  it.each([
    [1829, 1029, '2026-11-19'],
    [1803, 1014, '2026-11-18'],
  ])(
    'enlarges a picture of %d × %d pixels to 2.1 times its size at most: %s',
    (width, height, expected) => {
      // The penalty is a quarter of the binary logarithm: 0.267 for 2.1 times, with a limit of 0.27.
      const at200Percent = { ...display(2, 'A'), scaleFactor: 2 };
      const offered = [facts('2026-11-19', width, height), facts('2026-11-18')];
      expect(choose({ displays: [at200Percent], pool: offered }).dates.get(2)).toBe(expected);
    },
  );

  const remember = (id: number, label: string, date: string, turn = main): RememberedDisplay => ({
    ...{ id, label, date, turn },
    bounds: display(id, label).bounds,
  });

  it('does not take the pictures of an earlier turn for used', () => {
    const { dates } = choose({
      displays: [display(2, 'A')],
      remembered: [remember(9, 'B', '2026-11-19', 'before')],
    });
    expect(dates.get(2)).toBe('2026-11-19');
  });

  it.each([
    ['another than before, in a new turn', 'before', ['2026-11-18', '2026-11-19', '2026-11-18']],
    ['its own, in the same turn', main, ['2026-11-19', '2026-11-18', '2026-11-19']],
  ])('gives a display without a free picture %s', (_what, turn, expected) => {
    const displays = [display(2, 'A'), display(3, 'B'), display(4, 'C')];
    const remembered = [
      remember(2, 'A', '2026-11-19', turn),
      remember(3, 'B', '2026-11-18', turn),
      remember(4, 'C', '2026-11-19', turn),
    ];
    const offered = [facts('2026-11-19'), facts('2026-11-18')];
    const made = choose({ displays, remembered, pool: offered });
    expect([...made.dates.values()]).toEqual(expected);
    expect(made.remembered).toHaveLength(3);
  });

  it('shows the main picture on a second display if the pool has no other picture', () => {
    const displays = [display(2, 'A')];
    expect(choose({ displays, pool: [] }).dates.size).toBe(0);
    expect(choose({ displays, pool: [facts(main)] }).dates.size).toBe(0);
  });

  it('shows one picture on two displays if the pool has no second picture', () => {
    const { dates } = choose({
      displays: [display(2, 'A'), display(3, 'B')],
      pool: [facts(main), facts('2026-11-19')],
    });
    expect([...dates.values()]).toEqual(['2026-11-19', '2026-11-19']);
  });

  it('shows two different pictures again as soon as the pool has two', () => {
    const displays = [display(2, 'A'), display(3, 'B')];
    const few = choose({ displays, pool: [facts('2026-11-19')] });
    const again = choose({ displays, remembered: few.remembered, pool: [facts('2026-11-19')] });
    expect([...again.dates.values()]).toEqual(['2026-11-19', '2026-11-19']);
    const more = choose({ displays, remembered: again.remembered });
    expect([...more.dates.values()]).toEqual(['2026-11-19', '2026-11-18']);
  });

  it('gives a display another picture at each change of `turn`', () => {
    const displays = [display(2, 'A')];
    let { dates, remembered } = choose({ displays });
    for (const turn of ['b', 'c', 'd']) {
      const before = dates.get(2);
      ({ dates, remembered } = choose({ displays, remembered, turn }));
      expect(dates.get(2)).not.toBe(before);
    }
  });

  it('gives a display another picture when its current picture is no longer in the pool', () => {
    const displays = [display(2, 'A'), display(3, 'B')];
    const { remembered } = choose({ displays });
    const offered = pool.filter(({ date }) => date !== '2026-11-19');
    expect([...choose({ displays, remembered, pool: offered }).dates]).toEqual([
      [2, '2026-11-17'],
      [3, '2026-11-18'],
    ]);
  });

  it('distinguishes two displays of the same name by their ids, at any position', () => {
    const [one, two] = [display(2, 'DELL'), display(3, 'DELL')];
    const { dates, remembered } = choose({ displays: [one, two] });
    const moved = [display(3, 'DELL', { x: 9000 }), display(2, 'DELL', { x: 5000 })];
    expect(new Map(choose({ displays: moved, remembered }).dates)).toEqual(new Map(dates));
    const alone = choose({ displays: [display(3, 'DELL', { x: 1920 })], remembered });
    expect(alone.dates.get(3)).toBe(dates.get(3));
    const resized = [display(3, 'DELL', { x: 9, width: 800, height: 600 })];
    expect(choose({ displays: resized, remembered }).dates.get(3)).toBe(dates.get(3));
  });

  it('takes displays of the same name in their order if their ids and positions are new', () => {
    const { dates, remembered } = choose({ displays: [display(2, 'DELL'), display(3, 'DELL')] });
    const again = choose({ displays: [display(7, 'DELL'), display(8, 'DELL')], remembered });
    expect([...again.dates.values()]).toEqual([...dates.values()]);
  });

  it('distinguishes two displays of the same name by their positions if their ids are new', () => {
    const { dates, remembered } = choose({ displays: [display(2, 'DELL'), display(3, 'DELL')] });
    const renamed = [display(3, 'DELL'), display(2, 'DELL')].map((one) => ({
      ...one,
      id: one.id + 7,
    }));
    const again = choose({ displays: renamed, remembered });
    expect([again.dates.get(9), again.dates.get(10)]).toEqual([dates.get(2), dates.get(3)]);
  });

  it('recognises a display without a name by its id and size, or by its position', () => {
    const { dates, remembered } = choose({ displays: [display(2, ''), display(3, '')] });
    const moved = choose({ displays: [display(3, '', { x: 7 })], remembered });
    expect(moved.dates.get(3)).toBe(dates.get(3));
    const place = { ...display(3, ''), id: 44 };
    expect(choose({ displays: [place], remembered }).dates.get(44)).toBe(dates.get(3));
    for (const changed of [{ width: 800 }, { height: 600 }]) {
      const other = choose({ displays: [display(3, '', changed)], remembered });
      expect([...dates.values()]).not.toContain(other.dates.get(3));
    }
    for (const changed of [{ x: 7 }, { y: 7 }]) {
      const other = choose({
        displays: [display(3, '', changed)].map((one) => ({ ...one, id: 44 })),
        remembered,
      });
      expect([...dates.values()]).not.toContain(other.dates.get(44));
    }
  });

  it('remembers at most 32 displays', () => {
    let remembered: readonly RememberedDisplay[] = [];
    for (let id = 2; id < 100; id += 1)
      ({ remembered } = choose({ displays: [display(id, `Display ${id}`)], remembered }));
    expect(remembered).toHaveLength(32);
    expect(remembered[0]?.label).toBe('Display 99');
  });

  const plugged = fc.uniqueArray(fc.integer({ min: 2, max: 6 }), { maxLength: 5 });

  it.each<[string, (id: number, event: number) => Display]>([
    [
      'of different names, whatever ids they get',
      (id, event) => display(id + 10 * event, `D${id}`),
    ],
    ['of one name, whose ids stay', (id) => display(id, 'DELL')],
    ['without names, whose ids stay', (id) => display(id, '')],
  ])('keeps the pictures of displays %s when they are unplugged and plugged in', (_what, make) => {
    const many = Array.from({ length: 12 }, (_one, day) => facts(`2026-10-${10 + day}`));
    fc.assert(
      fc.property(fc.array(plugged, { maxLength: 12 }), (events) => {
        // All displays were connected once, so that displays of one name can be distinguished.
        const all = [2, 3, 4, 5, 6];
        const shown = new Map<number, string | undefined>();
        let remembered: readonly RememberedDisplay[] = [];
        for (const [event, ids] of [all, ...events].entries()) {
          const displays = ids.map((id) => make(id, event));
          const made = choose({ displays, remembered, pool: many });
          ({ remembered } = made);
          for (const [index, id] of ids.entries()) {
            const date = made.dates.get(displays[index]?.id ?? 0);
            expect(date).toBe(shown.get(id) ?? date);
            shown.set(id, date);
          }
          expect(new Set(shown.values()).size).toBe(shown.size);
        }
      }),
    );
  });
});
