import { m } from '#words';
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
import type { NoticeSetting } from './notice.ts';
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
const silence = (setting: NoticeSetting) => ({
  label: m.notice_silence(),
  command: { kind: 'silence', setting },
});
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

describe('the notification about an engine burn of the station', () => {
  const burn = {
    at: noonMs - 4 * 3600_000,
    sigmaSeconds: 360,
    raisedKm: 1.94,
    sigmaKm: 0.02,
    detectedAt: noonMs - 1000,
  };
  const burned = state({ station: { ...unknownStation, burn } });

  it('appears once, with the time, height and effect of the burn', () => {
    const [notice, ...more] = noticesFor(burned, new Set(), noonMs);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ kind: 'burn', title: m.sky_burn_title() });
    expect(notice?.body).toMatch(
      /^At .* \(±\s6\smin\)\. It is 1\.9\skm higher now, and its passes were computed again\.$/,
    );
    expect(noticesFor(burned, new Set([notice?.key ?? '']), noonMs)).toEqual([]);
  });
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

describe('the notification about a new picture', () => {
  const now = state({ picture: readyRemote(picture, 1), settings: answered(true) });

  it('appears once', () => {
    const [notice, ...more] = noticesFor(now, new Set(), noonMs);
    expect(notice).toMatchObject({
      key: 'picture:2026-11-20',
      title: m.notice_new_picture(),
      body: 'Stars & <dust> – A. Person',
      thumbnail: '2026-11-20-0.jpg',
      click: { kind: 'open', view: 'today' },
    });
    expect(more).toEqual([]);
    expect(noticesFor(now, new Set(['picture:2026-11-20']), noonMs)).toEqual([]);
  });
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

describe('the notification about a pass', () => {
  it('appears once, also when a newer fit moves the pass', () => {
    const now = state({ station });
    const [notice] = noticesFor(now, new Set(), noonMs);
    expect(notice).toMatchObject({
      key: 'pass:1000300@48.14,11.58',
      click: { kind: 'open', view: 'station/passes' },
      actions: [silence('station.alerts.enabled')],
      until: 1_000_500_000,
    });
    expect(notice?.title).toMatch(/^The station passes at \d/);
    expect(notice?.body).toMatch(
      /^From the west, up to 67° high in the south, to the east until .*\. Brightness: like Venus \(magnitude\s−3\.5\)\.$/,
    );
    expect(noticesFor(now, new Set(['pass:1000420@48.14,11.58']), noonMs)).toEqual([]);
    expect(noticesFor(now, new Set(['pass:994700@48.14,11.58']), noonMs)).toHaveLength(1);
  });

  it('appears for each of two passes that are announced at a time', () => {
    const next = { ...pass, peak: moment(1_005_880, 182, 30) };
    const both = state({ station: { ...station, alerts: [pass, next] } });
    const keys = noticesFor(both, new Set(['pass:1000300@48.14,11.58']), noonMs).map(
      ({ key }) => key,
    );
    expect(keys).toEqual(['pass:1005880@48.14,11.58']);
  });

  it('appears again for a place elsewhere, and not for one nearby', () => {
    const noticesAt = (latitude: number, longitude: number) =>
      noticesFor(
        state({ station: { ...station, observer: { ...observer, latitude, longitude } } }),
        new Set(['pass:1000300@48.14,11.58']),
        noonMs,
      );
    expect(noticesAt(48.2, 11.5)).toEqual([]);
    expect(noticesAt(48.14, 12.58).map(({ key }) => key)).toEqual(['pass:1000300@48.14,12.58']);
    expect(noticesAt(-33.9, 151.2).map(({ key }) => key)).toEqual(['pass:1000300@-33.90,151.20']);
  });

  it('names one direction if the pass begins and ends in it', () => {
    const short = { ...pass, visibleFrom: 1_000_295, visibleTo: 1_000_305 };
    const now = state({ station: { ...station, alerts: [short] } });
    expect(noticesFor(now, new Set(), noonMs)[0]?.body).toMatch(
      /^In the south, up to 67° high, until .*\. Brightness: /,
    );
  });
});

describe('the notification about problems that only the user can solve', () => {
  const refused = (count: number) => ({
    journal: { ...emptyJournalStatus, counts: { ...zeroPostCounts, refused: count } },
  });
  const settingsReset = { reason: 'unreadable', file: '/aside', aside: true } as const;

  it('names the worst problem, and a click opens the view in which the user can solve that problem', () => {
    const now = state({ ...afterFailure(keyRefused), ...refused(2) });
    const [notice, ...more] = noticesFor(now, new Set(), noonMs);
    expect(notice).toMatchObject({
      key: 'problem:key',
      title: m.notice_needs_you({ need: m.status_need_public_key() }),
      click: { kind: 'open', view: 'settings' },
      body: expect.stringMatching(/Click to open the settings\.$/) as string,
      actions: [],
    });
    expect(more).toEqual([]);
  });

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

it('summaryNotice lists all notifications, and a click runs the command of the most important notification', () => {
  const now = state({ ...afterFailure(keyRefused), station, picture: readyRemote(picture, 1) });
  const summary = summaryNotice(noticesFor(now, new Set(), noonMs), 7);
  expect(summary).toMatchObject({
    key: 'summary:7',
    kind: 'summary',
    title: m.notice_away(),
    click: { kind: 'open', view: 'settings' },
  });
  expect(summary.body.split('\n')).toEqual([
    m.notice_picture_short({ title: 'Stars & <dust>' }),
    expect.stringMatching(/^The station passes at .*\.$/),
    m.notice_need_short({ need: m.status_need_public_key() }),
  ]);
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
