const winds = [
  'north',
  'north-east',
  'east',
  'south-east',
  'south',
  'south-west',
  'west',
  'north-west',
] as const;

/** The direction of an azimuth (degrees from north by east), of eight. */
export const compassOf = (azimuth: number): string =>
  winds[((Math.round(azimuth / 45) % 8) + 8) % 8] ?? 'north';
