import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import { concernsOneDay, mayConcernOneDay } from '#shared/picture/day-failures.ts';
import type { DayPicture, PictureRecord } from '#shared/picture/picture.ts';
import type { ProviderName } from '#shared/picture/providers.ts';
import { noPictureReason } from '#shared/picture/archive-dates.ts';
import type { Clock } from '#runtime/clock.ts';
import { reportDefect } from '#runtime/defects.ts';
import { addDays, easternDate } from '../eastern.ts';
import type { PictureStateStore } from '../picture-state-store.ts';
import type { PictureDownloader } from '../download/download.ts';
import {
  circuitAfterFailure,
  closedCircuit,
  chooseProviders,
  earliestRetry,
  providerStatusOf,
  statusForArchive,
  type ProviderStatus,
} from './circuit.ts';
import type { PictureSource } from './sources.ts';
import { reasonToDistrustFile, reasonToDistrustRecord, seriesTitle } from './trust.ts';

/** The record of a day, and the source that answered with it. */
interface SourcedRecord {
  readonly source: PictureSource;
  readonly record: PictureRecord;
}

interface ChainOptions {
  readonly clock: Clock;
  readonly sources: readonly PictureSource[];
  /** Whether the settings let the app ask a source. */
  readonly isAsked: (name: ProviderName) => boolean;
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
  | { readonly kind: 'new-day'; readonly picture: DayPicture }
  /** At least one provider answered, and none has a newer day than the kept one. */
  | { readonly kind: 'nothing-new' }
  /**
   * `retryAt`: no provider may be asked before that time; null: no wait. `setByServer`: true if the providers
   * themselves set that time.
   */
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly retryAt: number | null;
      readonly setByServer: boolean;
    };

/**
 * The number of requests of the hourly quota that are reserved for the daily check. It needs 3, or more for a late
 * picture.
 */
const reservedRequestCount = 5;

/** How long a record may be reused after its download was interrupted, in milliseconds. */
const recordReuseMs = 3600_000;

/** The stored time of a source's last answer is updated when it is older than this, in milliseconds. */
const answerTimeUpdateMs = 3600_000;

/** While two sources agree that today's picture is not published, the others are asked once in so many checks. */
const agreedChecks = 3;

/** The status of the providers in use: the stored circuits, and times that are known only in this run. */
class ProviderStatuses {
  readonly #options: ChainOptions;
  /** The time of each provider's last answer in this run; the stored time may be an hour older. */
  readonly #answers = new Map<ProviderName, number>();
  /**
   * The waits that providers asked for in this run. `end`: by `Clock.uptime`, so that a change of the wall clock does not
   * change the wait. `failedAt`: the time of the failure, as stored; the wait counts only while that failure is the last.
   */
  readonly #holds = new Map<ProviderName, { readonly end: number; readonly failedAt: number }>();
  /** The days of the archive whose requests failed, by provider, since its last answer. */
  readonly #failedDays = new Map<ProviderName, Set<string>>();

  constructor(options: ChainOptions) {
    this.#options = options;
  }

  /** The sources that the settings let the app ask, in the order of asking. */
  sources(): readonly PictureSource[] {
    return this.#options.sources.filter(({ name }) => this.#options.isAsked(name));
  }

  /** @param reserve the number of requests of the quota that must stay unused */
  list(reserve = 0): ProviderStatus[] {
    const { clock, pictureState } = this.#options;
    return this.sources().map(({ name }) => {
      const now = clock.now();
      const storedStatus = providerStatusOf(name, pictureState.current, now, reserve);
      const answeredAt = this.#answers.get(name) ?? storedStatus.answeredAt;
      const hold = this.#holds.get(name);
      const remainingMs = (hold?.end ?? -Infinity) - clock.uptime();
      return remainingMs > 0 && hold?.failedAt === storedStatus.failedAt
        ? { ...storedStatus, answeredAt, notBefore: now + remainingMs, setByServer: true }
        : { ...storedStatus, answeredAt };
    });
  }

  /** @param isDataInvalid whether the service answered with invalid data; a quick retry would then fail again */
  noteFailure({ name }: PictureSource, failure: Failure, isDataInvalid = false): void {
    const { clock, pictureState } = this.#options;
    const { circuits } = pictureState.current;
    const now = clock.now();
    const circuit = circuitAfterFailure(
      circuits[name] ?? closedCircuit,
      failure,
      now,
      isDataInvalid,
    );
    if (circuit.setByServer && circuit.failedAt === now && circuit.notBefore !== null)
      this.#holds.set(name, { end: clock.uptime() + circuit.notBefore - now, failedAt: now });
    pictureState.change({ circuits: { ...circuits, [name]: circuit } });
    this.publish();
  }

  /**
   * Records the failure of the request of one day of the archive. An answer about that day, whatever it contains, says
   * nothing about the service. An error of the server counts once for each day: it may concern that day alone.
   */
  noteDayFailure(source: PictureSource, date: string, failure: Failure): void {
    if (concernsOneDay(failure) || failure.kind === 'refused') return;
    const failedDays = this.#failedDays.get(source.name) ?? new Set();
    this.#failedDays.set(source.name, failedDays);
    if (mayConcernOneDay(failure) && failedDays.has(date)) return;
    failedDays.add(date);
    this.noteFailure(source, failure);
  }

  noteAnswer({ name }: PictureSource): void {
    const { clock, pictureState } = this.#options;
    this.#failedDays.delete(name);
    const { circuits } = pictureState.current;
    const { failures, answeredAt } = circuits[name] ?? closedCircuit;
    const now = clock.now();
    this.#answers.set(name, now);
    // Do not store each answer: browsing the archive would write to the disk for every day.
    if (failures > 0 || answeredAt === null || Math.abs(now - answeredAt) > answerTimeUpdateMs)
      pictureState.change({
        circuits: { ...circuits, [name]: { ...closedCircuit, answeredAt: now } },
      });
    this.publish();
  }

  publish(): void {
    this.#options.onStatuses(this.list());
  }

  /** Forgets the times that are known only in this run. */
  forget(): void {
    this.#answers.clear();
    this.#holds.clear();
    this.#failedDays.clear();
    this.publish();
  }
}

/** Asks the configured providers in order, validates their answers, and records failures per provider. */
export class ProviderChain {
  readonly #options: ChainOptions;
  readonly #statuses: ProviderStatuses;
  /**
   * Records whose download was interrupted, by provider, with the time at which each was fetched (milliseconds since
   * the Unix epoch): the next check does not fetch them again.
   */
  readonly #pending = new Map<PictureSource, { record: PictureRecord; at: number }>();
  /** The checks of a day at which two sources agreed that it is not published. */
  #agreement = { date: '', checks: 0 };

  constructor(options: ChainOptions) {
    this.#options = options;
    this.#statuses = new ProviderStatuses(options);
    this.#statuses.publish();
  }

  /** Forgets what the providers have answered in this run. Call it after the stored circuits were reset. */
  forget(): void {
    this.#pending.clear();
    this.#statuses.forget();
  }

  /**
   * Asks the providers for the newest day, and downloads its file: that of the first provider that has today's picture,
   * or else the newest of the days that are newer than the kept day.
   *
   * @param keptDate the newest kept day, or null
   */
  async newest(keptDate: string | null, signal: AbortSignal): Promise<NewestResult> {
    const today = this.#today();
    const { asked, refused } = chooseProviders(this.#statuses.sources(), this.#statuses.list());
    let failure: Failure | null = refused;
    /** Why the file of a source that had the day was refused. */
    let fileFailure = null as Failure | null;
    let dayWithoutFile = null as DayPicture | null;
    const answeredNames = new Set<ProviderName>();
    /** Records of days before today that are newer than the kept day. */
    const olderRecords: SourcedRecord[] = [];
    /** Records of a day that has not begun by the system clock. */
    const futureRecords: SourcedRecord[] = [];
    /** Records of today without a title. */
    const untitledRecords: SourcedRecord[] = [];
    /** Whether a source answered, and its newest day is not older than the kept one. */
    let isLate = false;
    /** The number of sources whose newest day is yesterday. */
    let agreeingCount = 0;
    /** Whether to ask further sources although two agree, which is decided once in a check; null: not decided yet. */
    let mayAskOthers: boolean | null = null;
    /** Whether a source answered with a day that is older than the kept one. */
    let isBehind = false;

    const complete = async (
      source: PictureSource,
      record: PictureRecord,
    ): Promise<NewestResult | null> => {
      const isSecondTry = this.#pending.has(source);
      const download = await this.#withFile(source, record, signal, true);
      // The host of a still may always be blocked on this network: after a second failure, use the day without a still.
      const picture = isSecondTry ? videoDayWithoutStill(record, download) : download;
      if (!picture.ok && isInterruption(picture.failure))
        this.#pending.set(source, this.#pending.get(source) ?? { record, at: this.#now() });
      else this.#pending.delete(source);
      if (picture.ok && !lacksImageFile(picture.value))
        return { kind: 'new-day', picture: picture.value };
      if (picture.ok) dayWithoutFile ??= picture.value;
      else {
        fileFailure ??= picture.failure;
        // No provider caused this failure, and no other provider would succeed.
        if (isFinalFailure(picture.failure)) return this.#failed(picture.failure);
      }
      return null;
    };

    for (const source of asked) {
      if (repeatsAnsweredSource(source, answeredNames)) continue;
      // Two sources may agree because one took its answer from the other.
      if (agreeingCount >= 2) {
        mayAskOthers ??= this.#mayAskOthers(today);
        if (!mayAskOthers) break;
      }
      const record = await this.#recordOf(source, null, signal);
      if (!record.ok) {
        failure = moreSpecificFailure(failure, record.failure);
        if (isFinalFailure(record.failure)) return this.#failed(record.failure);
        continue;
      }
      answeredNames.add(source.name);
      const { date } = record.value;
      const distrust = reasonToDistrustRecord(record.value, null, today);
      if (distrust !== null && date !== keptDate) {
        this.#statuses.noteFailure(source, distrust, true);
        failure = moreSpecificFailure(failure, distrust);
        futureRecords.push({ source, record: record.value });
      } else if (date >= today && distrust === null) {
        if (lacksTitle(record.value)) {
          untitledRecords.push({ source, record: record.value });
          continue;
        }
        const result = await complete(source, record.value);
        if (result !== null) return result;
      } else {
        this.#statuses.noteAnswer(source);
        if (date === addDays(today, -1)) agreeingCount += 1;
        if (date >= (keptDate ?? '')) isLate = true;
        else isBehind = true;
        if (keptDate === null || date > keptDate)
          olderRecords.push({ source, record: record.value });
      }
    }
    // If sources agree on a day that has not begun, the system clock is behind.
    const agreedRecords = futureRecords.filter(({ source, record }) =>
      futureRecords.some((one) => one.source !== source && one.record.date === record.date),
    );
    for (const { source } of agreedRecords) this.#statuses.noteAnswer(source);
    // No source has served today's picture: use the record of the newest day. If several sources have served that day,
    // prefer a record with a title, then the record of the source that is asked first.
    olderRecords.sort(
      ({ record: a }, { record: b }) =>
        b.date.localeCompare(a.date) || Number(lacksTitle(a)) - Number(lacksTitle(b)),
    );
    for (const { source, record } of [...untitledRecords, ...agreedRecords, ...olderRecords]) {
      const result = await complete(source, record);
      if (result !== null) return result;
    }
    if (fileFailure === null && olderRecords.length === 0) {
      // A source that is behind does not know whether today is published; without a failure, no other source knows more.
      if (isLate || (isBehind && failure === null)) return { kind: 'nothing-new' };
    }
    if (dayWithoutFile !== null) return { kind: 'new-day', picture: dayWithoutFile };
    return this.#failed(fileFailure ?? failure ?? { kind: 'not-found' });
  }

  /**
   * Returns the record and the file of one day. A day that was never published is `not-found` without a request. Leaves
   * the requests of the quota that the daily check needs: fails with `quota` if no source but the legacy service may be
   * asked and only these requests remain.
   */
  async day(date: string, signal: AbortSignal): Promise<Result<DayPicture>> {
    if (noPictureReason(date, date) !== null) return fail({ kind: 'not-found' });
    const statuses = this.#statuses.list(reservedRequestCount).map(statusForArchive);
    const { asked, refused } = chooseProviders(this.#statuses.sources(), statuses);
    let failure: Failure | null = refused;
    /** Why the file of a source that had the day was refused. */
    let fileFailure = null as Failure | null;
    let dayWithoutFile = null as DayPicture | null;
    const answeredNames = new Set<ProviderName>();
    const untitledRecords: SourcedRecord[] = [];

    const complete = async (
      source: PictureSource,
      record: PictureRecord,
    ): Promise<Result<DayPicture> | null> => {
      const download = await this.#withFile(source, record, signal, false);
      const result = videoDayWithoutStill(record, download);
      if (result.ok && (lacksImageFile(result.value) || lacksVideoStill(result.value)))
        dayWithoutFile ??= result.value;
      else if (result.ok || isFinalFailure(result.failure)) return result;
      else fileFailure ??= result.failure;
      return null;
    };

    for (const source of asked) {
      if (repeatsAnsweredSource(source, answeredNames)) continue;
      const record = await this.#recordOf(source, date, signal);
      if (record.ok || record.failure.kind === 'not-found') answeredNames.add(source.name);
      if (!record.ok) {
        if (isFinalFailure(record.failure)) return record;
        failure = moreSpecificFailure(failure, record.failure);
        continue;
      }
      // Look for the title in another source.
      if (lacksTitle(record.value)) untitledRecords.push({ source, record: record.value });
      else {
        const result = await complete(source, record.value);
        if (result !== null) return result;
      }
    }
    for (const { source, record } of untitledRecords) {
      const result = await complete(source, record);
      if (result !== null) return result;
    }
    if (dayWithoutFile !== null) return ok(dayWithoutFile);
    return fail(fileFailure ?? failure ?? { kind: 'not-found' });
  }

  /** Downloads the file of a known record; fetches the record again only if its address no longer serves the file. */
  async downloadAgain(record: PictureRecord, signal: AbortSignal): Promise<Result<DayPicture>> {
    const download = await this.fileOf(record, signal);
    return download.ok || isFinalFailure(download.failure) || isInterruption(download.failure)
      ? download
      : this.day(record.date, signal);
  }

  /** Downloads the file of a known record. */
  async fileOf(record: PictureRecord, signal: AbortSignal): Promise<Result<DayPicture>> {
    const { downloader, recent, onProgress } = this.#options;
    // The file's host may not be the service, so the result is not recorded for the service.
    const file = await downloader.download(record, signal, {
      accept: (candidate) => reasonToDistrustFile(record, candidate, false, recent()),
      onProgress: (bytes, total) => onProgress(record.date, bytes, total),
    });
    return file.ok ? ok({ record, file: file.value }) : file;
  }

  async #recordOf(
    source: PictureSource,
    date: string | null,
    signal: AbortSignal,
  ): Promise<Result<PictureRecord>> {
    const pendingRecord = date === null ? this.#pending.get(source) : undefined;
    if (pendingRecord !== undefined && this.#isFresh(pendingRecord))
      return ok(pendingRecord.record);
    if (date === null) this.#pending.delete(source);
    const record = await fetchRecord(source, date, signal);
    const quota = source.quota();
    if (quota !== null) this.#options.pictureState.change({ quota });
    if (!record.ok) {
      if (date === null) this.#statuses.noteFailure(source, record.failure);
      else this.#statuses.noteDayFailure(source, date, record.failure);
      return record;
    }
    if (date === null) return record;
    const failure = reasonToDistrustRecord(record.value, date, this.#today());
    return failure === null ? record : fail(failure);
  }

  async #withFile(
    source: PictureSource,
    record: PictureRecord,
    signal: AbortSignal,
    isNewDay: boolean,
  ): Promise<Result<DayPicture>> {
    const { downloader, recent, onProgress } = this.#options;
    let isDistrusted = false as boolean;
    const file = await downloader.download(record, signal, {
      accept(candidate) {
        const failure = reasonToDistrustFile(record, candidate, isNewDay, recent());
        isDistrusted = failure !== null;
        return failure;
      },
      onProgress: (bytes, total) => onProgress(record.date, bytes, total),
    });
    // The fault of a file is not the service's: the service answered, and files are on other hosts. But a service whose
    // newest day shows an earlier picture or a logo answered wrongly.
    if (!file.ok && isDistrusted && isNewDay && record.mediaType === 'image')
      this.#statuses.noteFailure(source, file.failure, true);
    else if (file.ok || !isFinalFailure(file.failure)) this.#statuses.noteAnswer(source);
    // The day of a video is complete without its still.
    if (!file.ok && record.mediaType !== 'image' && !isInterruption(file.failure))
      return ok({ record, file: null });
    if (!file.ok && file.failure.kind !== 'no-picture') return file;
    return ok({ record, file: file.ok ? file.value : null });
  }

  /**
   * Whether to ask further sources although two agree that today's picture is not published: at the first such check of
   * a day, and then once in `agreedChecks` checks.
   */
  #mayAskOthers(today: string): boolean {
    if (this.#agreement.date !== today) this.#agreement = { date: today, checks: 0 };
    const { checks } = this.#agreement;
    this.#agreement = { date: today, checks: checks + 1 };
    return checks % agreedChecks === 0;
  }

  #failed(failure: Failure): NewestResult {
    const { at, setByServer } = earliestRetry(this.#statuses.list());
    return { kind: 'failed', failure, retryAt: at, setByServer };
  }

  #isFresh({ record, at }: { readonly record: PictureRecord; readonly at: number }): boolean {
    return this.#now() - at < recordReuseMs && record.date >= this.#today();
  }

  #now(): number {
    return this.#options.clock.now();
  }

  #today(): string {
    return easternDate(this.#now());
  }
}

/** The record that a source returns. A defect of one source must not keep the chain from the next source. */
async function fetchRecord(
  source: PictureSource,
  date: string | null,
  signal: AbortSignal,
): Promise<Result<PictureRecord>> {
  try {
    return await source.fetch(date, signal);
  } catch (error) {
    reportDefect(error);
    return fail({ kind: 'malformed', detail: 'the answer caused an unexpected error' });
  }
}

/** The feed has the same host as the successor: if the successor answered, the feed adds nothing. */
const repeatsAnsweredSource = (
  { name }: PictureSource,
  answered: ReadonlySet<ProviderName>,
): boolean => name === 'feed' && answered.has('successor');

/** Returns the first failure, or the next one if the first is missing or only `not-found`. */
const moreSpecificFailure = (first: Failure | null, next: Failure): Failure =>
  first === null || first.kind === 'not-found' ? next : first;

/** Whether another source may have the title of the day. */
const lacksTitle = ({ title }: PictureRecord): boolean => title === seriesTitle;

/** Whether the day has a picture for which the provider gives no address; another provider may give one. */
const lacksImageFile = ({ record, file }: DayPicture): boolean =>
  record.mediaType === 'image' && file === null;

/** Whether the record of a video names a still that the app does not have. */
export const lacksVideoStill = ({ record, file }: DayPicture): boolean =>
  file === null && record.mediaType !== 'image' && record.thumbnailUrl !== null;

/** Returns the download, or the day without a still if the still of a video cannot be downloaded. */
const videoDayWithoutStill = (
  record: PictureRecord,
  download: Result<DayPicture>,
): Result<DayPicture> =>
  download.ok || record.mediaType === 'image' || isFinalFailure(download.failure)
    ? download
    : ok({ record, file: null });

/** Whether every other source would fail too. */
const isFinalFailure = ({ kind }: Failure): boolean => kind === 'cancelled' || kind === 'storage';

/** Whether the same address may serve the missing bytes later. */
const isInterruption = ({ kind }: Failure): boolean =>
  kind === 'truncated' ||
  kind === 'offline' ||
  kind === 'timeout' ||
  kind === 'unavailable' ||
  kind === 'cancelled' ||
  kind === 'storage';
