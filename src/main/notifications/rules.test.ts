import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyState, noonMs } from '#test/support/any-state.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import type { Failure } from '#shared/failure.ts';
import { zeroPostCounts, emptyJournalStatus } from '#shared/journal/journal.ts';
import type { NeedKind } from '#shared/status/needs.ts';
import { readyRemote } from '#shared/remote.ts';
import type { Moment, Pass } from '#shared/station/sky/pass.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import type { AppState } from '#shared/state.ts';
import { unknownStation, type AlertSettings } from '#shared/station/station.ts';
import { noticesFor, solvedProblemKinds, summaryNotice } from './rules.ts';

const picture = dayPicture('2026-11-20', { title: 'Stars & <dust>', credit: 'A. Person' });
const live = { source: 'live', simulated: false } as const;
const state = (part: Partial<AppState>): AppState => ({
  ...emptyContent,
  revision: 1,
  services: live,
  ...part,
});
const withAlerts = (part: Partial<AlertSettings>): AppState['settings'] => {
  const { station } = defaultSettings;
  return {
    ...defaultSettings,
    station: { ...station, alerts: { ...station.alerts, ...part } },
  };
};
const keyRefused = { kind: 'key-refused' } as const;
const afterFailure = (failure: Failure, lastSuccessAt: number | null = null) => ({
  activities: {
    ...emptyContent.activities,
    picture: {
      ...emptyContent.activities.picture,
      lastFailure: { at: 5, firstAt: 5, failure },
      lastSuccessAt,
    },
  },
});

const answered = (enabled: boolean | null) => ({
  ...defaultSettings,
  wallpaper: { ...defaultSettings.wallpaper, enabled },
});

it('announces nothing until the question of the first page is answered', () => {
  const kindsAfter = (enabled: boolean | null) =>
    noticesFor(
      state({
        ...afterFailure(keyRefused),
        picture: readyRemote(picture, 1),
        station,
        settings: answered(enabled),
      }),
      new Set(),
      noonMs,
    ).map(({ kind }) => kind);
  expect(kindsAfter(null)).toEqual([]);
  expect(kindsAfter(false)).toEqual(['picture', 'pass', 'problem']);
});

const moment = (t: number, azimuth: number, elevation: number): Moment => ({
  t,
  azimuth,
  elevation,
  rangeKm: 500,
});
const [rise, set] = [moment(1_000_000, 270, 0), moment(1_000_600, 95, 0)];
const pass: Pass = {
  rise,
  peak: moment(1_000_300, 182, 66.7),
  set,
  seen: { rise, set },
  visible: true,
  reason: null,
  visibleFrom: 1_000_100,
  visibleTo: 1_000_500,
  brightness: { magnitude: -3.5, band: 'venus' },
};
const observer = { latitude: 48.14, longitude: 11.58, altitude: 520, source: 'settings' } as const;
const station = { ...unknownStation, observer, alerts: [pass] };

describe('the notification about problems that only the user can solve', () => {
  const refused = (count: number) => ({
    journal: { ...emptyJournalStatus, counts: { ...zeroPostCounts, refused: count } },
  });
  const settingsReset = { reason: 'unreadable', file: '/aside', aside: true } as const;

  const lastWorked = (lastSuccessAt: number): Partial<AppState> => ({
    activities: {
      ...emptyContent.activities,
      picture: { ...emptyContent.activities.picture, lastSuccessAt },
    },
  });
  it.each<[string, Partial<AppState>, NeedKind[], NeedKind[]]>([
    ['a problem that no longer exists', {}, ['disk'], ['disk', 'settings-reset']],
    [
      'the key, after the service accepted a key',
      afterFailure(keyRefused, 6),
      [],
      ['key', 'settings-reset'],
    ],
    [
      'not the key, if the service accepted a key in an earlier run',
      lastWorked(5),
      [],
      ['settings-reset'],
    ],
    ['not the problems that still exist', { ...refused(1), settingsReset }, ['refused-posts'], []],
  ])('can appear again for these problems: %s', (_what, part, before, over) => {
    expect(solvedProblemKinds(state(part), new Set(before), 6).toSorted()).toEqual(over);
  });
});

describe('the quiet hours of the notifications', () => {
  const now = state({ ...afterFailure(keyRefused), station, picture: readyRemote(picture, 1) });
  it.each([
    [22, 59, 3],
    [23, 0, 0],
    [3, 0, 0],
    [6, 59, 0],
    [7, 0, 3],
  ])('delay notifications from 23:00 to 7:00: %i:%i', (hour, minute, count) => {
    const at = new Date(2026, 10, 20, hour, minute).getTime();
    expect(noticesFor(now, new Set(), at)).toHaveLength(count);
  });

  it('use the time zone of the system', () => {
    const before = process.env['TZ'];
    process.env['TZ'] = 'Asia/Tokyo';
    try {
      // 23:30 and 7:30 in Tokyo.
      const [late, early] = [Date.UTC(2026, 10, 20, 14, 30), Date.UTC(2026, 10, 20, 22, 30)];
      expect(noticesFor(now, new Set(), late)).toEqual([]);
      expect(noticesFor(now, new Set(), early)).toHaveLength(3);
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });

  it('delay no notification when the setting is off', () => {
    const settings = withAlerts({ quiet: null });
    const midnight = new Date(2026, 10, 20, 0, 0).getTime();
    expect(noticesFor({ ...now, settings }, new Set(), midnight)).toHaveLength(3);
  });
});

it('summaryNotice is withdrawn at the end of the last of its passes, and stays without a pass', () => {
  const [notice] = noticesFor(state({ station }), new Set(), noonMs);
  if (notice === undefined) expect.fail();
  const untilOf = (...ends: (number | null)[]) =>
    summaryNotice(
      ends.map((until) => ({ ...notice, until })),
      7,
    ).until;
  expect(untilOf(1_000, 3_000, 2_000, null)).toBe(3_000);
  expect(untilOf(null, null)).toBeNull();
});

it('noticesFor returns no notification twice and no empty text, for any state', () => {
  fc.assert(
    fc.property(anyState, (any) => {
      const notices = noticesFor(any, new Set(), noonMs);
      const keys = notices.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      expect(noticesFor(any, new Set(keys), noonMs)).toEqual([]);
      for (const { click, actions } of notices)
        for (const { command } of actions) expect(command).not.toEqual(click);
      for (const { title, body, short } of notices)
        for (const text of [title, body, short]) expect(text).not.toBe('');
    }),
  );
});
