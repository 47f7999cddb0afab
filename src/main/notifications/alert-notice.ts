import { hiddenWords } from '#shared/station/pass-forecast.ts';
import { compassOf } from '#shared/station/sky/compass.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { clockTime } from '#shared/time-words.ts';
import type { Notice } from './notice.ts';
import { isSamePass } from '#station/index.ts';

const prefix = 'pass:';

/** Peaks (Unix seconds) of the passes that notices were shown for. */
const alertedPasses = (shown: ReadonlySet<string>): readonly number[] =>
  [...shown].filter((key) => key.startsWith(prefix)).map((key) => Number(key.slice(prefix.length)));

/** What a person is told before a pass; null when it was told before, perhaps with the times of an earlier fit. */
export function alertNotice(
  pass: Pass,
  shown: ReadonlySet<string>,
  simulated: boolean,
): Notice | null {
  const { rise, peak, set, visibleFrom } = pass;
  if (alertedPasses(shown).some((other) => isSamePass(other, peak.t))) return null;
  const begin = clockTime((visibleFrom ?? rise.t) * 1000);
  const height = `up to ${Math.round(peak.elevation)}° high in the ${compassOf(peak.azimuth)}`;
  const title = `${simulated ? 'Simulated: ' : ''}The station passes at ${begin}`;
  return {
    key: `${prefix}${Math.round(peak.t)}`,
    kind: 'pass',
    title,
    body: `From the ${compassOf(rise.azimuth)}, ${height}, to the ${compassOf(set.azimuth)} until ${clockTime(set.t * 1000)}. ${sightOf(pass)}`,
    short: `${title}.`,
    click: { kind: 'open', view: 'station' },
    actions: [],
    until: set.t * 1000,
  };
}

function sightOf({ visible, reason, brightness }: Pass): string {
  if (!visible) return reason === null ? 'Not visible.' : `Not visible: ${hiddenWords[reason]}.`;
  return brightness === null ? 'Visible.' : brightnessWords[brightness.band];
}

const brightnessWords: Readonly<Record<NonNullable<Pass['brightness']>['band'], string>> = {
  brilliant: 'As bright as Venus.',
  bright: 'As bright as the brightest stars.',
  fair: 'As bright as most stars that have names.',
  faint: 'Faint.',
};
