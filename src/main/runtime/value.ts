/**
 * A small value that is kept between runs. `set` never fails: if the disk refuses the value, the value applies to this
 * run only.
 */
export interface StoredValue<T> {
  get(): T;
  set(value: T): void;
}
