import { m } from '#words';
import { joinSentences } from '#shared/words.ts';
import { numberFormat } from '#shared/language/formats.ts';
import { describeUpdateFailure, describeUpdatesOff } from '#shared/updates/update-words.ts';
import type { UpdateState } from '#shared/updates/update.ts';
import { untilInWords } from '#shared/time-words.ts';

/** Describes the state of updates in whole sentences. `now` in milliseconds since the Unix epoch. */
export function updateInWords(update: UpdateState, now: number): string {
  switch (update.status) {
    case 'off':
      return describeUpdatesOff(update.reason);
    case 'idle':
      return update.checkedAt === null
        ? m.updates_never_checked()
        : m.updates_newest({ when: untilInWords(update.checkedAt, now) });
    case 'checking':
      return m.updates_checking();
    case 'available':
      return m.updates_available({ version: update.release.version });
    case 'downloading': {
      const share = Math.min(1, update.bytes / Math.max(1, update.release.bytes));
      const percent = numberFormat({
        style: 'percent',
        roundingMode: 'floor',
      }).format(share);
      return m.updates_downloading({ version: update.release.version, percent });
    }
    case 'ready':
      return m.updates_ready({ version: update.release.version });
    case 'failed': {
      const { happened, works, todo } = describeUpdateFailure(update.failure);
      return joinSentences([happened, works, todo]);
    }
  }
}
