/** Converts minutes since midnight to the value of a time field: `07:05`. */
export const toTimeField = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Converts the value of a time field to minutes since midnight; null if it is empty. */
export function fromTimeField(text: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(text) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}
