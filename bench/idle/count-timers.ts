/**
 * Loaded into the main process by `npm run bench -- idle`, before the app: prints a line for each timer that fires and
 * that the app has made, its libraries included, also those that Node makes for it (as for `AbortSignal.timeout`). Timers of
 * the runtime are not counted.
 */
import { createHook } from 'node:async_hooks';
import { format, makerOf } from './timer-lines.ts';

/** The makers of the app's timers that may still fire. */
const makers = new Map<number, string>();

function stack(): string {
  const { stackTraceLimit } = Error;
  // Node's own calls lie between the app and the timer.
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
      const maker = makerOf(stack());
      if (maker !== null) makers.set(id, maker);
    },
    before(id) {
      const maker = makers.get(id);
      if (maker !== undefined) process.stderr.write(format({ at: Date.now(), maker }));
    },
    destroy: (id) => void makers.delete(id),
  }).enable();
