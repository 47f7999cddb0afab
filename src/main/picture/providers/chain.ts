import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import type {
  DayPicture,
  PictureRecord,
  ProviderChoice,
  ProviderName,
} from '#shared/picture/picture.ts';
import { whyNoPicture } from '#shared/picture/archive-dates.ts';
import type { Clock } from '#runtime/clock.ts';
import { addDays, easternDate } from '../eastern.ts';
import type { PictureStateStore } from '../picture-state-store.ts';
import type { DownloadOptions, PictureDownloader, PictureSource } from '../ports.ts';
import {
  afterFailure,
  closed,
  chooseProviders,
  earliestRetry,
  statusOf,
  type ProviderStatus,
} from './circuit.ts';
import { distrustFile, distrustRecord } from './trust.ts';

interface ChainOptions {
  readonly clock: Clock;
  readonly sources: readonly PictureSource[];
  readonly choice: () => ProviderChoice;
  readonly downloader: PictureDownloader;
  readonly pictureState: PictureStateStore;
  /** The most recent kept days. */
  readonly recent: () => readonly DayPicture[];
  readonly onProgress: (date: string, bytes: number, total: number | null) => void;
  /** Called after every change of a provider's status. */
  readonly onStatuses: (statuses: readonly ProviderStatus[]) => void;
}

/** The result of asking the providers for the newest day. */
type NewestResult =
  | { readonly kind: 'brought'; readonly picture: DayPicture }
  /** At least one provider answered, and none has a newer day than the kept one. */
  | { readonly kind: 'nothing-new' }
  /** `retryAt`: no provider may be asked before that time; `setByServer`: the providers set it. */
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly retryAt: number | null;
      readonly setByServer: boolean;
    };

/** Requests of an hour that are reserved for the daily check: a day needs three, a late day some more. */
const dailyReserve = 5;

/** How long a record may be reused after its download was interrupted, in milliseconds. */
const recordLastsMs = 3600_000;

/** The stored time of a source's last answer is updated when it is older than this, in milliseconds. */
const answerLastsMs = 3600_000;

/** The number of sources without a newer day after which the day counts as not published. */
const enoughLate = 2;

interface Pending {
  readonly record: PictureRecord;
  /** When the record was fetched, milliseconds since the Unix epoch. */
  readonly at: number;
}

/** Asks the configured providers in order, validates their answers, and records failures per provider. */
export function createProviderChain(options: ChainOptions) {
  const { clock, sources, choice, downloader, pictureState, recent, onProgress, onStatuses } =
    options;
  const configured = (): readonly PictureSource[] => {
    const chosen = choice();
    return sources.filter(({ name }) => chosen === 'automatic' || chosen === name);
  };
  /** The time of each provider's last answer in this run; the stored time may be an hour older. */
  const answers = new Map<ProviderName, number>();
  /** Until when each provider asked in this run to be left alone, on the monotonic clock. */
  const holds = new Map<ProviderName, number>();
  const statuses = (reserve = 0): ProviderStatus[] =>
    configured().map(({ name }) => {
      const now = clock.now();
      const stored = statusOf(name, pictureState.current, now, reserve);
      const answeredAt = answers.get(name) ?? stored.answeredAt;
      const leftMs = (holds.get(name) ?? -Infinity) - clock.monotonic();
      // The system clock was set back to before the failure: the stored times say nothing, the wait goes on.
      return leftMs > 0 && (stored.failedAt ?? 0) > now
        ? { ...stored, answeredAt, notBefore: now + leftMs, setByServer: true }
        : { ...stored, answeredAt };
    });
  /** Records whose download was interrupted, by provider: the next check does not fetch them again. */
  const pending = new Map<PictureSource, Pending>();
  const isFresh = ({ record, at }: Pending): boolean =>
    clock.now() - at < recordLastsMs && record.date >= easternDate(clock.now());

  function noteFailure({ name }: PictureSource, failure: Failure, fatal = false): void {
    const { circuits } = pictureState.current;
    const now = clock.now();
    const circuit = afterFailure(circuits[name] ?? closed, failure, now, fatal);
    if (circuit.setByServer && circuit.failedAt === now && circuit.notBefore !== null)
      holds.set(name, clock.monotonic() + circuit.notBefore - now);
    pictureState.change({ circuits: { ...circuits, [name]: circuit } });
    onStatuses(statuses());
  }

  function noteAnswer({ name }: PictureSource): void {
    const { circuits } = pictureState.current;
    const { failures, answeredAt } = circuits[name] ?? closed;
    const now = clock.now();
    answers.set(name, now);
    // Browsing the archive must not write to the disk for every day.
    if (failures > 0 || answeredAt === null || Math.abs(now - answeredAt) > answerLastsMs)
      pictureState.change({ circuits: { ...circuits, [name]: { ...closed, answeredAt: now } } });
    onStatuses(statuses());
  }

  async function recordOf(
    source: PictureSource,
    date: string | null,
    signal: AbortSignal,
  ): Promise<Result<PictureRecord>> {
    const known = date === null ? pending.get(source) : undefined;
    if (known !== undefined && isFresh(known)) return ok(known.record);
    if (date === null) pending.delete(source);
    const record = await source.fetch(date, signal);
    const quota = source.quota();
    if (quota !== null) pictureState.change({ quota });
    if (!record.ok) {
      // A missing single day is no failure of the service; a missing newest day is.
      if (date === null || record.failure.kind !== 'not-found') noteFailure(source, record.failure);
      return record;
    }
    const failure = distrustRecord(record.value, date, easternDate(clock.now()));
    if (failure === null) return record;
    noteFailure(source, failure, true);
    return fail(failure);
  }

  async function withFile(
    source: PictureSource,
    record: PictureRecord,
    signal: AbortSignal,
  ): Promise<Result<DayPicture>> {
    let distrusted = false;
    const options: DownloadOptions = {
      accept(file) {
        const failure = distrustFile(record, file, recent());
        distrusted = failure !== null;
        return failure;
      },
      onProgress: (bytes, total) => onProgress(record.date, bytes, total),
    };
    const file = await downloader.download(record, signal, options);
    if (!file.ok && file.failure.kind !== 'no-picture') {
      noteFailure(source, file.failure, distrusted);
      return file;
    }
    noteAnswer(source);
    return ok({ record, file: file.ok ? file.value : null });
  }

  async function newest(kept: string | null, signal: AbortSignal): Promise<NewestResult> {
    const today = easternDate(clock.now());
    const { asked, refused } = chooseProviders(configured(), statuses());
    let first: Failure | null = refused;
    const answered = new Set<ProviderName>();
    let isLate = false;
    /** The number of sources whose newest day is yesterday's. */
    let agreed = 0;
    let withoutFile = null as DayPicture | null;
    const older: { source: PictureSource; record: PictureRecord }[] = [];
    const bring = async (
      source: PictureSource,
      record: PictureRecord,
    ): Promise<NewestResult | null> => {
      const picture = await withFile(source, record, signal);
      if (!picture.ok && isBreak(picture.failure) && record.date >= today)
        pending.set(source, pending.get(source) ?? { record, at: clock.now() });
      else pending.delete(source);
      if (picture.ok && isWithoutFile(picture.value)) {
        withoutFile ??= picture.value;
        return null;
      }
      if (picture.ok) return { kind: 'brought', picture: picture.value };
      first ??= picture.failure;
      // No provider caused this failure, and no other one would succeed.
      return isFinal(picture.failure) ? failed(picture.failure) : null;
    };

    for (const source of asked) {
      if (agreed >= enoughLate) break;
      if (isRepetition(source, answered)) continue;
      const record = await recordOf(source, null, signal);
      if (!record.ok) {
        first = moreTelling(first, record.failure);
        if (isFinal(record.failure)) return failed(record.failure);
        continue;
      }
      answered.add(source.name);
      if (record.value.date >= today) {
        const brought = await bring(source, record.value);
        if (brought !== null) return brought;
      } else {
        noteAnswer(source);
        isLate = true;
        if (record.value.date >= addDays(today, -1)) agreed += 1;
        if (kept === null || record.value.date > kept) older.push({ source, record: record.value });
      }
    }
    // Today's is not published yet: take the newest of the new days; among equals, the first provider's.
    older.sort((a, b) =>
      a.record.date < b.record.date ? 1 : a.record.date > b.record.date ? -1 : 0,
    );
    for (const { source, record } of older) {
      const brought = await bring(source, record);
      if (brought !== null) return brought;
    }
    if (isLate && older.length === 0) return { kind: 'nothing-new' };
    if (withoutFile !== null) return { kind: 'brought', picture: withoutFile };
    return failed(first ?? { kind: 'not-found' });
  }

  function failed(failure: Failure): NewestResult {
    const { at, setByServer } = earliestRetry(statuses());
    return { kind: 'failed', failure, retryAt: at, setByServer };
  }

  async function day(date: string, signal: AbortSignal): Promise<Result<DayPicture>> {
    if (whyNoPicture(date, date) !== null) return fail({ kind: 'not-found' });
    const { asked, refused } = chooseProviders(configured(), statuses(dailyReserve));
    let first: Failure | null = refused;
    let withoutFile: DayPicture | null = null;
    const answered = new Set<ProviderName>();
    for (const source of asked) {
      if (isRepetition(source, answered)) continue;
      const record = await recordOf(source, date, signal);
      if (record.ok || record.failure.kind === 'not-found') answered.add(source.name);
      const result = record.ok ? await withFile(source, record.value, signal) : record;
      if (result.ok && isWithoutFile(result.value)) withoutFile ??= result.value;
      else if (result.ok || isFinal(result.failure)) return result;
      else first ??= result.failure;
    }
    if (withoutFile !== null) return ok(withoutFile);
    return fail(first ?? { kind: 'not-found' });
  }

  async function downloadAgain(
    record: PictureRecord,
    signal: AbortSignal,
  ): Promise<Result<DayPicture>> {
    // The file's host may not be the service, so the result does not count for the service.
    const file = await downloader.download(record, signal, {
      accept: (found) => distrustFile(record, found, recent()),
      onProgress: (bytes, total) => onProgress(record.date, bytes, total),
    });
    if (file.ok) return ok({ record, file: file.value });
    return isFinal(file.failure) || isBreak(file.failure) ? file : day(record.date, signal);
  }

  onStatuses(statuses());
  return {
    /**
     * Returns the newest day with its file, from the first provider with a valid record. `kept`: the newest kept day.
     */
    newest,
    /**
     * Returns the record and the file of one day. A day that was never published is `not-found` without a request.
     * Fails with `quota` rather than using the requests that the daily check needs.
     */
    day,
    /** Downloads the file of a known record; fetches the record again only if its address no longer serves the file. */
    downloadAgain,
  };
}

/** The feed has the same host as the successor: if that one answered, the feed adds nothing. */
const isRepetition = ({ name }: PictureSource, answered: ReadonlySet<ProviderName>): boolean =>
  name === 'feed' && answered.has('successor');

/** A `not-found` says less than another source's failure. */
const moreTelling = (first: Failure | null, next: Failure): Failure =>
  first === null || first.kind === 'not-found' ? next : first;

/** The day has a picture, but the provider gives no address for it; another one may. */
const isWithoutFile = ({ record, file }: DayPicture): boolean =>
  record.mediaType === 'image' && file === null;

const isFinal = ({ kind }: Failure): boolean => kind === 'cancelled' || kind === 'storage';

/** Whether the same address may serve the rest of the picture later. */
const isBreak = ({ kind }: Failure): boolean =>
  kind === 'truncated' ||
  kind === 'offline' ||
  kind === 'timeout' ||
  kind === 'unavailable' ||
  kind === 'cancelled' ||
  kind === 'storage';
