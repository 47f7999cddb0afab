import { expect, test } from 'vitest';
import { darkness } from './light.ts';
import { sceneOf } from './scene.ts';
import { scatterStars } from './stars.ts';

test('stars are scattered a thousand at a time, whether they are seen or not', () => {
  const steps = scatterStars(sceneOf('2026-11-20'), darkness(160, 90));
  expect([...steps]).toHaveLength(60);
});
