import { expect, it, vi } from 'vitest';
import { noonMs, passAt } from '#test/support/any-state.ts';
import { memoryValue } from '#test/support/memory-value.ts';
import { fakeActivityOptions } from '#test/support/surroundings.ts';
import { defaultAlerts, unknownStation } from '#shared/station/station.ts';
import { passHook } from './pass-hook.ts';

const minuteMs = 60_000;

it('passHook runs one hook at the lead time and one at the start of a pass, once across restarts', async () => {
  const { clock, state } = fakeActivityOptions(new Date(noonMs).toISOString());
  const runs: string[] = [];
  const announced = memoryValue<{ soon: number | null; begins: number | null }>({
    soon: null,
    begins: null,
  });
  const start = () =>
    passHook({
      clock,
      state,
      // The hooks run even if the alerts are off.
      alerts: () => ({ ...defaultAlerts, enabled: false, onlyVisible: false }),
      announced,
    }).follow((event, { own }) => runs.push(`${event} ${own['OVERHEAD_PASS_FROM'] ?? ''}`));
  const first = start();
  state.update(() => ({ station: { ...unknownStation, passes: [passAt(30)] } }));
  const from = new Date(noonMs + 30 * minuteMs).toISOString().replace('.000', '');
  await clock.advance(20 * minuteMs - 1);
  expect(runs).toEqual([]);
  await clock.advance(1);
  await vi.waitFor(() => expect(runs).toEqual([`passSoon ${from}`]));
  await first();
  const second = start();
  await clock.advance(10 * minuteMs);
  await vi.waitFor(() => expect(runs).toEqual([`passSoon ${from}`, `passBegins ${from}`]));
  // A new fit moves the pass by seconds.
  state.update(() => ({ station: { ...unknownStation, passes: [passAt(30.2)] } }));
  await clock.advance(minuteMs);
  expect(runs).toHaveLength(2);
  await second();
});
