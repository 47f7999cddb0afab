import { m } from '#words';
import { dateFormat, fixedFormat } from '#shared/language/formats.ts';
import { roundTo } from '#shared/round.ts';
import type { Ledger } from '#shared/station/ledger.ts';
import { isPredictionRight, latenessSeconds } from '#shared/station/score.ts';
import { dateInFormat, hourStyle } from '#shared/time-words.ts';
import { shareInWords } from '#shared/words.ts';

type LedgerEntry = Ledger['last'][number];

const formatNumber = (value: number, digits: number): string => fixedFormat(digits).format(value);

/** A time to the tenth of a second, in the user's time zone. @param t Unix seconds */
export const timeWithTenths = (t: number): string =>
  dateFormat({
    hour: hourStyle(),
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 1,
  }).format(t * 1000);

export const dayInWords = (t: number): string =>
  dateInFormat(t * 1000, { day: 'numeric', month: 'short' });

/** “19:42:10 ± 2.4 s”: two standard deviations, as in all texts of the app. */
export const predictionInWords = ({ prediction }: LedgerEntry): string =>
  m.sky_record_predicted_value({
    clock: timeWithTenths(prediction.peak),
    sigma: formatNumber(Math.max(0.1, 2 * prediction.sigma), prediction.sigma < 5 ? 1 : 0),
  });

/** The time from the prediction to the pass, in words. */
export function leadTimeInWords({ prediction }: LedgerEntry): string {
  const days = (prediction.rise - prediction.predictedAt / 1000) / 86_400;
  return days < 2
    ? m.sky_record_hours({ count: Math.max(1, Math.round(days * 24)) })
    : m.sky_record_days({ count: formatNumber(days, 0) });
}

/** How much later or earlier than predicted the pass came, with a sign, or a note that there was no pass. */
export function outcomeInWords({ prediction, score }: LedgerEntry): string {
  if (score.outcome === null) return m.sky_record_no_pass();
  const secondsLate = roundTo(latenessSeconds(prediction, score.outcome), 1);
  const sign = secondsLate < 0 ? '−' : '+';
  return m.sky_record_difference({ sign, seconds: formatNumber(Math.abs(secondsLate), 1) });
}

export const wasPredictionRight = ({ prediction, score }: LedgerEntry): boolean =>
  isPredictionRight(prediction, score);

/** The share of the scored predictions that were right; null before the first score. */
export function rightShareInWords({ scored, within }: Ledger): string | null {
  if (scored === 0) return null;
  // 100 % is written only if all are right.
  const share = within === scored ? 1 : Math.min(0.99, within / scored);
  return m.sky_record_share({
    count: scored,
    share: shareInWords(share),
  });
}
