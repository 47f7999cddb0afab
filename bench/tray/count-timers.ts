/**
 * Runs in the main process before the app, in `npm run bench -- tray`: prints a line whenever a timer fires that the
 * app or one of its libraries has created. This includes timers that Node creates for the app (as for
 * `AbortSignal.timeout`). Timers of the runtime are not counted.
 */
import { createHook } from 'node:async_hooks';
import { formatTimer, timerMakerOf } from './timer-lines.ts';

/** The code positions that created the timers of the app, for all timers that may still fire. */
const timerMakers = new Map<number, string>();

function currentStack(): string {
  const { stackTraceLimit } = Error;
  // The default limit is too low: Node's own calls lie between the app's code and the timer.
  Error.stackTraceLimit = 50;
  const text = new Error().stack ?? '';
  Error.stackTraceLimit = stackTraceLimit;
  return text;
}

if (process.argv.join(' ').includes(String(process.env['BENCH_COUNTED_APP'])))
  createHook({
    trackPromises: false,
    init(id, type) {
      if (type !== 'Timeout') return;
      const maker = timerMakerOf(currentStack());
      if (maker !== null) timerMakers.set(id, maker);
    },
    before(id) {
      const maker = timerMakers.get(id);
      if (maker !== undefined) process.stderr.write(formatTimer({ at: Date.now(), maker }));
    },
    destroy: (id) => void timerMakers.delete(id),
  }).enable();
