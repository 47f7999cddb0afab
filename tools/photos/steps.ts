/** Long work in steps: whoever drives it may do something else between two of them. */
export type Steps<T> = Generator<undefined, T>;

/** The same, of work that hands over what it has made, piece by piece. */
export type Pieces<T> = Generator<T | undefined, void>;
