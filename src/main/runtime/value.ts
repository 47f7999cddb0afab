/**
 * A small value that outlives the run. `set` never fails: if the disk refuses the value, it applies to this run only.
 */
export interface Value<T> {
  get(): T;
  set(value: T): void;
}
