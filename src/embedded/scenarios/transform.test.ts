import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { streamOf } from './transform.ts';

describe('a stream of pieces', () => {
  test('is not made faster than it is taken, and ends when it is given up', async () => {
    let made = 0;
    let isOver = false;
    const pieces = function* (): Generator<Uint8Array<ArrayBuffer>> {
      try {
        for (;;) {
          made += 1;
          yield Uint8Array.of(made);
        }
      } finally {
        isOver = true;
      }
    };
    const reader = streamOf(pieces()).getReader();
    await setImmediate();
    expect(made).toBe(0);
    await reader.read();
    const { value } = await reader.read();
    await setImmediate();
    expect([value, made, isOver]).toEqual([Uint8Array.of(2), 2, false]);
    await reader.cancel();
    expect([made, isOver]).toEqual([2, true]);
  });

  test('ends with the last piece', async () => {
    const body = streamOf([Uint8Array.of(65), Uint8Array.of(66)].values());
    expect(await new Response(body).text()).toBe('AB');
  });
});
