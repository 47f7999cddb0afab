// astronomia has no types: these are the functions that the reference computations use.
declare module 'astronomia/moonposition' {
  /** Geocentric, mean equinox of date: radians and km (Meeus, chapter 47). */
  export function position(jde: number): { lon: number; lat: number; range: number };
}
declare module 'astronomia/solar' {
  export function apparentEquatorialVSOP87(
    earth: unknown,
    jde: number,
  ): { ra: number; dec: number; range: number };
}
declare module 'astronomia/nutation' {
  /** The nutation in longitude and in obliquity, radians. */
  export function nutation(jde: number): [number, number];
  export function meanObliquity(jde: number): number;
}
declare module 'astronomia/sidereal' {
  /** Apparent sidereal time at Greenwich, seconds of time. */
  export function apparent(jd: number): number;
}
declare module 'astronomia/planetposition' {
  export const Planet: new (data: unknown) => unknown;
}
declare module 'astronomia/data/vsop87Bearth' {
  const data: unknown;
  export default data;
}
declare module 'astronomia/coord' {
  export class Equatorial {
    constructor(ra: number, dec: number);
    readonly ra: number;
    readonly dec: number;
  }
}
declare module 'astronomia/apparent' {
  import type { Equatorial } from 'astronomia/coord';
  /**
   * Applies proper motion, precession, nutation and aberration. Epochs are in Julian years, the proper motion in
   * radians a year.
   */
  export function position(
    from: Equatorial,
    epochFrom: number,
    epochTo: number,
    ra: number,
    dec: number,
  ): Equatorial;
}
declare module 'astronomia/elliptic' {
  import type { Equatorial } from 'astronomia/coord';
  /** Apparent geocentric position of a planet. */
  export function position(planet: unknown, earth: unknown, jde: number): Equatorial;
}
declare module 'astronomia/data/vsop87Bvenus' {
  const data: unknown;
  export default data;
}
declare module 'astronomia/data/vsop87Bmars' {
  const data: unknown;
  export default data;
}
declare module 'astronomia/data/vsop87Bjupiter' {
  const data: unknown;
  export default data;
}
declare module 'astronomia/data/vsop87Bsaturn' {
  const data: unknown;
  export default data;
}
declare module 'astronomia/data/vsop87Bmercury' {
  const data: unknown;
  export default data;
}
