import { m } from '#words';
import { formatLocale } from '#shared/language/language.ts';
import type { PostText } from '#shared/journal/journal.ts';
import type { PictureRecord } from '#shared/picture/picture.ts';
import { compassInWords } from '#shared/station/sky/compass.ts';
import { passSpan } from '#shared/station/sky/pass-span.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { exactTime } from '../station/pass-words.ts';
import { timeInWords } from '../ui/format.ts';
import { joinAttachedSubject } from './attached-subject.ts';
import { calendarDay } from './dates.ts';

/** The text with which a new post starts, marked if the data is simulated. Only facts: the user writes the rest. */

const withSimulatedMark = (simulated: boolean, facts: string): string =>
  `${simulated ? `${m.journal_about_simulated()}\n\n` : ''}${facts}\n\n`;

export function postFromPicture(record: PictureRecord, simulated: boolean): PostText {
  const { date, title, credit, pageUrl } = record;
  const day = calendarDay(date);
  const pictureLine =
    credit === null
      ? m.journal_about_picture({ day, title })
      : m.journal_about_picture_credit({ day, title, credit });
  const facts = pageUrl === null ? pictureLine : `${pictureLine}\n${pageUrl}`;
  return {
    title,
    body: joinAttachedSubject({ kind: 'picture', date }, withSimulatedMark(simulated, facts)),
  };
}

interface PassContext {
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  readonly simulated: boolean;
  /** When the user reported seeing the pass, in milliseconds since the Unix epoch; null if the user has not. */
  readonly seenAt: number | null;
}

export function postFromPass(pass: Pass, { now, simulated, seenAt }: PassContext): PostText {
  const { peak } = pass;
  const seenSpan = pass.seen;
  const timeAt = (seconds: number): string => timeInWords(seconds * 1000, now);
  const degreesFormat = new Intl.NumberFormat(formatLocale(), {
    style: 'unit',
    unit: 'degree',
    unitDisplay: 'narrow',
    maximumFractionDigits: 0,
  });
  const course = m.journal_about_pass({
    rise: timeAt(seenSpan.rise.t),
    riseWay: compassInWords(seenSpan.rise.azimuth),
    peak: timeAt(peak.t),
    peakWay: compassInWords(peak.azimuth),
    height: degreesFormat.format(peak.elevation),
    set: timeAt(seenSpan.set.t),
    setWay: compassInWords(seenSpan.set.azimuth),
  });
  const passStart = passSpan(pass).from;
  const wholeDegrees = (azimuth: number): number => Math.round(azimuth) % 360;
  const subject = {
    kind: 'pass',
    at: Math.floor((passStart * 1000) / 60_000) * 60_000,
    path: {
      rise: wholeDegrees(seenSpan.rise.azimuth),
      peak: wholeDegrees(peak.azimuth),
      height: Math.round(Math.max(0, peak.elevation)),
      set: wholeDegrees(seenSpan.set.azimuth),
    },
  } as const;
  const seenLine =
    seenAt === null ? '' : `${m.journal_seen_at({ clock: exactTime(seenAt / 1000) })}\n\n`;
  const facts = `${seenLine}${course} ${visibilityInWords(pass, timeAt)}`;
  return {
    title: m.journal_about_pass_title({ when: timeAt(passStart) }),
    body: joinAttachedSubject(subject, withSimulatedMark(simulated, facts)),
  };
}

function visibilityInWords(
  { visibleFrom, visibleTo, reason }: Pass,
  timeAt: (seconds: number) => string,
): string {
  if (visibleFrom !== null && visibleTo !== null)
    return m.journal_about_pass_visible({ from: timeAt(visibleFrom), to: timeAt(visibleTo) });
  switch (reason) {
    case 'in-shadow':
      return m.journal_about_pass_shadow();
    case 'daylight':
      return m.journal_about_pass_daylight();
    case 'too-low':
      return m.journal_about_pass_low();
    case null:
      return m.journal_about_pass_hidden();
  }
}

/** The pass that the user most likely writes about: the next visible pass, else the next pass. */
export function passToWriteAbout(passes: readonly Pass[], now: number): Pass | null {
  const comingPasses = passes.filter(({ set }) => set.t * 1000 > now);
  return comingPasses.find(({ visible }) => visible) ?? comingPasses[0] ?? null;
}
