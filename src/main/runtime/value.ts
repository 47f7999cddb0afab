/** A small value that outlives the run. `set` never fails: a value that the disk refuses holds for this run. */
export interface Value<T> {
  get(): T;
  set(value: T): void;
}
