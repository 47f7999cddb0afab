import { type Failure, type Result, fail, ok } from '#shared/failure.ts';
import type { DayPicture, PictureSupply, ProviderChoice } from '#shared/picture/picture.ts';
import { failed, loading, ready } from '#shared/remote.ts';
import { startServiceLoop, type Surroundings } from '#runtime/service-loop.ts';
import type { NextRound } from '#runtime/poller.ts';
import { throttle } from '#runtime/throttle.ts';
import { easternDate, isCalendarDay } from './eastern.ts';
import type { BufferedArchive } from './archive/unsaved.ts';
import type { PictureStateStore } from './picture-state-store.ts';
import type { PictureDownloader, PictureSource } from './ports.ts';
import { createProviderChain } from './providers/chain.ts';
import { planNextCheck, type CheckOutcome } from './schedule.ts';
import type { ProviderStatus } from './providers/circuit.ts';

export interface PictureOfTheDayOptions extends Surroundings {
  readonly sources: readonly PictureSource[];
  readonly providers: () => ProviderChoice;
  readonly downloader: PictureDownloader;
  readonly archive: BufferedArchive;
  readonly pictureState: PictureStateStore;
  /** Called at every check with a kept picture, and again when a new one was saved. */
  readonly onPicture: (signal: AbortSignal) => Promise<void>;
}

export type PictureOfTheDay = ReturnType<typeof startPictureOfTheDay>;

interface Fetch {
  readonly result: Promise<Result<DayPicture>>;
  readonly abort: () => void;
  /** The number of callers that wait for it. */
  waiting: number;
}

/** After resume, wait 2-30 s: the network is not up yet, and the random delay spreads clients. */
const wakeMs = { least: 2_000, most: 30_000 };

/** How many kept days are compared with a new file, to detect that it repeats another day's picture. */
const recentDays = 30;

/** Fetches the picture of the day: two requests on a normal day, and none when today's is already kept. */
export function startPictureOfTheDay(options: PictureOfTheDayOptions) {
  const { clock, random, archive, state, onPicture } = options;
  const stop = new AbortController();
  const supply = createSupplyReporter(options, stop.signal);
  const chain = createProviderChain({
    ...options,
    ...supply,
    choice: options.providers,
    recent: () => archive.days({ before: null, limit: recentDays }),
  });
  /** Checks in a row that failed, and checks in a row that found no newer day. */
  let failures = 0;
  let late = 0;

  // If the system clock is a day behind, today's picture appears dated tomorrow; accept it.
  const isToday = ({ record }: DayPicture): boolean => record.date >= easternDate(clock.now());

  async function show(picture: DayPicture, signal: AbortSignal): Promise<void> {
    state.update(() => ({ picture: ready(picture, clock.now()) }));
    await onPicture(signal);
  }

  function failedOutcome(
    failure: Failure,
    retryAt: number | null = null,
    setByServer = false,
  ): CheckOutcome {
    failures += 1;
    return { kind: 'failed', failure, attempt: failures, retryAt, setByServer };
  }

  function outcomeOf(picture: DayPicture): CheckOutcome {
    failures = 0;
    if (isToday(picture)) {
      late = 0;
      return { kind: 'have-today', mediaType: picture.record.mediaType };
    }
    late += 1;
    return { kind: 'not-published', attempt: late };
  }

  /** Whether the user wants an answer of the services, although today's picture may be kept. */
  let isAsked = false;

  async function check(signal: AbortSignal): Promise<CheckOutcome> {
    const asks = isAsked;
    isAsked = false;
    const kept = archive.newest();
    if (kept !== null) await show(kept, signal);
    const saved = archive.flush();
    if (kept !== null && isToday(kept) && !asks)
      return saved.ok ? outcomeOf(kept) : failedOutcome(saved.failure);

    state.update(({ picture }) => ({ picture: loading(picture, clock.now()) }));
    const brought = await chain.newest(kept?.record.date ?? null, signal);
    supply.endDownload();
    if (brought.kind === 'failed') {
      const { failure, retryAt, setByServer } = brought;
      if (failure.kind !== 'cancelled') {
        state.noteOutcome('picture', clock.now(), failure);
        state.update(({ picture }) => ({ picture: failed(picture, failure, clock.now()) }));
      }
      return failedOutcome(failure, retryAt, setByServer);
    }
    state.noteOutcome('picture', clock.now(), null);
    if (brought.kind === 'nothing-new') {
      if (kept !== null) state.update(() => ({ picture: ready(kept, clock.now()) }));
      return kept === null ? failedOutcome({ kind: 'not-found' }) : outcomeOf(kept);
    }
    const { picture } = brought;
    const added = archive.save(picture);
    await show(picture, signal);
    if (added.ok) return outcomeOf(picture);
    state.noteOutcome('picture', clock.now(), added.failure);
    return failedOutcome(added.failure);
  }

  /** Fetches under way, by date: a second caller waits for the same fetch. */
  const fetches = new Map<string, Fetch>();

  async function day(date: string, signal?: AbortSignal): Promise<Result<DayPicture>> {
    const kept = archive.get(date);
    if (kept !== null) {
      archive.noteShown(date, clock.now());
      return ok(kept);
    }
    if (!isCalendarDay(date) || date > easternDate(clock.now())) return fail({ kind: 'not-found' });
    if (signal?.aborted === true) return fail({ kind: 'cancelled' });
    const fetch = fetches.get(date) ?? startFetch(date);
    fetch.waiting += 1;
    const aborted = new Promise<Result<DayPicture>>((resolve) => {
      const give = (): void => resolve(fail({ kind: 'cancelled' }));
      signal?.addEventListener('abort', give, { once: true });
    });
    try {
      return await Promise.race([fetch.result, aborted]);
    } finally {
      fetch.waiting -= 1;
      if (fetch.waiting === 0) {
        fetch.abort();
        // A later request must not wait for a fetch that is being aborted.
        fetches.delete(date);
      }
    }
  }

  function startFetch(date: string): Fetch {
    const own = new AbortController();
    const result = fetchDay(date, AbortSignal.any([stop.signal, own.signal]));
    const fetch: Fetch = { result, waiting: 0, abort: () => own.abort() };
    fetches.set(date, fetch);
    return fetch;
  }

  /** Fetches a day. If its record is kept and only the file was evicted, downloads the file alone. */
  async function fetchDay(date: string, signal: AbortSignal): Promise<Result<DayPicture>> {
    const known = archive.known(date);
    const record = known?.file ? known.record : null;
    const brought = await (record === null
      ? chain.day(date, signal)
      : chain.downloadAgain(record, signal));
    supply.endDownload();
    if (!brought.ok) return brought;
    const saved = archive.save(brought.value);
    return saved.ok ? brought : saved;
  }

  const round = async (signal: AbortSignal): Promise<NextRound> => {
    const outcome = await check(signal);
    return planNextCheck(outcome, clock.now(), random());
  };

  let waking: Promise<void> | null = null;
  function wake(): void {
    const delayMs = wakeMs.least + random() * (wakeMs.most - wakeMs.least);
    waking ??= clock.sleep(delayMs, stop.signal).then((slept) => {
      waking = null;
      if (slept) poller.poke();
    });
  }

  const poller = startServiceLoop(options, 'picture', 5_000, round);
  return {
    /** Checks now, unless today's picture is already here. */
    check: () => poller.poke(),

    /** Checks now, with a request even when today's picture is here: the user wants to know how the service does. */
    ask() {
      isAsked = true;
      poller.poke();
    },

    /** As `check`, after 2-30 s: after resume or when the network is back. Several calls cause one check. */
    wake,

    /**
     * Returns any day (`YYYY-MM-DD`), from the disk or else with one request. Fails with `cancelled` as soon as `signal`
     * is aborted; the requests end when no other caller waits for the same day.
     */
    day,
    async dispose() {
      stop.abort();
      await Promise.all([waking, poller.dispose()]);
    },
  };
}

/** The progress of a download is shown at most four times a second. */
const progressMs = 250;

/** Reports the providers' status and the progress of downloads to AppState. */
function createSupplyReporter(
  { clock, state, pictureState, onDefect }: PictureOfTheDayOptions,
  signal: AbortSignal,
) {
  let download: PictureSupply['download'] = null;
  const show = (): void => state.update(({ supply }) => ({ supply: { ...supply, download } }));
  const showProgress = throttle(clock, progressMs, signal, () => download && show(), onDefect);
  return {
    onProgress(date: string, bytes: number, total: number | null) {
      download = { date, bytes, total };
      showProgress();
    },
    endDownload() {
      if (download === null) return;
      download = null;
      show();
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
