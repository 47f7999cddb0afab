import { m } from '#words';
import { untilInWords } from '../time-words.ts';
import type { PassChange } from './ledger.ts';

/** A smaller shift, in seconds, is hardly visible in the minute on screen. */
const minShiftSeconds = 30;

/** How much later a pass comes than was predicted, seconds; negative: earlier. */
const passShiftSeconds = ({ predicted, current }: PassChange): number =>
  current === null ? 0 : current.peak - predicted.peak;

/**
 * The changes by a burn that concern visible passes: the pass was predicted as visible, or is visible now. Shifts below
 * `minShiftSeconds` are left out.
 */
export function visiblePassChanges(changes: readonly PassChange[]): PassChange[] {
  return changes.filter(({ predicted, current }) =>
    current?.visible !== predicted.visible
      ? predicted.visible || current?.visible === true
      : predicted.visible && Math.abs(current.peak - predicted.peak) >= minShiftSeconds,
  );
}

/** The greatest shift of the passes, in whole minutes; 0: less than half a minute. */
export const greatestShiftMinutes = (changes: readonly PassChange[]): number =>
  Math.round(Math.max(0, ...changes.map((change) => Math.abs(passShiftSeconds(change)))) / 60);

/** Describes the change of a predicted pass in a whole sentence. @param at milliseconds since the Unix epoch */
export function changeInWords(change: PassChange, at: number): string {
  const { predicted, current } = change;
  if (current === null)
    return m.station_change_gone({ when: untilInWords(predicted.peak * 1000, at) });
  const shift = passShiftSeconds(change);
  // The predicted start of the visible stretch, or the rise.
  const predictedTime = untilInWords((current.from - shift) * 1000, at);
  if (predicted.visible && !current.visible)
    return m.station_change_hidden({ when: predictedTime });
  const newTime = untilInWords(current.from * 1000, at);
  if (!predicted.visible && current.visible) return m.station_change_visible({ when: newTime });
  const seconds = Math.abs(shift);
  if (seconds < 90) {
    const words = { before: predictedTime, when: newTime, seconds: Math.round(seconds) };
    return shift > 0
      ? m.station_change_later_seconds(words)
      : m.station_change_earlier_seconds(words);
  }
  const words = { before: predictedTime, when: newTime, minutes: Math.round(seconds / 60) };
  return shift > 0 ? m.station_change_later(words) : m.station_change_earlier(words);
}
