import { isDay } from './calendar.ts';

/** Of a day: `YYMMDD`, as the successor names it. */
export function codeOf(date: string): string {
  return date.slice(2).replaceAll('-', '');
}

/** The day of `YYMMDD`; undefined when there is none. From 95 on, years are those before 2000. */
export function dateOf(code: string): string | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const century = code >= '95' ? '19' : '20';
  const date = `${century}${code.slice(0, 2)}-${code.slice(2, 4)}-${code.slice(4)}`;
  return isDay(date) ? date : undefined;
}
