/** A two-line element set, as published. */
export interface Elements {
  readonly line1: string;
  readonly line2: string;
}

/** The station on 2026-08-20. */
export const bundledElements: Elements = {
  line1: '1 25544U 98067A   26232.17880947  .00009753  00000+0  18154-3 0  9994',
  line2: '2 25544  51.6332 343.3775 0007674  65.0551 295.1235 15.49524101581676',
};
