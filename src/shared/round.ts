/** Rounds `value` to `digits` decimal places. Never returns −0, which would be written with a sign. */
export const roundTo = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0;
