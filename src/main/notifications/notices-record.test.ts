import { join } from 'node:path';
import { it } from 'vitest';
import { noonMs, observerAtNoon, passAt } from '#test/support/any-state.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { expectRecord } from '#test/support/record.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { emptyJournalStatus, zeroPostCounts } from '#shared/journal/journal.ts';
import type { Wallpaper } from '#shared/picture/picture.ts';
import { loadingRemote, readyRemote } from '#shared/remote.ts';
import { defaultSettings, type Settings } from '#shared/settings/settings.ts';
import type { AppState } from '#shared/state.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { unknownStation, type Station } from '#shared/station/station.ts';
import {
  isOfOtherPlace,
  noticesFor,
  notRestoredNotice,
  notSetNotice,
  summaryNotice,
} from './rules.ts';

const day = dayPicture('2026-11-20', { title: 'Stars & <dust>', credit: 'A. Person' });
const picture = readyRemote(day, noonMs);
const noonSeconds = noonMs / 1000;
/** The key of a pass that begins some seconds after noon, for a place some degrees north and east of the observer. */
const passKey = (seconds: number, north: number, east: number): string =>
  `pass:${noonSeconds + seconds}@${north.toFixed(2)},${(observerAtNoon.longitude + east).toFixed(2)}`;
const simulated = { services: { source: 'embedded', simulated: true } } as const;
const pictureWith = (record: Partial<typeof day.record>, file = day.file) => ({
  picture: readyRemote({ record: { ...day.record, ...record }, file }, noonMs),
});
const withSettings = (part: Partial<Settings>) => ({ settings: { ...defaultSettings, ...part } });
const stationWith = (part: Partial<Station>) => ({
  station: { ...unknownStation, observer: observerAtNoon, ...part },
});
const { notifications, wallpaper, station } = defaultSettings;
const alertsOff = withSettings({
  station: { ...station, alerts: { ...station.alerts, enabled: false } },
});

const pass = passAt(5);
const moment = (minutes: number, azimuth: number) => ({
  t: noonSeconds + minutes * 60,
  azimuth,
  elevation: 12.5,
  rangeKm: 500,
});
const seen: Pass = {
  ...pass,
  rise: moment(5, 200),
  peak: { ...moment(10, 130), elevation: 67.5 },
  set: moment(15, 60),
  seen: { rise: moment(5, 200), set: moment(15, 60) },
  visible: true,
  reason: null,
  visibleFrom: noonSeconds + 300,
  visibleTo: noonSeconds + 840,
};
const alerts = (...all: Pass[]) => stationWith({ alerts: all });
const burn = {
  at: noonMs - 4 * 3_600_000,
  sigmaSeconds: 360,
  raisedKm: 1.94,
  sigmaKm: 0.02,
  detectedAt: noonMs - 24 * 3_600_000,
};
const predicted = { rise: 1, peak: noonSeconds + 7200, visible: true };
const gone = { predicted, current: null } as Station['changed'][number];
const problem = (kind: 'storage' | 'key-refused'): Partial<AppState> => ({
  activities: {
    ...emptyContent.activities,
    picture: {
      ...emptyContent.activities.picture,
      lastFailure: {
        at: noonMs,
        firstAt: noonMs,
        failure: kind === 'storage' ? { kind, code: 'ENOSPC' } : { kind },
      },
    },
  },
});
const refused = {
  journal: { ...emptyJournalStatus, counts: { ...zeroPostCounts, refused: 2 } },
};

/** A state, and the keys of the notices that were shown before. */
const states: Readonly<Record<string, readonly [Partial<AppState>, ...string[]]>> = {
  'a picture': [{ picture }],
  'a simulated picture': [{ picture, ...simulated }],
  'a picture without a credit': [pictureWith({ credit: null })],
  'a picture while the wallpaper is off': [
    { picture, ...withSettings({ wallpaper: { ...wallpaper, enabled: false } }) },
  ],
  'a picture before the first answer': [
    { picture, ...withSettings({ wallpaper: { ...wallpaper, enabled: null } }) },
  ],
  'a video': [pictureWith({ mediaType: 'video' })],
  'another medium': [pictureWith({ mediaType: 'other' })],
  'no file': [pictureWith({}, null)],
  'a picture while a newer one is looked for': [{ picture: loadingRemote(picture, noonMs) }],
  'a picture that was announced': [{ picture }, 'picture:2026-11-20'],
  'a picture after another was announced': [{ picture }, 'picture:2026-11-19'],
  'a picture, switched off': [
    { picture, ...withSettings({ notifications: { ...notifications, newPicture: false } }) },
  ],
  'a pass in daylight': [alerts(pass)],
  'a simulated pass': [{ ...alerts(pass), ...simulated }],
  'a pass in shadow': [alerts({ ...pass, reason: 'in-shadow' })],
  'a pass without a reason': [alerts({ ...pass, reason: null })],
  'a visible pass': [alerts(seen)],
  'a visible pass with a brightness': [
    alerts({ ...seen, brightness: { magnitude: -3.5, band: 'venus' } }),
  ],
  'a pass that stays in one direction': [
    alerts({ ...seen, seen: { rise: moment(5, 61), set: moment(15, 59) }, visibleFrom: null }),
  ],
  'two passes': [alerts(pass, passAt(95))],
  'a pass without a place': [{ station: { ...unknownStation, alerts: [pass] } }],
  'a pass that was announced': [alerts(pass), passKey(600, 0, 0)],
  'a pass that was announced for a near place': [alerts(pass), passKey(620, 0.09, -0.09)],
  'a pass that was announced for a place to the north': [alerts(pass), passKey(600, 0.1, 0)],
  'a pass that was announced for a place to the east': [alerts(pass), passKey(600, 0, 0.11)],
  'a pass after another was announced': [alerts(pass), passKey(-5000, 0, 0)],
  'a burn': [stationWith({ burn })],
  'a burn that changed a pass': [stationWith({ burn, changed: [gone, gone] })],
  'a burn that was found a day ago': [
    stationWith({ burn: { ...burn, detectedAt: burn.detectedAt - 1 } }),
  ],
  'a burn that was announced': [stationWith({ burn }), `burn:${burn.at / 1000}`],
  'a burn, alerts off': [{ ...stationWith({ burn }), ...alertsOff }],
  'a full disk, a refused key and refused posts': [{ ...problem('storage'), ...refused }],
  'a refused key': [problem('key-refused')],
  'refused posts': [refused],
  'a problem that was announced': [refused, 'problem:refused-posts'],
  'a problem, switched off': [
    { ...refused, ...withSettings({ notifications: { ...notifications, problems: false } }) },
  ],
  everything: [{ picture, ...stationWith({ burn, alerts: [seen, pass] }), ...refused }],
};

it('the notices for each state are those of the record', async () => {
  const noticesOf = (part: Partial<AppState>, ...shown: string[]) => {
    const live = { source: 'live', simulated: false } as const;
    const state: AppState = { ...emptyContent, revision: 1, services: live, ...part };
    return noticesFor(state, new Set(shown), noonMs);
  };
  /** Times relative to noon and longitudes relative to the observer: the time zone decides both. */
  const lineOf = (value: unknown): string =>
    `  ${JSON.stringify(value)}`
      .replaceAll(/"until":(\d+)/g, (_all, until) => `"until":${Number(until) - noonMs}`)
      .replaceAll(/(?<="key":"(?:pass|burn):)\d+/g, (t) => String(Number(t) - noonSeconds))
      .replaceAll(`@0.00,${observerAtNoon.longitude.toFixed(2)}"`, '@0.00,0.00"');
  const everything = noticesOf(...(states['everything'] ?? [{}]));
  const failed: Wallpaper = {
    kind: 'failed',
    date: '2026-11-20',
    backend: null,
    detail: '',
    at: noonMs,
    retryAt: noonMs + 600_000,
  };
  const offline = { kind: 'offline', reason: 'dns' } as const;
  const others = {
    'summary of all': summaryNotice(everything, noonMs),
    'summary without a problem': summaryNotice(everything.slice(0, 4), noonMs),
    'summary of the picture': summaryNotice(everything.slice(0, 1), noonMs),
    'summary of nothing': summaryNotice([], noonMs),
    'not set': notSetNotice(offline, { kind: 'untouched' }),
    'not set, and tried again': notSetNotice(offline, failed),
    'not set at the end': notSetNotice({ kind: 'cancelled' }, failed),
    'not restored': notRestoredNotice(offline),
    'not restored at the end': notRestoredNotice({ kind: 'cancelled' }),
    'of another place': [null, [0, 0], [0.05, -0.05], [0.2, 0], [0, 0.2]].map((at) => {
      const [latitude = 0, longitude = 0] = at ?? [];
      const place =
        at === null ? null : { latitude, longitude: observerAtNoon.longitude + longitude };
      return everything.map((notice) => isOfOtherPlace(notice, place));
    }),
  };
  const lines = [
    ...Object.entries(states).flatMap(([name, given]) => [
      name,
      ...noticesOf(...given).map(lineOf),
    ]),
    ...Object.entries(others).flatMap(([name, value]) => [name, lineOf(value)]),
  ].map((line) => line.replaceAll(String(noonMs), 'noon'));
  await expectRecord(lines, join(import.meta.dirname, 'notices-record.txt'));
});
