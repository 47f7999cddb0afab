import type { ArchiveDay } from '#shared/picture/archive.ts';
import type { Bridge } from '#shared/contract.ts';
import { settle } from '#renderer/app/command-failure.ts';

/** The most days that one question to main may name. */
const mostAtOnce = 100;
/** How long a day must stay on screen before its small picture is asked for, in milliseconds. */
const settleMs = 150;

/** Asks main for the small pictures of the days on screen, and reads these days again when some were made. */
export class Thumbnails {
  readonly #bridge: Bridge;
  readonly #onMade: (days: readonly ArchiveDay[]) => void;
  /** Days on screen that main has not been asked for. */
  readonly #wanted = new Set<string>();
  /** Asked for, and not made yet. */
  readonly #awaited = new Set<string>();
  /** Asked for once: main does not try a day twice. */
  readonly #asked = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isReading = false;
  #readAgain = false;

  /** @param onMade takes days whose small pictures were made */
  constructor(bridge: Bridge, onMade: (days: readonly ArchiveDay[]) => void) {
    this.#bridge = bridge;
    this.#onMade = onMade;
  }

  /** Called with the days that come on screen. Returns what is called when they leave it. */
  show(days: readonly ArchiveDay[]): () => void {
    const dates = days
      .filter(({ hasFile, thumbnail }) => hasFile && thumbnail === null)
      .map(({ date }) => date)
      .filter((date) => !this.#asked.has(date));
    for (const date of dates) this.#wanted.add(date);
    if (dates.length > 0) this.#timer ??= setTimeout(() => this.#ask(), settleMs);
    return () => {
      for (const date of dates) this.#wanted.delete(date);
    };
  }

  #ask(): void {
    this.#timer = null;
    const dates = [...this.#wanted].slice(0, mostAtOnce);
    if (dates.length === 0) return;
    for (const date of dates) {
      this.#wanted.delete(date);
      this.#asked.add(date);
      this.#awaited.add(date);
    }
    // Without them the days show their titles.
    void settle(() => this.#bridge.archive.thumbnails(dates));
    if (this.#wanted.size > 0) this.#timer = setTimeout(() => this.#ask(), settleMs);
  }

  /** Called when the archive has changed: some may have been made. */
  async read(): Promise<void> {
    if (this.#awaited.size === 0) return;
    this.#readAgain = true;
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#readAgain && this.#awaited.size > 0) {
      this.#readAgain = false;
      const answer = await settle(() =>
        this.#bridge.archive.days([...this.#awaited].slice(0, mostAtOnce)),
      );
      if (!answer.ok) break;
      const made = answer.value.filter(({ thumbnail }) => thumbnail !== null);
      for (const { date } of made) this.#awaited.delete(date);
      this.#onMade(made);
    }
    this.#isReading = false;
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}
