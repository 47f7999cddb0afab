import type { PostText } from '#shared/journal/journal.ts';
import type { PictureRecord } from '#shared/picture/picture.ts';
import { compassOf } from '#shared/station/sky/compass.ts';
import { passSpan } from '#shared/station/sky/pass-span.ts';
import type { HiddenReason, Moment, Pass } from '#shared/station/sky/pass.ts';
import { dateInWords, timeInWords } from '../ui/format.ts';

/** What a new post can begin with. Facts only: the person writes the rest. */

const simulatedMark = 'Simulated: nothing of this is real.\n\n';

export function fromPicture(record: PictureRecord, simulated: boolean): PostText {
  const credit = record.credit === null ? '' : ` (${record.credit})`;
  const page = record.pageUrl === null ? '' : `\n${record.pageUrl}`;
  const facts = `The picture of ${dateInWords(record.date)}: ${record.title}${credit}.${page}\n\n`;
  return { title: record.title, body: simulated ? simulatedMark + facts : facts };
}

const hidden: Readonly<Record<HiddenReason, string>> = {
  'in-shadow': 'the station is in the Earth’s shadow',
  daylight: 'the sky is too bright',
  'too-low': 'the station stays too low',
};

/** `now` is in milliseconds since the Unix epoch, times of a pass are in seconds. */
export function fromPass(pass: Pass, now: number, simulated: boolean): PostText {
  const { rise, peak, set, visibleFrom, visibleTo, reason } = pass;
  const at = (seconds: number): string => timeInWords(seconds * 1000, now);
  const way = ({ t, azimuth }: Moment): string => `in the ${compassOf(azimuth)} at ${at(t)}`;
  const height = `${Math.round(peak.elevation)}° high ${way(peak)}`;
  const seen =
    visibleFrom !== null && visibleTo !== null
      ? `To be seen from ${at(visibleFrom)} to ${at(visibleTo)}.`
      : `Not to be seen: ${reason === null ? 'the sky does not allow it' : hidden[reason]}.`;
  const facts = `It rises ${way(rise)}, stands ${height}, and sets ${way(set)}. ${seen}\n\n`;
  return {
    title: `The station at ${at(passSpan(pass).from)}`,
    body: simulated ? simulatedMark + facts : facts,
  };
}

/** The pass that a post is most likely about: the next to be seen, else the next. */
export function passToWriteAbout(passes: readonly Pass[], now: number): Pass | null {
  const coming = passes.filter(({ set }) => set.t * 1000 > now);
  return coming.find(({ visible }) => visible) ?? coming[0] ?? null;
}
