import { untrack } from 'svelte';
import type { ArchiveDay, ArchiveQuery } from '#shared/picture/archive.ts';
import type { Bridge } from '#shared/contract.ts';
import { isSameJson } from '#shared/json.ts';
import { settleCommand, type CommandFailure } from '#renderer/ui/command-failure.ts';

/** The maximum number of days that main returns for one request. */
const pageSize = 100;

/** The filters of the list, and the counts of the archive. The counts change when days are added or removed. */
interface ListBasis {
  readonly words: string;
  /** The dates to list if only favourites are listed; null: all days. */
  readonly favourites: readonly string[] | null;
  readonly days: number;
  readonly files: number;
}

/**
 * The listed days of the archive, newest first. Each further page is appended. Another search reads the first page. All
 * listed pages are read again when days, files or favourites are added or removed.
 */
export class ArchiveList {
  /** Null until the first page has arrived. */
  days = $state.raw<readonly ArchiveDay[] | null>(null);
  failure = $state.raw<CommandFailure | null>(null);
  /** Cursor of the next page; null when all pages are loaded. */
  #cursor = $state<string | null>(null);
  readonly #bridge: Bridge;
  #basis: ListBasis | null = null;
  /** Incremented when reading starts again: late answers of earlier readings are discarded. */
  #readingNumber = 0;
  #isReading = $state(false);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** Whether `days` are the result of the current filters. */
  get isCurrent(): boolean {
    return this.days !== null && !this.#isReading && this.failure === null;
  }

  get hasMore(): boolean {
    return this.#cursor !== null;
  }

  /** Reads the list again if `basis` has changed. */
  follow(basis: ListBasis): void {
    const previousBasis = this.#basis;
    const isSame = isSameJson(basis, previousBasis);
    // After a failure, read the list again when the view is opened again.
    if (isSame && untrack(() => this.failure) === null) return;
    this.#basis = basis;
    const isOtherSearch =
      basis.words !== previousBasis?.words ||
      (basis.favourites === null) !== (previousBasis.favourites === null);
    void this.#readFromTop(isOtherSearch ? pageSize : (this.days?.length ?? pageSize));
  }

  /** Appends the next page. */
  async more(): Promise<void> {
    const cursor = this.#cursor;
    if (cursor === null || this.#isReading) return;
    const readingNumber = this.#readingNumber;
    this.#isReading = true;
    const page = await this.#read(cursor);
    if (readingNumber !== this.#readingNumber) return;
    this.#isReading = false;
    this.failure = page.ok ? null : page.failure;
    if (!page.ok) return;
    this.days = [...(this.days ?? []), ...page.value.days];
    this.#cursor = page.value.next;
  }

  /** Replaces listed days by their newer versions. */
  take(newer: readonly ArchiveDay[]): void {
    if (newer.length === 0 || this.days === null) return;
    this.days = this.days.map((day) => newer.find(({ date }) => date === day.date) ?? day);
  }

  /** Reads the first pages, until at least `count` days are listed. */
  async #readFromTop(count: number): Promise<void> {
    this.#readingNumber += 1;
    const readingNumber = this.#readingNumber;
    this.#isReading = true;
    const days: ArchiveDay[] = [];
    let cursor: string | null = null;
    do {
      const page = await this.#read(cursor);
      if (readingNumber !== this.#readingNumber) return;
      if (!page.ok) {
        this.#isReading = false;
        this.failure = page.failure;
        return;
      }
      days.push(...page.value.days);
      cursor = page.value.next;
    } while (cursor !== null && days.length < count);
    this.#isReading = false;
    this.failure = null;
    this.days = days;
    this.#cursor = cursor;
  }

  #read(before: string | null) {
    const { words = '', favourites = null } = this.#basis ?? {};
    const query: ArchiveQuery = { words, favourites: favourites !== null, before, limit: pageSize };
    return settleCommand(() => this.#bridge.archive.page(query));
  }
}
