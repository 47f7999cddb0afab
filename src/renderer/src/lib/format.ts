import type { Place } from './sun.ts';

const fullDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone: 'UTC' });
const timeOfDay = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const timeAndDay = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});

/** `2026-11-20` as the person writes it, with the weekday. The day is a calendar day: it has no zone. */
export function dateInWords(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return fullDate.format(Date.UTC(year, month - 1, day));
}

/** A time in the person's zone, with the day when it is not that of `now`. Both in milliseconds. */
export function timeInWords(at: number, now: number): string {
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  return (sameDay ? timeOfDay : timeAndDay).format(at);
}

/** How long `ms` is, as "4 s", "12 min", "3 h" or "2 days"; never negative. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** "12.3° N 45.6° W" */
export function placeInWords({ latitude, longitude }: Place): string {
  const north = `${Math.abs(latitude).toFixed(1)}° ${latitude < 0 ? 'S' : 'N'}`;
  const east = `${Math.abs(longitude).toFixed(1)}° ${longitude < 0 ? 'W' : 'E'}`;
  return `${north} ${east}`;
}

/** With a capital and a full stop. */
export function sentence(words: string): string {
  const whole = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.?!…]$/.test(whole) ? whole : `${whole}.`;
}
