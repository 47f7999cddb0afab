import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import {
  providerNames,
  type DayPicture,
  type PictureFile,
  type PictureRecord,
  type ProviderName,
  type Quota,
  type WithoutPicture,
} from '#shared/picture/picture.ts';
import { createWallpaperSelection, type WallpaperSelection } from '#wallpaper/selection.ts';
import { easternDate } from '#picture/eastern.ts';
import { bufferUnsaved, factsOf } from '#picture/archive/unsaved.ts';
import { openPictureState, type StoredPictureState } from '#picture/picture-state-store.ts';
import type { PictureArchive, PictureDownloader, PictureSource } from '#picture/ports.ts';
import type { WallpaperFailure } from '#wallpaper/ports.ts';
import {
  startPictureOfTheDay,
  type PictureOfTheDay,
  type PictureOfTheDayOptions,
} from '#picture/picture-of-the-day.ts';
import { defaultSettings, type Settings } from '#shared/settings/settings.ts';
import type { Display } from '#platform/windows/display.ts';
import { left } from './backends.ts';
import { fakeSurroundings, type FakeSurroundings } from './surroundings.ts';

/** What a provider answers at an instant (milliseconds since the Unix epoch). */
export type Answers = (date: string | null, now: number) => Result<PictureRecord>;

/** An archive in memory; `full` is the failure of its disk. */
interface MemoryArchive extends PictureArchive {
  readonly kept: Map<string, DayPicture>;
  /** Days whose files are gone. */
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
    facts: () => newestFirst().flatMap((day) => factsOf(day) ?? []),
    get: (date) => kept.get(date) ?? null,
    known: (date) => kept.get(date) ?? archive.evicted.get(date) ?? null,
    evicted: new Map(),
    noteShown: () => ok(null),
    save(picture) {
      if (archive.full !== null) return fail(archive.full);
      kept.set(picture.record.date, picture);
      return ok(null);
    },
    pathOf: ({ name }) => `/pictures/${name}`,
  };
  return archive;
}

export interface PictureWorld extends FakeSurroundings {
  readonly archive: MemoryArchive;
  /** Every request, as `successor 2026-11-20T05:12:00.000Z` and `image DATE by PROVIDER`. */
  readonly requests: string[];
  /** Days put on the desktop, without repetition; `own` is the person's own wallpaper. */
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
  /** The primary first; each can show a picture of its own. */
  displays: readonly Display[];
  /** The days on the displays other than the primary, by the display's id. */
  others: Readonly<Record<number, string>>;
  onBattery: boolean;
  fullScreen: boolean;
  /** What the desktop answers when it is asked for a full-screen window. */
  askFullScreen: () => Promise<boolean>;
  /** Why the desktop does not take the person's own wallpaper. */
  refuses: WallpaperFailure | null;
  /** The result of a restore that takes its time, or null. */
  restoring: ReturnType<WallpaperSelection['restore']> | null;
  run(options?: Partial<PictureOfTheDayOptions>): Promise<Running>;
}
export interface Running extends PictureOfTheDay {
  readonly selection: WallpaperSelection;
}

const absent: Answers = () => fail({ kind: 'offline', reason: 'refused' });

/** A desktop of one display; nothing holds the rotation. */
export const plainDesktop = {
  settings: () => defaultSettings.wallpaper,
  displays: () => [left],
  isPerDisplay: () => false,
  holds: { isOnBattery: () => false, isFullScreen: () => Promise.resolve(false) },
  bring: () => Promise.resolve(fail({ kind: 'offline', reason: 'refused' })),
} as const;

/** The picture of the day with providers, archive and desktop that a test controls. Nothing in it takes time. */
export function pictureWorld(startAt: string): PictureWorld {
  const surroundings = fakeSurroundings(startAt);
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
    answers: { successor: absent, legacy: absent, feed: absent, editors: absent },
    quotas: { successor: null, legacy: null, feed: null, editors: null },
    file: ({ date }) =>
      ok({ name: `${date}-${date}.jpg`, format: 'jpeg', bytes: 1, width: 1024, height: 768 }),
    pictureState: null,
    withoutPicture: 'keep',
    paused: false,
    enabled: true,
    settings: defaultSettings.wallpaper,
    displays: [left],
    others: {},
    onBattery: false,
    fullScreen: false,
    askFullScreen: () => Promise.resolve(world.fullScreen),
    refuses: null,
    restoring: null,
    async run(options = {}) {
      const pictureState = openPictureState(
        { read: () => world.pictureState, write: (written) => (world.pictureState = written) },
        'live',
      );
      const held = bufferUnsaved(archive, () => easternDate(clock.now()));
      const putBack = (): void => {
        world.shown.push('own');
        surroundings.state.update(() => ({ wallpaper: { kind: 'untouched' } }));
      };
      const selection = createWallpaperSelection({
        ...surroundings,
        archive: held,
        pictureState,
        settings: () => world.settings,
        displays: () => world.displays,
        isPerDisplay: () => true,
        holds: {
          isOnBattery: () => world.onBattery,
          isFullScreen: () => world.askFullScreen(),
        },
        bring: (date, signal) => picture.day(date, signal),
        withoutPicture: () => world.withoutPicture,
        suspension: {
          get isPaused() {
            return world.paused;
          },
        },
        isEnabled: () => world.enabled,
        withdraw(date) {
          if (world.shown.at(-1) === date) putBack();
          return Promise.resolve();
        },
        restore() {
          if (world.restoring !== null) return world.restoring;
          if (world.refuses !== null) return Promise.resolve(fail(world.refuses));
          putBack();
          return Promise.resolve(ok({ verified: true }));
        },
        offer: ({ record: { date }, others = new Map<number, DayPicture>() }) => {
          world.others = Object.fromEntries(
            [...others].map(([id, other]) => [id, other.record.date]),
          );
          if (world.shown.at(-1) !== date) world.shown.push(date);
          const wallpaper = { kind: 'set', date, path: date, backend: '', verified: true } as const;
          surroundings.state.update(() => ({ wallpaper: { ...wallpaper, at: clock.now() } }));
          return Promise.resolve();
        },
      });
      const picture = startPictureOfTheDay({
        ...surroundings,
        sources: providerNames.map(source),
        providers: () => 'automatic',
        downloader,
        archive: held,
        pictureState,
        onPicture: (signal) => selection.refresh(signal),
        ...options,
      });
      await clock.advance(0);
      return {
        ...picture,
        selection,
        async dispose() {
          await Promise.all([selection.dispose(), picture.dispose()]);
        },
      };
    },
  };
  return world;
}
