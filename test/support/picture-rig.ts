import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requestsSchema, type Requests } from '#services/request-log.ts';
import { startServices, type Services } from '#services/server.ts';
import { memoryValue } from './memory-value.ts';
import { acceptingSetter, plainDesktop } from './picture-world.ts';
import { startWallpaper, type SetWallpaper } from '#wallpaper/index.ts';
import { easternDate } from '#picture/eastern.ts';
import { bufferUnsavedDays } from '#picture/archive/unsaved-days.ts';
import { openPictureState, storedPictureStateSchema } from '#picture/picture-state-store.ts';
import { startPictureOfTheDay, type PictureOfTheDay } from '#picture/picture-of-the-day.ts';
import type { Deadlines } from '#platform/http/failures.ts';
import { createHttp } from '#platform/http/http.ts';
import { createDownloader, type ProveDecodable } from '#picture/download/download.ts';
import { createPictureSources } from '#picture/providers/sources.ts';
import type { Result } from '#shared/failure.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import { defaultSettings, pictureUrlsOf } from '#shared/settings/settings.ts';
import { createArchiveStore, type ArchiveStore } from '#picture/store/archive-store.ts';
import { fakeActivityOptions, type FakeActivityOptions } from './surroundings.ts';
import { fixedDatabase } from '#platform/database/kept-database.ts';
import { openStoredValues } from '#platform/database/values.ts';
import { openAppDatabase } from '#app/database.ts';

/** A scenario in the form of the control of the embedded services. */
export type Scenario = { readonly name: string } & Readonly<Record<string, unknown>>;

export interface PictureRig extends FakeActivityOptions {
  /** The folder of the pictures. */
  readonly folder: string;
  readonly archive: ArchiveStore;
  /** The names of the picture files that were set on the desktop, in this order. */
  readonly desktop: readonly string[];
  /** The requests so far: each is the name of its source, or `image` for the download of a picture. */
  readonly requests: readonly string[];
  /** Bytes of downloaded pictures so far. */
  readonly imageBytes: number;
  /** The requests so far in the log of the service, the oldest first. */
  served(): Promise<Requests['entries']>;
  scenarios(scenarios: readonly Scenario[]): Promise<void>;
  /** The picture of any day, as the running activity returns it. */
  day(date: string, signal: AbortSignal): Promise<Result<DayPicture>>;
  /** Starts the activity of the picture, and resolves when the first check is over. */
  start(): Promise<void>;
  /** Advances the time to the next check, and resolves when that check is over. */
  nextCheck(): Promise<void>;
  /** Stops the activity, as a quit does. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The whole path of a picture, from real sockets to a database and files on a disk, with the embedded services as the
 * other end. App and services use one clock, which the test advances.
 *
 * @param mirrorOf starts another service in place of the embedded one, whose address it gets, and returns its address
 * @param prove decodes a downloaded file; without it, files are judged by their bytes only
 */
export async function pictureRig(
  startAt: string,
  deadlines: Partial<Deadlines> = {},
  mirrorOf: (service: string) => Promise<string> = (service) => Promise.resolve(service),
  prove?: ProveDecodable,
): Promise<PictureRig> {
  const surroundings = fakeActivityOptions(startAt);
  const { clock, state } = surroundings;
  const root = await mkdtemp(join(tmpdir(), 'overhead-picture-'));
  const folder = join(root, 'pictures');
  const services: Services = await startServices({ now: () => clock.now(), key: 'mine' });
  const { apod_url: service, control_url: control, control_token: token } = services.urls;
  const base = await mirrorOf(service);
  const database = openAppDatabase(join(root, 'overhead.sqlite'), clock.now());
  const archive = createArchiveStore(fixedDatabase(database.database), folder, Date.now);
  const { value } = openStoredValues(fixedDatabase(database.database));
  const requests: string[] = [];
  const desktop: string[] = [];
  const store = memoryValue<SetWallpaper | null>(null);
  let imageBytes = 0;
  let running: Pick<PictureOfTheDay, 'day' | 'dispose'> | null = null;

  const http = createHttp({ userAgent: 'Overhead/test', deadlines, now: () => clock.now() });
  const counted: typeof http = {
    ...http,
    json(request, signal) {
      requests.push(request.url.pathname.startsWith('/planetary') ? 'legacy' : 'successor');
      return http.json(request, signal);
    },
    text(request, signal) {
      requests.push(request.url.pathname.startsWith('/feed/') ? 'feed' : 'editors');
      return http.text(request, signal);
    },
    download(request, signal) {
      requests.push('image');
      const sink: typeof request.sink = (piece) => {
        imageBytes += piece.length;
        return request.sink(piece);
      };
      return http.download({ ...request, sink }, signal);
    },
  };

  /** Resolves when a check has ended and the next one is planned. */
  function looked(): Promise<void> {
    const nextBefore = state.current.activities.picture.next;
    return new Promise((resolve) => {
      const unsubscribe = state.subscribe(({ activities }) => {
        if (activities.picture.next === nextBefore) return;
        unsubscribe();
        resolve();
      });
    });
  }

  const rig: PictureRig = {
    ...surroundings,
    folder,
    archive,
    desktop,
    requests,
    get imageBytes() {
      return imageBytes;
    },
    async served() {
      const answer = await fetch(`${control}/requests?service=picture`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return requestsSchema.parse(await answer.json()).entries;
    },
    async scenarios(scenarios) {
      const answer = await fetch(`${control}/scenarios/picture`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(scenarios),
      });
      if (!answer.ok) throw new Error(`no such scenario: ${await answer.text()}`);
    },
    day(date, signal) {
      if (running === null) throw new Error('the activity is not started');
      return running.day(date, signal);
    },
    async start() {
      const over = looked();
      const pictureState = openPictureState(
        value('picture-simulated', storedPictureStateSchema.nullable(), null),
        'embedded',
      );
      const held = bufferUnsavedDays(archive, () => easternDate(clock.now()));
      const wallpaper = startWallpaper({
        ...surroundings,
        ...plainDesktop,
        store,
        archive: held,
        pictureState,
        settings: () => ({
          ...defaultSettings,
          wallpaper: { ...defaultSettings.wallpaper, enabled: true },
        }),
        suspension: { isPaused: false, onChange: () => () => undefined },
        setter: acceptingSetter(({ picture: { picture } }) => {
          const { file } = picture;
          if (file !== null && desktop.at(-1) !== file.name) desktop.push(file.name);
        }),
        fetchDay: (date, signal) => picture.day(date, signal),
      });
      const picture = startPictureOfTheDay({
        ...surroundings,
        sources: createPictureSources({
          http: counted,
          urls: () => pictureUrlsOf({ picture: base }),
          apiKey: () => 'mine',
          now: clock.now,
        }),
        isAsked: () => true,
        // The pictures are in standard resolution, because the service draws these faster than those in high
        // resolution.
        downloader: createDownloader({
          http: counted,
          folder,
          serviceUrls: () => [base],
          need: () => ({ longestSide: 1280 }),
          prove,
          now: clock.now,
        }),
        archive: held,
        pictureState,
        onPicture: (signal) => wallpaper.refresh(signal),
      });
      running = {
        day: (date, signal) => picture.day(date, signal),
        async dispose() {
          await Promise.all([wallpaper.dispose(), picture.dispose()]);
        },
      };
      await over;
    },
    async nextCheck() {
      const over = looked();
      const { at } = state.current.activities.picture.next;
      await clock.advance((at ?? clock.now()) - clock.now());
      await over;
    },
    async stop() {
      await running?.dispose();
      running = null;
    },
    async close() {
      await rig.stop();
      await http.close();
      await services.stop();
      database.close();
      await rm(root, { recursive: true, force: true });
    },
  };
  return rig;
}
