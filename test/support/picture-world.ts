import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import type {
  DayPicture,
  PictureFile,
  PictureRecord,
  Quota,
  WithoutPicture,
} from '#shared/picture/picture.ts';
import { sameForAllSources, providerNames, type ProviderName } from '#shared/picture/providers.ts';
import { startWallpaper } from '#wallpaper/index.ts';
import { easternDate } from '#picture/eastern.ts';
import { bufferUnsavedDays, pictureFactsOf } from '#picture/archive/unsaved-days.ts';
import { openPictureState, type StoredPictureState } from '#picture/picture-state-store.ts';
import type { PictureDownloader } from '#picture/download/download.ts';
import type { PictureSource } from '#picture/providers/sources.ts';
import type { DayStore } from '#picture/store/archive-store.ts';
import type {
  SetWallpaper,
  WallpaperFailure,
  SetRequest,
  WallpaperSetter,
} from '#wallpaper/wallpaper-setter.ts';
import { noLook } from '#wallpaper/look.ts';
import {
  startPictureOfTheDay,
  type PictureOfTheDay,
  type PictureOfTheDayOptions,
} from '#picture/picture-of-the-day.ts';
import { defaultSettings, type Settings } from '#shared/settings/settings.ts';
import type { Display } from '#platform/windows/display.ts';
import { leftDisplay } from './backends.ts';
import { fakeActivityOptions, type FakeActivityOptions } from './surroundings.ts';
import { memoryValue } from './memory-value.ts';

/** The answer of a provider at a time (milliseconds since the Unix epoch). */
export type Answers = (date: string | null, now: number) => Result<PictureRecord>;

/** An archive in memory; `full` is the failure of its disk. */
interface MemoryArchive extends DayStore {
  newest(): DayPicture | null;
  readonly kept: Map<string, DayPicture>;
  /** Days whose files were removed. */
  readonly evicted: Map<string, DayPicture>;
  full: Extract<Failure, { kind: 'storage' }> | null;
}

export function memoryArchive(): MemoryArchive {
  const kept = new Map<string, DayPicture>();
  const newestFirst = () =>
    [...kept.values()].sort((a, b) => (a.record.date < b.record.date ? 1 : -1));
  const archive: MemoryArchive = {
    kept,
    full: null,
    newest: () => newestFirst()[0] ?? null,
    days: ({ before, limit }) =>
      newestFirst()
        .filter(({ record }) => before === null || record.date < before)
        .slice(0, limit),
    facts: () => newestFirst().flatMap((day) => pictureFactsOf(day) ?? []),
    get: (date) => kept.get(date) ?? null,
    known: (date) => kept.get(date) ?? archive.evicted.get(date) ?? null,
    evicted: new Map(),
    noteShown: () => ok(null),
    save(picture) {
      if (archive.full !== null) return fail(archive.full);
      kept.set(picture.record.date, picture);
      return ok(null);
    },
    isIntact: () => Promise.resolve(true),
    pathOf: ({ name }) => `/pictures/${name}`,
  };
  return archive;
}

export interface PictureWorld extends FakeActivityOptions {
  readonly archive: MemoryArchive;
  /**
   * Every request: `SOURCE DATE` for a day, `SOURCE TIME` for the newest day, and `image DATE by SOURCE` for a
   * download.
   */
  readonly requests: string[];
  /** The days whose pictures were set on the desktop; `own` is the user's own wallpaper. */
  readonly shown: string[];
  readonly answers: Record<ProviderName, Answers>;
  readonly quotas: Record<ProviderName, Quota | null>;
  /** The result of a download; default: a file named after the day. */
  file: (record: PictureRecord) => Result<PictureFile>;
  pictureState: StoredPictureState | null;
  withoutPicture: WithoutPicture;
  paused: boolean;
  enabled: boolean;
  settings: Settings['wallpaper'];
  /** Whether each display can show its own picture. */
  perDisplay: boolean;
  /** The displays, the primary one first. */
  displays: readonly Display[];
  /** The days on the displays other than the primary, by the display's id. */
  others: Readonly<Record<number, string>>;
  onBattery: boolean;
  fullScreen: boolean;
  /** Reports whether a window fills the screen. */
  askFullScreen: () => Promise<boolean>;
  /** The reason why the desktop refuses the user's own wallpaper. */
  refuses: WallpaperFailure | null;
  /** The result of a restore that needs time, or null. */
  restoring: ReturnType<WallpaperSetter['restore']> | null;
  run(options?: Partial<PictureOfTheDayOptions>): Promise<RunningPicture>;
}
export interface RunningPicture extends PictureOfTheDay {
  readonly wallpaper: ReturnType<typeof startWallpaper>;
}

const offlineAnswer: Answers = () => fail({ kind: 'offline', reason: 'refused' });

/** The wallpaper's part of the app on a desktop of one display, without conditions that pause the rotation. */
export const plainDesktop = {
  displays: () => [leftDisplay],
  holds: { isOnBattery: () => Promise.resolve(false), isFullScreen: () => Promise.resolve(false) },
  lookStore: memoryValue(noLook),
  theme: { isDark: () => false, onChange: () => () => undefined },
} as const;

/** A desktop that accepts every picture. `onSet` is called with each. */
export function acceptingSetter(onSet: (request: SetRequest) => void): WallpaperSetter {
  return {
    isPerDisplay: true,
    set(request) {
      onSet(request);
      const { path } = request.picture;
      return Promise.resolve(ok({ backend: '', verified: true, path, everywhere: false }));
    },
    check: () => Promise.resolve({ kind: 'shown', order: {} }),
    own: () => Promise.resolve({ ownWallpaper: 'kept', ownIsSpotlight: false }),
    catchUp: () => Promise.resolve(false),
    followLockScreen: () => Promise.resolve(),
    restore: () => Promise.resolve(ok(null)),
  };
}

/** The desktop of a picture world: it reports other displays and a restored wallpaper. */
function worldSetter(world: PictureWorld): WallpaperSetter {
  let displaysAtSet: PictureWorld['displays'] = world.displays;
  return {
    ...acceptingSetter(({ picture: { picture }, others }) => {
      const { date } = picture.record;
      displaysAtSet = world.displays;
      world.others = Object.fromEntries(
        [...others]
          .filter(([id]) => world.displays.some((display) => display.id === id))
          .map(([id, other]) => [id, other.picture.record.date]),
      );
      if (world.shown.at(-1) !== date) world.shown.push(date);
    }),
    get isPerDisplay() {
      return world.perDisplay;
    },
    check() {
      if (world.shown.at(-1) === 'own') return Promise.resolve({ kind: 'restored', order: {} });
      const kind = displaysAtSet === world.displays ? 'shown' : 'outdated';
      return Promise.resolve({ kind, order: {} });
    },
    restore() {
      if (world.restoring !== null) return world.restoring;
      if (world.refuses !== null) return Promise.resolve(fail(world.refuses));
      if (world.shown.at(-1) === 'own') return Promise.resolve(ok(null));
      world.shown.push('own');
      return Promise.resolve(ok({ verified: true }));
    },
  };
}

/** The picture of the day with providers, archive and desktop that a test controls. No call needs time. */
export function pictureWorld(startAt: string): PictureWorld {
  const surroundings = fakeActivityOptions(startAt);
  const { clock } = surroundings;
  const archive = memoryArchive();
  const source = (name: ProviderName): PictureSource => ({
    name,
    quota: () => world.quotas[name],
    fetch(date) {
      world.requests.push(`${name} ${date ?? new Date(clock.now()).toISOString()}`);
      const answer = world.answers[name](date, clock.now());
      return Promise.resolve(answer.ok ? ok({ ...answer.value, servedBy: name }) : answer);
    },
  });
  const downloader: PictureDownloader = {
    download(record, _signal, { accept, onProgress } = {}) {
      const still = record.mediaType === 'video' && record.thumbnailUrl !== null;
      const image = record.mediaType === 'image' && (record.url ?? record.hdUrl) !== null;
      if (!image && !still)
        return Promise.resolve(fail({ kind: 'no-picture', mediaType: record.mediaType }));
      world.requests.push(`image ${record.date} by ${record.servedBy}`);
      const file = world.file(record);
      onProgress?.(file.ok ? file.value.bytes : 1, null);
      const refused = file.ok ? (accept?.(file.value) ?? null) : null;
      return Promise.resolve(refused === null ? file : fail(refused));
    },
  };

  const world: PictureWorld = {
    ...surroundings,
    archive,
    requests: [],
    shown: [],
    answers: sameForAllSources(offlineAnswer),
    quotas: sameForAllSources<Quota | null>(null),
    file: ({ date }) =>
      ok({ name: `${date}-${date}.jpg`, format: 'jpeg', bytes: 1, width: 1024, height: 768 }),
    pictureState: null,
    withoutPicture: 'keep',
    paused: false,
    enabled: true,
    settings: defaultSettings.wallpaper,
    displays: [leftDisplay],
    perDisplay: true,
    others: {},
    onBattery: false,
    fullScreen: false,
    askFullScreen: () => Promise.resolve(world.fullScreen),
    refuses: null,
    restoring: null,
    async run(options = {}) {
      const pictureState = openPictureState(
        memoryValue(world.pictureState, (written) => (world.pictureState = written)),
        'live',
      );
      const held = bufferUnsavedDays(archive, () => easternDate(clock.now()));
      const wallpaper = startWallpaper({
        ...surroundings,
        ...plainDesktop,
        setter,
        store,
        archive: held,
        pictureState,
        settings: () => ({
          ...defaultSettings,
          picture: { ...defaultSettings.picture, withoutPicture: world.withoutPicture },
          wallpaper: { ...world.settings, enabled: world.enabled },
        }),
        displays: () => world.displays,
        holds: {
          isOnBattery: () => Promise.resolve(world.onBattery),
          isFullScreen: () => world.askFullScreen(),
        },
        fetchDay: (date, signal) => picture.day(date, signal),
        suspension: {
          get isPaused() {
            return world.paused;
          },
          onChange: () => () => undefined,
        },
      });
      const picture = startPictureOfTheDay({
        ...surroundings,
        sources: providerNames.map(source),
        isAsked: () => true,
        downloader,
        archive: held,
        pictureState,
        onPicture: (signal) => wallpaper.refresh(signal),
        ...options,
      });
      await clock.advance(0);
      return {
        ...picture,
        wallpaper,
        async dispose() {
          await Promise.all([wallpaper.dispose(), picture.dispose()]);
        },
      };
    },
  };
  const setter = worldSetter(world);
  const store = memoryValue<SetWallpaper | null>(null);
  return world;
}
