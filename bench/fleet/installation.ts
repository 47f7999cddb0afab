import { orbitOf } from '#services/position/orbit.ts';
import { bundledElements } from '#services/position/elements.ts';
import { bufferUnsavedDays } from '#picture/archive/unsaved-days.ts';
import { addDays, easternDate, nextEasternMidnight } from '#picture/eastern.ts';
import { startPictureOfTheDay } from '#picture/picture-of-the-day.ts';
import { openPictureState, type StoredPictureState } from '#picture/picture-state-store.ts';
import type { PictureDownloader } from '#picture/download/download.ts';
import type { PictureSource } from '#picture/providers/sources.ts';
import { createSuspension } from '#runtime/suspension.ts';
import { fail, ok } from '#shared/failure.ts';
import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { providerNames } from '#shared/picture/providers.ts';
import { FixBuffer } from '#station/fix-buffer.ts';
import { OrbitEstimator } from '#station/orbit-estimator.ts';
import type { StationStore } from '#station/station-store.ts';
import { parseFix, type PositionSource } from '#station/position-client.ts';
import { startStationTracker } from '#station/tracker.ts';
import { memoryArchive } from '#test/support/picture-world.ts';
import { pictureRecord } from '#test/support/pictures.ts';
import { fakeActivityOptions, type FakeActivityOptions } from '#test/support/surroundings.ts';
import type { Installation } from './population.ts';
import { memoryValue } from '#test/support/memory-value.ts';
import type { SuspensionState } from '#shared/app.ts';

/**
 * The times and faults of the services in the simulation. Instants are in milliseconds since the Unix epoch; a delay
 * (`ms`) is in milliseconds.
 */
export interface FleetWorld {
  readonly from: number;
  readonly until: number;
  /** The time in which both services answer 503. */
  readonly outage: readonly [from: number, until: number];
  /** The day (US Eastern) that is published late, and the delay. */
  readonly late: { readonly date: string; readonly ms: number };
  /** From the time `at` on, positions are ahead along the track by `ms`, as after a new element set. */
  readonly step: { readonly at: number; readonly ms: number };
}

/** The loops that send requests to one service, in one run of the app. */
interface RunningLoops {
  readonly pause: (paused: boolean) => void;
  readonly check: () => void;
  readonly wake: () => void;
  readonly dispose: () => Promise<unknown>;
}

/** Starts these loops for a run. The function keeps their stored data for the next run. */
type StartLoops = (surroundings: FakeActivityOptions) => RunningLoops;

/** The times of an installation's requests to each service, milliseconds since the Unix epoch. */
export interface RequestTimes {
  readonly picture: readonly number[];
  readonly position: readonly number[];
}

/** Simulates an installation during the whole time of the world. Returns the times of its requests. */
export async function requestsOf(
  installation: Installation,
  world: FleetWorld,
  random: () => number,
): Promise<RequestTimes> {
  const surroundings: FakeActivityOptions = {
    ...fakeActivityOptions(new Date(world.from).toISOString()),
    random,
  };
  const picture: number[] = [];
  const position: number[] = [];
  const starts = [pictureOf(world, picture), positionOf(world, position)];
  const { clock } = surroundings;
  let running: readonly RunningLoops[] = [];
  let leave: () => Promise<void> = () => Promise.resolve();

  function enter(): void {
    const suspension = createSuspension({
      ...surroundings,
      store: {
        paused: memoryValue<SuspensionState['paused']>(null),
        lengthMs: memoryValue<number | null>(null),
      },
    });
    const runs = starts.map((start) => start({ ...surroundings, gate: suspension }));
    // The same actions as in `startActivities` of the app.
    suspension.onChange(({ suspended }) => {
      for (const { pause, check, wake } of runs) {
        pause(suspended);
        if (suspended) check();
        else wake();
      }
    });
    running = runs;
    power = (state) => suspension.power(state);
    leave = async () => {
      await Promise.all([...runs.map(({ dispose }) => dispose()), suspension.dispose()]);
      running = [];
    };
  }
  let power: (state: 'awake' | 'asleep' | 'locked') => void = () => undefined;

  for (const { at, what } of installation.events) {
    await clock.advance(at - clock.now());
    if (what === 'end') await leave();
    else if (what === 'start' || running.length === 0) {
      if (running.length > 0) await leave();
      // While the app does not run, a lock or a sleep of the computer is ignored, and `awake` starts the app.
      if (what === 'start' || what === 'awake') enter();
    } else power(what);
  }
  await clock.advance(world.until - clock.now());
  await leave();
  if (surroundings.defects.length > 0) throw surroundings.defects[0];
  return { picture, position };
}

const isInOutage = ({ outage: [from, until] }: FleetWorld, now: number): boolean =>
  now >= from && now < until;
const unavailable = fail({ kind: 'unavailable', status: 503, retryAt: null } as const);
/** The time after midnight in US Eastern at which the services publish. */
const publishedMs = 5 * 60_000;

/** The newest published day. */
function newestDay({ late }: FleetWorld, now: number): string {
  const date = easternDate(now);
  const sinceMidnight = now - (nextEasternMidnight(now) - 24 * 3600_000);
  const after = publishedMs + (date === late.date ? late.ms : 0);
  return sinceMidnight >= after ? date : addDays(date, -1);
}

/** Simulates the requests for the picture of the day. Each record and each file is one request. */
function pictureOf(world: FleetWorld, requests: number[]): StartLoops {
  const archive = memoryArchive();
  let stored: StoredPictureState | null = null;
  return (surroundings) => {
    const { clock } = surroundings;
    const answer = <T>(value: T) => {
      requests.push(clock.now());
      return Promise.resolve(isInOutage(world, clock.now()) ? unavailable : ok(value));
    };
    const sources = providerNames.map((name): PictureSource => ({
      name,
      quota: () => null,
      fetch: (date) => {
        const day = date ?? newestDay(world, clock.now());
        return answer(pictureRecord(day, { servedBy: name }));
      },
    }));
    const downloader: PictureDownloader = {
      download: ({ date }) => {
        const name = `${date}-${date}.jpg`;
        return answer({ name, format: 'jpeg', bytes: 1, width: 1024, height: 768 } as const);
      },
    };
    const picture = startPictureOfTheDay({
      ...surroundings,
      sources,
      isAsked: () => true,
      downloader,
      archive: bufferUnsavedDays(archive, () => easternDate(clock.now())),
      pictureState: openPictureState(
        memoryValue(stored, (written) => (stored = written)),
        'live',
      ),
      onPicture: () => Promise.resolve(),
    });
    return {
      pause: () => undefined,
      check: () => picture.check(),
      wake: () => picture.wake(),
      dispose: () => picture.dispose(),
    };
  };
}

const orbit = orbitOf(bundledElements);

/**
 * Runs the station's tracker with its estimator. Predictions from the orbit are omitted, because they send no requests.
 */
function positionOf(world: FleetWorld, requests: number[]): StartLoops {
  const store = memoryStore();
  return (surroundings) => {
    const { clock, state } = surroundings;
    const source: PositionSource = {
      fetch() {
        const now = clock.now();
        requests.push(now);
        if (isInOutage(world, now)) return Promise.resolve(unavailable);
        const timestamp = Math.floor(now / 1000);
        const ahead = now >= world.step.at ? world.step.ms : 0;
        const { latitude, longitude } = orbit(timestamp * 1000 + 500 + ahead);
        const iss_position = { latitude: latitude.toFixed(4), longitude: longitude.toFixed(4) };
        return Promise.resolve(parseFix({ message: 'success', timestamp, iss_position }, now));
      },
    };
    const buffer = new FixBuffer(store, clock);
    const tracker = startStationTracker({
      ...surroundings,
      source,
      estimator: new OrbitEstimator(buffer, clock.now() / 1000),
      publish: (part) => state.update(({ station }) => ({ station: { ...station, ...part } })),
    });
    return {
      pause(paused) {
        tracker.pause(paused);
        if (paused) buffer.flush();
      },
      check: () => tracker.check(),
      wake: () => tracker.wake(),
      async dispose() {
        await tracker.dispose();
        buffer.flush();
      },
    };
  };
}

function memoryStore(): StationStore {
  const fixes: Fix[] = [];
  let orbit: FittedOrbit | null = null;
  return {
    fixes: (limit) => fixes.slice(-limit),
    orbit: () => orbit,
    save(more, next) {
      fixes.push(...more);
      orbit = next ?? orbit;
      return ok(null);
    },
  };
}
