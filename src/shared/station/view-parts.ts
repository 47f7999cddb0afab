/** Foldable parts of the Station view. */
export const stationParts = [
  'details',
  'mapInWords',
  'pathTable',
  'skyTable',
  'horizon',
  'record',
  'height',
] as const;
