import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '#renderer-test/open.ts';
import {
  appState,
  dayPicture,
  failingActivity,
  passAt,
  quietActivity,
  unreachableFailure,
} from '#renderer-test/states.ts';
import { eveningSoon } from '#renderer-test/sky-states.ts';
import { knownStation } from '#renderer-test/station-states.ts';

interface Box {
  readonly name: string;
  readonly rect: DOMRect;
}

/** The parts of the view that must not cover each other, where they are shown. */
const parts: Readonly<Record<string, string>> = {
  title: 'h1',
  credit: '.meta',
  explanation: '#explanation',
  actions: '.actions',
  strip: '.tonight',
  notice: '.notice',
  controls: '[role=toolbar]',
};

function shownBoxes(): Box[] {
  return Object.entries(parts).flatMap(([name, selector]) =>
    [...document.querySelectorAll(`main ${selector}`)]
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .map((part) => ({ name, rect: part.getBoundingClientRect() })),
  );
}

/** Returns the pairs of parts that overlap by more than a pixel, and the parts that leave the window. */
function faults(): string[] {
  const boxes = shownBoxes();
  const pairs = boxes.flatMap((one, index) =>
    boxes.slice(index + 1).flatMap((other) => {
      const width =
        Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
      const height =
        Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
      return width > 1 && height > 1 ? [`${one.name} and ${other.name}`] : [];
    }),
  );
  const outside = boxes.flatMap(({ name, rect }) =>
    rect.top < -1 || rect.bottom > innerHeight + 1 || rect.right > innerWidth + 1
      ? [`${name} leaves the window`]
      : [],
  );
  return [...pairs, ...outside];
}

const sizes = [
  [640, 400],
  [640, 520],
  [720, 520],
  [1000, 600],
  [1080, 720],
  [1280, 400],
] as const;
const states = [
  { name: 'all well', hasFailed: false },
  { name: 'with a notice', hasFailed: true },
] as const;

it.each(sizes.flatMap(([width, height]) => states.map((state) => ({ width, height, ...state }))))(
  'Today covers none of its texts at $width x $height, $name, also with the whole explanation',
  async ({ width, height, hasFailed }) => {
    const passes = [passAt(Date.now() + 3_600_000, true)];
    const text = Array.from({ length: 8 }, () => dayPicture.record.explanation).join('\n\n');
    const last = { ...dayPicture, record: { ...dayPicture.record, explanation: text } };
    const now = Date.now();
    const state = appState({
      station: knownStation({ passes }),
      activities: {
        picture: hasFailed ? failingActivity : quietActivity,
        position: quietActivity,
        posts: quietActivity,
      },
      picture: hasFailed
        ? { status: 'failed', at: now, failure: unreachableFailure, last, lastAt: now }
        : { status: 'ready', at: now, last, lastAt: now },
    });
    await openApp('today', state, { evening: eveningSoon() });
    await page.viewport(width, height);
    await expect.poll(() => document.querySelector('.tonight')).not.toBeNull();
    await expect.poll(faults).toEqual([]);
    await page.getByRole('button', { name: 'Read more' }).click();
    await expect.element(page.getByRole('button', { name: 'Show less' })).toBeVisible();
    await expect.poll(faults).toEqual([]);
    const explanation = page.getByRole('region', { name: 'Explanation' }).element();
    expect(explanation.clientHeight).toBeGreaterThan(40);
  },
);
