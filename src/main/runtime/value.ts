/**
 * A small value that is kept between runs. `set` never fails: if the disk refuses the value, the value applies in this
 * run, and a later write stores it if the disk then accepts it.
 */
export interface StoredValue<T> {
  get(): T;
  set(value: T): void;
}
