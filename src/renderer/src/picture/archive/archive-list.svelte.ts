import type { ArchiveDay, ArchiveQuery } from '#shared/picture/archive.ts';
import type { Bridge } from '#shared/contract.ts';
import { settle, type Trouble } from '#renderer/status/trouble.ts';

const step = 60;
const mostAtOnce = 100;

/** The kept days that are listed: as many pages of the archive as were asked for. */
export class ArchiveList {
  /** Newest first; null until the first page has come. */
  days = $state.raw<readonly ArchiveDay[] | null>(null);
  hasMore = $state(false);
  failure = $state.raw<Trouble | null>(null);
  words = $state('');
  favourites = $state(false);
  readonly #bridge: Bridge;
  #wanted = step;
  #turn = 0;
  #basis: string | null = null;
  /** Days whose small pictures were asked for: once is enough. */
  // Nothing that is shown comes of it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #asked = new Set<string>();

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** Reads again when what the list rests on has changed since. */
  follow(basis: string): void {
    if (basis === this.#basis) return;
    this.#basis = basis;
    void this.refresh();
  }

  /** Reads anew what is listed. An answer that a newer question has overtaken is dropped. */
  async refresh(): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const { words, favourites } = this;
    const days: ArchiveDay[] = [];
    let before: ArchiveQuery['before'] = null;
    do {
      const limit = Math.min(mostAtOnce, this.#wanted - days.length);
      const page = await settle(() =>
        this.#bridge.archive.page({ words, favourites, before, limit }),
      );
      if (turn !== this.#turn) return;
      if (!page.ok) {
        this.failure = page.failure;
        return;
      }
      days.push(...page.value.days);
      before = page.value.next;
    } while (before !== null && days.length < this.#wanted);
    this.failure = null;
    this.days = days;
    this.hasMore = before !== null;
  }

  /** Another search begins at the top. */
  restart(): Promise<void> {
    this.#wanted = step;
    return this.refresh();
  }

  more(): Promise<void> {
    this.#wanted += step;
    return this.refresh();
  }

  /** Has small pictures made of what is on screen and has none. */
  wantThumbnails(days: readonly ArchiveDay[]): void {
    const dates = days
      .filter(
        ({ date, hasFile, thumbnail }) => hasFile && thumbnail === null && !this.#asked.has(date),
      )
      .map(({ date }) => date)
      .slice(0, mostAtOnce);
    if (dates.length === 0) return;
    for (const date of dates) this.#asked.add(date);
    // Without them the days show their titles.
    void settle(() => this.#bridge.archive.thumbnails(dates));
  }
}
