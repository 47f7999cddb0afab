import { describe, expect, it } from 'vitest';
import { leftDisplay, makeDisplay, rightDisplay } from '#test/support/backends.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { fail, ok } from '#shared/failure.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import type { Backend } from '../desktops/backend.ts';
import {
  chooseDisplaysToChange,
  composeWallpapers,
  picturesSignature,
  remainingOrder,
  type ComposingTools,
} from './composing.ts';

const measure = { width: 4000, height: 3000, focus: { x: 0.5, y: 0.5 } };
const third = makeDisplay(3, 3200, 1280, 720);
const located = (date: string) => ({ picture: dayPicture(date), path: `/p/${date}.jpg` });
const [main, other] = [located('2026-11-20'), located('2026-11-19')];
const settings = defaultSettings.wallpaper;
const input = {
  choice: { changed: [leftDisplay, rightDisplay, third], kept: [], everywhere: false },
  settings,
  order: { fit: null, displays: null },
  backend: { name: 'each', reach: 'each' } as Backend,
  look: { dimmed: false, pass: null },
} as const;
const failure = { kind: 'wallpaper', backend: null, detail: 'no memory' } as const;

/** Composes pictures, except those at `failing` paths. */
async function compose(
  others: Parameters<typeof composeWallpapers>[2],
  part: Partial<Parameters<typeof composeWallpapers>[3]> = {},
  failing: readonly string[] = [],
) {
  const failures: unknown[] = [];
  const tools: ComposingTools = {
    composer: {
      compose({ picture, plan }) {
        if (failing.some((path) => path === picture)) return Promise.resolve(fail(failure));
        const { compositions } = plan(measure);
        return Promise.resolve(
          ok(compositions.map(() => ({ format: 'jpeg' as const, bytes: new Uint8Array() }))),
        );
      },
    },
    files: {
      write: (date: string, files: readonly unknown[]) =>
        Promise.resolve(files.map((_, index) => `/w/${date}-${index}.jpg`)),
    } as never,
    onPlan: () => undefined,
    onFailure: ({ id }, detail) => failures.push([id, detail]),
  };
  const { signal } = new AbortController();
  const result = await composeWallpapers(tools, main, others, { ...input, ...part }, signal);
  return { result, failures };
}
const shownOf = ({ result }: Awaited<ReturnType<typeof compose>>) =>
  result.ok && result.value.shown.pictures.map(({ display, date }) => [display.id, date]);
const [d20, d19] = ['2026-11-20', '2026-11-19'];

describe('composeWallpapers', () => {
  it('gives displays pictures of their own, in the order of the displays', async () => {
    const others = new Map([[2, other]]);
    const composed = await compose(others);
    expect(shownOf(composed)).toEqual([
      [1, d20],
      [2, d19],
      [3, d20],
    ]);
    const planned = composed.result.ok ? composed.result.value.planned : null;
    expect(planned).toMatchObject({ backend: 'each', date: d20, measure });
    expect(planned?.others).toMatchObject({
      2: { date: d19, measure, title: `The sky of ${d19}` },
    });
    const plannedOther = planned?.others['2'];
    if (!planned || !plannedOther) throw new Error('nothing was planned');
    const signature = picturesSignature(planned, new Map([[2, plannedOther]]), input);
    expect(planned.plan).toBe(signature);
    expect(picturesSignature(planned, new Map(), input)).not.toBe(signature);
    expect((await compose(new Map())).result).toMatchObject({
      value: { planned: { others: {}, plan: picturesSignature(planned, new Map(), input) } },
    });
  });

  it.each<[string, Parameters<typeof compose>[1]]>([
    ['the desktop shows one picture', { backend: { name: 'same', reach: 'same' } as Backend }],
    ['displays were chosen', { order: { fit: null, displays: [1, 2, 3] } }],
  ])('gives all displays the main picture if %s', async (_what, part) => {
    const composed = await compose(new Map([[2, other]]), part);
    expect(new Set((shownOf(composed) || []).map(([, date]) => date))).toEqual(new Set([d20]));
  });

  it('shows the main picture on the first display, and where another cannot be composed', async () => {
    const first = await compose(new Map([[1, other]]));
    expect(shownOf(first)).toEqual([1, 2, 3].map((id) => [id, d20]));
    const failed = await compose(new Map([[2, other]]), {}, [other.path]);
    expect(shownOf(failed)).toEqual([1, 2, 3].map((id) => [id, d20]));
    expect(failed.failures).toEqual([[2, 'no memory']]);
  });

  it('fails if the main picture cannot be composed', async () => {
    for (const others of [new Map(), new Map([[2, other]])])
      expect((await compose(others, {}, [main.path])).result).toEqual(fail(failure));
  });
});

describe('chooseDisplaysToChange', () => {
  const displays = [leftDisplay, rightDisplay];
  it.each([
    [null, true, { changed: displays, kept: [], everywhere: false }],
    [null, false, { changed: displays, kept: [], everywhere: false }],
    [[2], true, { changed: [rightDisplay], kept: [leftDisplay], everywhere: false }],
    [[2], false, { changed: displays, kept: [], everywhere: true }],
    [[9], true, null],
  ])('for the displays %j, where the desktop can choose: %s', (chosen, canChoose, choice) => {
    const order = { fit: null, displays: chosen };
    expect(chooseDisplaysToChange(displays, settings, order, canChoose)).toEqual(choice);
  });
});

it.each([
  [settings.fit, 'all', { fit: 'centre', displays: [2] }],
  ['fill', 'all', { fit: null, displays: [2] }],
  [settings.fit, 'primary', { fit: 'centre', displays: null }],
] as const)('remainingOrder with the settings %s and %s', (fit, displays, remaining) => {
  const past = { fit: settings.fit, displays: 'all' } as const;
  const record = { order: { fit: 'centre', displays: [2] }, settings: past };
  expect(remainingOrder(record as never, { ...settings, fit, displays })).toEqual(remaining);
});
