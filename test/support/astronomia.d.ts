// astronomia brings no types: of its functions those that the truth uses.
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
  /** In longitude and in obliquity, radians. */
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
