import { m } from '#words';
import { numberFormat } from '#shared/language/formats.ts';
import type { PostText } from '#shared/journal/journal.ts';
import type { PassSubject, PostSubject } from '#shared/journal/post-subject.ts';
import type { PictureRecord } from '#shared/picture/picture.ts';
import { compassInWords, wholeAzimuth } from '#shared/station/sky/compass.ts';
import { passSpan, seenPart } from '#shared/station/sky/pass-span.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { calendarDay, untilInWords } from '#shared/time-words.ts';
import { joinSentences } from '#shared/words.ts';
import { exactTime } from '../ui/clock-time.ts';
import { joinAttachedSubject } from '#shared/journal/attached-subject.ts';

const withSimulatedMark = (simulated: boolean, facts: string): string =>
  `${simulated ? `${m.journal_about_simulated()}\n\n` : ''}${facts}\n\n`;

/** The text with which a new post starts, marked if the data is simulated. Only facts: the user writes the rest. */
export const postAbout = (
  subject: PostSubject,
  { now, simulated }: { readonly now: number; readonly simulated: boolean },
): PostText =>
  subject.kind === 'picture'
    ? postFromPicture(subject.record, simulated)
    : postFromPass(subject.pass, { now, simulated, seen: subject.seen });

export function postFromPicture(record: PictureRecord, simulated: boolean): PostText {
  const { date, title, credit, pageUrl } = record;
  const day = calendarDay(date, 'long');
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

interface PassContext extends Pick<PassSubject, 'seen'> {
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  readonly simulated: boolean;
}

export function postFromPass(pass: Pass, { now, simulated, seen }: PassContext): PostText {
  const { from, top, to } = seenPart(pass);
  const timeAt = (seconds: number): string => untilInWords(seconds * 1000, now);
  const degreesFormat = numberFormat({
    style: 'unit',
    unit: 'degree',
    unitDisplay: 'narrow',
    maximumFractionDigits: 0,
  });
  const course = (pass.visible ? m.journal_about_pass_seen : m.journal_about_pass)({
    rise: timeAt(from.t),
    riseWay: compassInWords(from.azimuth),
    peak: timeAt(top.t),
    peakWay: compassInWords(top.azimuth),
    height: degreesFormat.format(top.elevation),
    set: timeAt(to.t),
    setWay: compassInWords(to.azimuth),
  });
  const subject = {
    kind: 'pass',
    at: Math.floor((from.t * 1000) / 60_000) * 60_000,
    path: {
      rise: wholeAzimuth(from.azimuth),
      peak: wholeAzimuth(top.azimuth),
      height: Math.round(top.elevation),
      set: wholeAzimuth(to.azimuth),
    },
  } as const;
  const seenLine =
    seen === null ? '' : `${m.journal_seen_at({ clock: exactTime(seen.at / 1000) })}\n\n`;
  const skyLine = seen === null || seen.sky.length === 0 ? '' : `\n\n${joinSentences(seen.sky)}`;
  const facts = joinSentences(pass.visible ? [course] : [course, hiddenReasonInWords(pass)]);
  return {
    title: m.journal_about_pass_title({ when: timeAt(from.t) }),
    body: joinAttachedSubject(
      subject,
      withSimulatedMark(simulated, `${seenLine}${facts}${skyLine}`),
    ),
  };
}

function hiddenReasonInWords({ reason }: Pass): string {
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
  const comingPasses = passes.filter((pass) => passSpan(pass).to * 1000 > now);
  return comingPasses.find(({ visible }) => visible) ?? comingPasses[0] ?? null;
}
