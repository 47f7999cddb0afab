import type { StateHolder } from '#runtime/app-state.ts';
import type { Clock } from '#runtime/clock.ts';
import type { Notes } from './notes.ts';
import { coalesced } from './download/progress.ts';
import type { Standing } from './providers/order.ts';

export interface Supply {
  onProgress(date: string, bytes: number, total: number | null): void;
  endDownload(): void;
  onStanding(standing: readonly Standing[]): void;
}

/** Tells AppState where the pictures come from, and how far a download is. */
export function createSupply(clock: Clock, state: StateHolder, notes: Notes): Supply {
  let isDownloading = false;
  return {
    onProgress: coalesced(clock, (date: string, bytes: number, total: number | null) => {
      isDownloading = true;
      state.update(({ supply }) => ({ supply: { ...supply, download: { date, bytes, total } } }));
    }),
    endDownload() {
      if (!isDownloading) return;
      isDownloading = false;
      state.update(({ supply }) => ({ supply: { ...supply, download: null } }));
    },
    onStanding(standing) {
      const providers = standing.map(({ name, failure, failedAt, restsUntil, answeredAt }) => ({
        ...{ name, failure, failedAt, restsUntil, answeredAt },
      }));
      const { quota } = notes.current;
      state.update(({ supply }) => ({ supply: { ...supply, providers, quota } }));
    },
  };
}
