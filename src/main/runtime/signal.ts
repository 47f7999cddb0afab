/** Connects parts that are created one after the other: listeners may be added after the source exists. */
interface Signal<T> {
  /** Adds a listener. What was emitted before is not repeated. */
  on(listener: (value: T) => void): void;
  /** Calls all listeners in the order in which they were added. */
  emit(value: T): void;
}

export function createSignal<T = void>(): Signal<T> {
  const listeners: ((value: T) => void)[] = [];
  return {
    on: (listener) => void listeners.push(listener),
    emit(value) {
      for (const listener of listeners) listener(value);
    },
  };
}
