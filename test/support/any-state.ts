import fc from 'fast-check';
import type { Failure } from '#shared/failure.ts';
import { zeroPostCounts, emptyJournalStatus } from '#shared/journal/journal.ts';
import { lockScreenFailureSchema } from '#shared/wallpaper/lock-screen.ts';
import { ownWallpaperSchema, type Wallpaper } from '#shared/picture/picture.ts';
import { providerNames } from '#shared/picture/providers.ts';
import {
  failedRemote,
  idleRemote,
  loadingRemote,
  readyRemote,
  type RemoteValue,
} from '#shared/remote.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { waitReasons, type Activity, type AppState } from '#shared/state.ts';
import { unknownStation, type ObserverInUse } from '#shared/station/station.ts';
import { dayPicture } from './pictures.ts';
import { emptyContent } from './surroundings.ts';

/** The time of the states below, milliseconds since the Unix epoch: noon in the zone of this machine. */
export const noonMs = new Date(2026, 10, 20, 12, 0).getTime();

/** A pass that rises `minutes` after noon, and sets ten minutes later. */
export function passAt(minutes: number, part: Partial<Pass> = {}): Pass {
  const moment = (offset: number, elevation: number) => ({
    t: noonMs / 1000 + (minutes + offset) * 60,
    azimuth: 270,
    elevation,
    rangeKm: 500,
  });
  const [rise, set] = [moment(0, 0), moment(10, 0)];
  return {
    rise,
    peak: moment(5, 67.2),
    set,
    seen: { rise, set },
    visible: false,
    reason: 'daylight',
    visibleFrom: null,
    visibleTo: null,
    brightness: null,
    ...part,
  };
}

const anyFailure: fc.Arbitrary<Failure> = fc.oneof(
  fc.constantFrom<Failure>(
    { kind: 'offline', reason: 'dns' },
    { kind: 'offline', reason: 'unreachable' },
    { kind: 'refused', status: 422, message: '' },
    { kind: 'key-refused' },
    { kind: 'not-found' },
    { kind: 'storage', code: 'ENOSPC' },
    { kind: 'storage', code: 'EIO' },
    { kind: 'timeout', stage: 'total', afterMs: 30_000 },
  ),
  fc.string().map((detail): Failure => ({ kind: 'malformed', detail })),
);

const anyDate = fc.constantFrom('2026-11-18', '2026-11-19', '2026-11-20');
const anyTime = fc.integer({ min: -86_400_000, max: 86_400_000 }).map((offset) => noonMs + offset);
const anyOrNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value);

const anyPicture = fc
  .record({
    date: anyDate,
    title: fc.string({ unit: 'binary', maxLength: 90 }),
    hasFile: fc.boolean(),
  })
  .map(({ hasFile, ...record }) => {
    const day = dayPicture(record.date, record);
    return hasFile ? day : { ...day, file: null };
  });

function anyRemote<T>(value: fc.Arbitrary<T>): fc.Arbitrary<RemoteValue<T>> {
  return fc
    .record({
      value,
      at: anyTime,
      failure: anyFailure,
      keeps: fc.boolean(),
      status: fc.integer({ min: 0, max: 3 }),
    })
    .map((drawn) => {
      const before = drawn.keeps ? readyRemote(drawn.value, drawn.at) : idleRemote;
      return [
        idleRemote,
        loadingRemote(before, drawn.at),
        readyRemote(drawn.value, drawn.at),
        failedRemote(before, drawn.failure, drawn.at),
      ][drawn.status] as RemoteValue<T>;
    });
}

const anyActivity: fc.Arbitrary<Activity> = fc.record({
  lastSuccessAt: anyOrNull(anyTime),
  lastFailure: anyOrNull(fc.record({ at: anyTime, firstAt: anyTime, failure: anyFailure })),
  next: fc.record({ at: anyOrNull(anyTime), reason: fc.constantFrom(...waitReasons) }),
  since: anyOrNull(anyTime),
});

const anyWallpaper: fc.Arbitrary<Wallpaper> = fc.oneof(
  fc.constant<Wallpaper>({ kind: 'untouched' }),
  anyDate.map((day): Wallpaper => ({ kind: 'setting', date: day })),
  anyDate.map((day): Wallpaper => ({
    kind: 'set',
    date: day,
    path: '/a',
    backend: 'xfce',
    verified: true,
    at: noonMs,
  })),
  fc.record({ day: anyDate, retryAt: anyOrNull(anyTime) }).map(({ day, retryAt }): Wallpaper => ({
    kind: 'failed',
    date: day,
    backend: null,
    detail: 'no way is known',
    at: noonMs,
    retryAt,
  })),
);

const anyPass = fc
  .record({ minutes: fc.integer({ min: -20, max: 3000 }), visible: fc.boolean() })
  .map(({ minutes, visible }) =>
    passAt(minutes, visible ? { visible, reason: null } : { reason: 'in-shadow' }),
  );

/** A place whose solar time is the local time. The clock of some time zones is more than 12 h ahead of UTC. */
export const observerAtNoon: ObserverInUse = {
  latitude: 0,
  longitude: ((-new Date(noonMs).getTimezoneOffset() / 4 + 540) % 360) - 180,
  altitude: 0,
  source: 'settings',
};

/** Any state that the tray and the notifications may get at `noonMs`. */
export const anyState: fc.Arbitrary<AppState> = fc
  .record({
    simulated: fc.boolean(),
    picture: anyRemote(anyPicture),
    download: anyOrNull(
      fc.record({
        date: anyDate,
        bytes: fc.nat(),
        total: anyOrNull(fc.integer({ min: 0, max: 1e8 })),
      }),
    ),
    providers: fc.array(
      fc.record({
        name: fc.constantFrom(...providerNames),
        failure: anyOrNull(anyFailure),
        failedAt: anyOrNull(anyTime),
        notBefore: anyOrNull(anyTime),
        answeredAt: anyOrNull(anyTime),
      }),
      { maxLength: 2 },
    ),
    heldBack: fc.boolean(),
    choice: fc.record({
      pinned: anyOrNull(anyDate),
      skipped: fc.uniqueArray(anyDate),
      favourites: fc.constant([]),
      back: anyOrNull(fc.record({ to: anyOrNull(anyDate), since: anyDate })),
    }),
    files: fc.nat(3),
    wallpaper: anyWallpaper,
    ownWallpaper: fc.constantFrom(...ownWallpaperSchema.options),
    ownIsSpotlight: fc.boolean(),
    lockFailure: anyOrNull(fc.constantFrom(...lockScreenFailureSchema.options)),
    paused: fc.oneof(fc.constant(null), fc.constant('indefinite' as const), anyTime),
    power: fc.constantFrom('awake', 'asleep', 'locked'),
    activities: fc.record({ picture: anyActivity, position: anyActivity, posts: anyActivity }),
    fix: anyRemote(
      fc.record({
        time: fc.constant(noonMs / 1000),
        latitude: fc.double({ min: -90, max: 90, noNaN: true }),
        longitude: fc.double({ min: -180, max: 180, noNaN: true }),
        receivedAt: anyTime,
      }),
    ),
    passes: fc.array(anyPass, { maxLength: 3 }),
    passesUntil: anyOrNull(anyTime),
    isPlaced: fc.boolean(),
    waiting: fc.nat(3),
    refused: fc.nat(3),
    durable: fc.boolean(),
    isReset: fc.boolean(),
  })
  .map((drawn) => ({
    ...emptyContent,
    revision: 1,
    services: { source: 'own', simulated: drawn.simulated },
    settingsReset: drawn.isReset ? { reason: 'unreadable', file: '/aside', aside: true } : null,
    picture: drawn.picture,
    supply: { ...emptyContent.supply, download: drawn.download, providers: drawn.providers },
    choice: drawn.choice,
    archive: { days: drawn.files, files: drawn.files, bytes: 0 },
    wallpaper: drawn.wallpaper,
    ownWallpaper: drawn.ownWallpaper,
    ownIsSpotlight: drawn.ownIsSpotlight,
    lockScreen: { offer: 'offered', failure: drawn.lockFailure },
    suspension: { paused: drawn.paused, power: drawn.power },
    activities: drawn.activities,
    station: {
      ...unknownStation,
      fix: drawn.fix,
      observer: drawn.isPlaced ? observerAtNoon : null,
      passesUntil: drawn.passesUntil,
      passes: drawn.passes.toSorted((a, b) => a.rise.t - b.rise.t),
    },
    journal: {
      ...emptyJournalStatus,
      durable: drawn.durable,
      paused: drawn.heldBack,
      counts: { ...zeroPostCounts, waiting: drawn.waiting, refused: drawn.refused },
    },
  }));
