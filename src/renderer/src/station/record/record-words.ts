import { m } from '#words';
import { formatLocale } from '#shared/language/language.ts';
import type { Ledger } from '#shared/station/ledger.ts';
import { isPredictionRight, latenessSeconds } from '#shared/station/score.ts';

type Entry = Ledger['last'][number];

const number = (value: number, digits: number): string =>
  new Intl.NumberFormat(formatLocale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);

/** A time to the tenth of a second, in the user's time zone. @param t Unix seconds */
export const tenths = (t: number): string =>
  new Intl.DateTimeFormat(formatLocale(), {
    timeStyle: undefined,
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 1,
  }).format(t * 1000);

export const dayOf = (t: number): string =>
  new Intl.DateTimeFormat(formatLocale(), { day: 'numeric', month: 'short' }).format(t * 1000);

/** “19:42:10 ± 2.4 s”: two standard deviations, as in all texts of the app. */
export const saidInWords = ({ prediction }: Entry): string =>
  m.sky_record_said_value({
    clock: tenths(prediction.peak),
    sigma: number(Math.max(0.1, 2 * prediction.sigma), prediction.sigma < 5 ? 1 : 0),
  });

/** The time from the prediction to the pass, in words. */
export function aheadInWords({ prediction }: Entry): string {
  const days = (prediction.rise - prediction.saidAt / 1000) / 86_400;
  return days < 2
    ? m.sky_record_hours({ count: Math.max(1, Math.round(days * 24)) })
    : m.sky_record_days({ count: number(days, 0) });
}

/** The difference with its sign, or a note that there was no pass. */
export function outcomeInWords({ prediction, score }: Entry): string {
  if (score.outcome === null) return m.sky_record_no_pass();
  const secondsLate = latenessSeconds(prediction, score.outcome);
  const sign = secondsLate < 0 ? '−' : '+';
  return m.sky_record_difference({ sign, seconds: number(Math.abs(secondsLate), 1) });
}

export const isRight = ({ prediction, score }: Entry): boolean =>
  isPredictionRight(prediction, score);

/** The share of the scored predictions that were right; null before the first score. */
export function shareInWords({ scored, within }: Ledger): string | null {
  if (scored === 0) return null;
  const percent = new Intl.NumberFormat(formatLocale(), { style: 'percent' });
  return m.sky_record_share({ count: scored, share: percent.format(within / scored) });
}
