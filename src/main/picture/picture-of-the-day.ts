import { type Failure, type Result, fail, ok } from '#shared/failure.ts';
import type { DayPicture, PictureSupply } from '#shared/picture/picture.ts';
import type { ProviderName } from '#shared/picture/providers.ts';
import { failedRemote, loadingRemote, readyRemote } from '#shared/remote.ts';
import { reportDefect } from '#runtime/defects.ts';
import { startServiceLoop, type ActivityOptions } from '#runtime/service-loop.ts';
import { throttle } from '#runtime/throttle.ts';
import { addDays, easternDate, isCalendarDay } from './eastern.ts';
import type { BufferedDayStore } from './archive/unsaved-days.ts';
import type { PictureStateStore } from './picture-state-store.ts';
import type { PictureDownloader } from './download/download.ts';
import { lacksVideoStill, ProviderChain } from './providers/chain.ts';
import { planNextCheck, type CheckOutcome } from './schedule.ts';
import type { ProviderStatus } from './providers/circuit.ts';
import type { PictureSource } from './providers/sources.ts';

export interface PictureOfTheDayOptions extends ActivityOptions {
  readonly sources: readonly PictureSource[];
  /** Whether the settings let the app ask a source. */
  readonly isAsked: (name: ProviderName) => boolean;
  readonly downloader: PictureDownloader;
  readonly archive: BufferedDayStore;
  readonly pictureState: PictureStateStore;
  /** Called at every check if a picture is stored, and when a new picture or a missing still has arrived. */
  readonly onPicture: (signal: AbortSignal) => Promise<void>;
}

export type PictureOfTheDay = ReturnType<typeof startPictureOfTheDay>;

/**
 * The delay of a check after resume, in milliseconds: the network may not be up yet, and the random delay spreads
 * clients.
 */
const delayAfterResumeMs = { least: 2_000, most: 30_000 };

/** How many kept days are compared with a new file, to detect that it repeats another day's picture. */
const comparedDayCount = 30;

/** Fetches the picture of the day: two requests on a normal day, and none if today's is already stored. */
export function startPictureOfTheDay(options: PictureOfTheDayOptions) {
  const { clock, random, archive, pictureState, state } = options;
  state.restoreSuccess('picture', pictureState.lastAnswerAt, clock.now());
  const stopController = new AbortController();
  const supply = createSupplyReporter(options, stopController.signal);
  const chain = new ProviderChain({
    ...options,
    ...supply,
    recent: () => archive.days({ before: null, limit: comparedDayCount }),
  });
  const checks = createChecks(options, chain, supply);

  let wakeDelay: Promise<void> | null = null;
  function wake(): void {
    const delayMs =
      delayAfterResumeMs.least + random() * (delayAfterResumeMs.most - delayAfterResumeMs.least);
    wakeDelay ??= clock.sleep(delayMs, stopController.signal).then((isOver) => {
      wakeDelay = null;
      if (isOver) poller.poke();
    });
  }

  const randomOfDay = createDailyRandom(options);
  /** Aborts the check of an address that is no longer used. */
  let addressController = new AbortController();
  const poller = startServiceLoop(options, 'picture', 5_000, async (signal) => {
    const outcome = await checks.run(AbortSignal.any([signal, addressController.signal]));
    const randomPart = outcome.kind === 'have-today' ? randomOfDay() : random();
    const nextRound = planNextCheck(outcome, clock.now(), randomPart);
    // The loop ignores a poke during a round, so a request that the user wanted meanwhile starts another round here.
    return checks.isAnswerRequested ? { ...nextRound, delayMs: 0 } : nextRound;
  });
  function ask(): void {
    checks.requestAnswer();
    poller.poke();
  }

  return {
    /** Checks now. Requests no record if today's picture is already stored. */
    check: () => poller.poke(),

    /**
     * Checks now and sends a request even if today's picture is stored, so that the user learns whether the services
     * answer.
     */
    ask,

    /**
     * Forgets the answers and failures of the sources, whose address has changed to `address`, and sends a request to
     * the new address even if today's picture is stored.
     */
    useAddress(address: string) {
      addressController.abort();
      addressController = new AbortController();
      state.forgetOutcomes('picture');
      pictureState.useSource(address);
      chain.forget();
      checks.requestAnswer();
      poller.restart();
    },

    /** Checks after 2-30 s. Called after resume and when the network is back. Several calls cause one check. */
    wake,

    /**
     * Returns any day (`YYYY-MM-DD`), from the disk or else from the services. Fails with `cancelled` as soon as
     * `signal` is aborted; the requests end when no other caller waits for that day.
     */
    day: createDayFetcher(options, chain, supply, stopController.signal),
    async dispose() {
      stopController.abort();
      await Promise.all([wakeDelay, poller.dispose()]);
    },
  };
}

/**
 * Creates a function that returns the same random number in [0, 1) during one day of US Eastern time. So further checks
 * on a day do not change the planned time of the first check of the next day.
 */
function createDailyRandom({
  clock,
  random,
}: Pick<PictureOfTheDayOptions, 'clock' | 'random'>): () => number {
  let draw: { readonly date: string; readonly value: number } | null = null;
  return () => {
    const date = easternDate(clock.now());
    if (draw?.date !== date) draw = { date, value: random() };
    return draw.value;
  };
}

/** Checks for a new picture, and counts the checks in a row without one. */
function createChecks(
  { clock, archive, state, onPicture }: PictureOfTheDayOptions,
  chain: ProviderChain,
  supply: SupplyReporter,
) {
  let failureCount = 0;
  /** The number of checks in a row in which the services answered, but had no newer day. */
  let lateAnswerCount = 0;
  /** Whether the user asked to test the services, although today's picture may be stored. */
  let isRequested = false;

  // If the system clock is a day behind, today's picture appears dated tomorrow; accept it.
  const isToday = ({ record }: DayPicture): boolean => record.date >= easternDate(clock.now());
  /** Whether the system clock is further behind: the newest day may be an earlier one than today's. */
  const isFuture = ({ record }: DayPicture): boolean =>
    record.date > addDays(easternDate(clock.now()), 1);

  async function show(picture: DayPicture, signal: AbortSignal): Promise<void> {
    state.update(() => ({ picture: readyRemote(picture, clock.now()) }));
    await onPicture(signal);
  }

  function failedOutcome(
    failure: Failure,
    retryAt: number | null = null,
    setByServer = false,
  ): CheckOutcome {
    failureCount += 1;
    return { kind: 'failed', failure, attempt: failureCount, retryAt, setByServer };
  }

  function outcomeOf(picture: DayPicture): CheckOutcome {
    failureCount = 0;
    if (isToday(picture)) {
      lateAnswerCount = 0;
      return { kind: 'have-today', mediaType: picture.record.mediaType };
    }
    lateAnswerCount += 1;
    return { kind: 'not-published', attempt: lateAnswerCount };
  }

  /** The newest kept day whose file has the bytes that were downloaded. */
  async function newestIntactDay(): Promise<DayPicture | null> {
    for (;;) {
      const day = archive.newest();
      if (day === null || (await archive.isIntact(day))) return day;
    }
  }

  /** Downloads the missing still of a video; null if the still is not missing, or cannot be downloaded. */
  async function withStill(day: DayPicture, signal: AbortSignal): Promise<DayPicture | null> {
    if (!lacksVideoStill(day)) return null;
    const download = await chain.fileOf(day.record, signal);
    supply.endDownload();
    if (!download.ok) return null;
    archive.save(download.value);
    return download.value;
  }

  return {
    /** Makes the next check send a request even if today's picture is stored. */
    requestAnswer() {
      isRequested = true;
    },

    /** Whether `requestAnswer` was called since the last check started. */
    get isAnswerRequested() {
      return isRequested;
    },

    async run(signal: AbortSignal): Promise<CheckOutcome> {
      const mustAsk = isRequested;
      isRequested = false;
      const newestDay = await newestIntactDay();
      if (newestDay !== null) await show(newestDay, signal);
      const flushResult = archive.flush();
      if (newestDay !== null && isToday(newestDay) && !isFuture(newestDay) && !mustAsk) {
        if (!flushResult.ok) return failedOutcome(flushResult.failure);
        const completeDay = await withStill(newestDay, signal);
        if (completeDay !== null) await show(completeDay, signal);
        return outcomeOf(completeDay ?? newestDay);
      }

      state.update(({ picture }) => ({ picture: loadingRemote(picture, clock.now()) }));
      const result = await chain.newest(newestDay?.record.date ?? null, signal);
      supply.endDownload();
      if (result.kind === 'failed') {
        const { failure, retryAt, setByServer } = result;
        if (failure.kind !== 'cancelled') {
          state.noteOutcome('picture', clock.now(), failure);
          state.update(({ picture }) => ({ picture: failedRemote(picture, failure, clock.now()) }));
        }
        return failedOutcome(failure, retryAt, setByServer);
      }
      state.noteOutcome('picture', clock.now(), null);
      if (result.kind === 'nothing-new') {
        if (newestDay !== null)
          state.update(() => ({ picture: readyRemote(newestDay, clock.now()) }));
        return newestDay === null ? failedOutcome({ kind: 'not-found' }) : outcomeOf(newestDay);
      }
      const { picture } = result;
      const saveResult = archive.save(picture);
      archive.notePublished(picture.record.date);
      await show(picture, signal);
      if (saveResult.ok) return outcomeOf(picture);
      state.noteOutcome('picture', clock.now(), saveResult.failure);
      return failedOutcome(saveResult.failure);
    },
  };
}

/** The fetch of one day, shared by all callers that wait for it. */
interface DayFetch {
  readonly result: Promise<Result<DayPicture>>;
  readonly abort: () => void;
  /** The number of callers that wait for the fetch. */
  waiting: number;
}

function createDayFetcher(
  { clock, archive }: PictureOfTheDayOptions,
  chain: ProviderChain,
  supply: SupplyReporter,
  stop: AbortSignal,
) {
  /** The running fetches by date. A second caller for a date waits for the running fetch. */
  const fetches = new Map<string, DayFetch>();

  function startFetch(date: string): DayFetch {
    const ownController = new AbortController();
    const result = fetchDay(date, AbortSignal.any([stop, ownController.signal]));
    const fetch: DayFetch = { result, waiting: 0, abort: () => ownController.abort() };
    fetches.set(date, fetch);
    return fetch;
  }

  /**
   * Fetches a day. If its record is kept and only the file was evicted, downloads only the file, if its address still
   * serves it.
   */
  async function fetchDay(date: string, signal: AbortSignal): Promise<Result<DayPicture>> {
    const storedDay = archive.known(date);
    const fetchResult = storedDay?.file
      ? await chain.downloadAgain(storedDay.record, signal)
      : await chain.day(date, signal);
    supply.endDownload();
    if (!fetchResult.ok) return fetchResult;
    const saveResult = archive.save(fetchResult.value);
    return saveResult.ok ? fetchResult : saveResult;
  }

  /** The days for which a download of the missing still was started in this run. */
  const requestedDays = new Set<string>();
  /** Starts a download of the missing still of a video, once per run and day. Does not wait for the result. */
  function seekStill(day: DayPicture): void {
    const { date } = day.record;
    if (!lacksVideoStill(day) || requestedDays.has(date)) return;
    requestedDays.add(date);
    void chain
      .fileOf(day.record, stop)
      .then((download) => {
        supply.endDownload();
        if (download.ok) archive.save(download.value);
      })
      .catch(reportDefect);
  }

  return async (date: string, signal?: AbortSignal): Promise<Result<DayPicture>> => {
    const storedDay = archive.get(date);
    if (storedDay !== null && (await archive.isIntact(storedDay))) {
      archive.noteShown(date, clock.now());
      seekStill(storedDay);
      return ok(storedDay);
    }
    if (!isCalendarDay(date) || date > easternDate(clock.now())) return fail({ kind: 'not-found' });
    if (signal?.aborted === true) return fail({ kind: 'cancelled' });
    const fetch = fetches.get(date) ?? startFetch(date);
    fetch.waiting += 1;
    const abortResult = new Promise<Result<DayPicture>>((resolve) => {
      const cancel = (): void => resolve(fail({ kind: 'cancelled' }));
      signal?.addEventListener('abort', cancel, { once: true });
    });
    try {
      return await Promise.race([fetch.result, abortResult]);
    } finally {
      fetch.waiting -= 1;
      if (fetch.waiting === 0) {
        fetch.abort();
        // A later request must not wait for a fetch that is being aborted.
        fetches.delete(date);
      }
    }
  };
}

/** The shortest time between two reports of a download's progress, in milliseconds. */
const minReportGapMs = 250;

type SupplyReporter = ReturnType<typeof createSupplyReporter>;

/** Reports the providers' status and the progress of downloads to AppState. */
function createSupplyReporter(
  { clock, state, pictureState }: PictureOfTheDayOptions,
  signal: AbortSignal,
) {
  let download: PictureSupply['download'] = null;
  const publish = (): void => state.update(({ supply }) => ({ supply: { ...supply, download } }));
  const publishProgress = throttle(clock, minReportGapMs, signal, () => download && publish());
  return {
    onProgress(date: string, bytes: number, total: number | null) {
      download = { date, bytes, total };
      publishProgress();
    },
    endDownload() {
      if (download === null) return;
      download = null;
      publish();
    },
    onStatuses(statuses: readonly ProviderStatus[]) {
      const providers = statuses.map(({ name, failure, failedAt, notBefore, answeredAt }) => ({
        name,
        failure,
        failedAt,
        notBefore,
        answeredAt,
      }));
      const { quota } = pictureState.current;
      state.update(({ supply }) => ({ supply: { ...supply, providers, quota } }));
    },
  };
}
