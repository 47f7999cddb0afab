import { m } from '#words';
import { joinSentences } from '#shared/words.ts';

/** The hint of a setting, followed by a note if the administrator has set it. */
export function lockedHint(hint: string, locked: boolean): string;
export function lockedHint(hint: string | null | undefined, locked: boolean): string | null;
export function lockedHint(hint: string | null | undefined, locked: boolean): string | null {
  if (!locked) return hint ?? null;
  return joinSentences([...(hint ? [hint] : []), m.settings_managed()]);
}
