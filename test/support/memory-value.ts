import type { StoredValue } from '#runtime/value.ts';

/** A value in memory. `write` is called with each value that is set. */
export function memoryValue<T>(
  initial: T,
  write: (value: T) => void = () => undefined,
): StoredValue<T> {
  let current = initial;
  return {
    get: () => current,
    set(next) {
      current = next;
      write(next);
    },
  };
}
