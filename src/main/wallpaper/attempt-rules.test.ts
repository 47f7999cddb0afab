import { expect, it } from 'vitest';
import { attemptRules, type Occasion } from './attempt-rules.ts';
import type { DesktopStatus } from './wallpaper-setter.ts';

const statuses: readonly DesktopStatus['kind'][] = [
  'shown',
  'unknown',
  'outdated',
  'gone',
  'restored',
  'replaced',
];

it.each<[Occasion, string]>([
  // shown, unknown, outdated, gone, restored, replaced
  ['start', 'keep keep set set set replaced'],
  ['later', 'keep keep set keep keep keep'],
  ['start-others', 'set set set set set replaced'],
  ['later-others', 'set set set set keep keep'],
  ['change', 'keep keep set set keep keep'],
  ['retry-own', 'set set set set set replaced'],
  ['retry', 'set set set set set set'],
])('attemptRules say what to do on the occasion “%s”', (occasion, actions) => {
  expect(statuses.map((status) => attemptRules[occasion][status]).join(' ')).toBe(actions);
});

it('attemptRules replace a wallpaper that the user chose only on the occasion `retry`', () => {
  for (const [occasion, row] of Object.entries(attemptRules))
    if (occasion !== 'retry') expect(row.replaced).not.toBe('set');
});
