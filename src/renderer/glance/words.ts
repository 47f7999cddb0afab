import type { CommandFailure } from '#renderer/ui/command-failure.ts';
import { m } from '#words';
import { failureSentence } from '#shared/failure-words.ts';
import type { AppState } from '#shared/state.ts';
import { waitSentence } from '#shared/status/status-of-service.ts';

/** The text in place of a missing picture. */
export function noPictureInWords({ picture, activities }: AppState): string {
  if (picture.last !== null) return m.glance_day_without_picture();
  if (picture.status === 'loading') return m.glance_fetching();
  if (picture.status === 'failed') return failureSentence(picture.failure);
  return waitSentence(activities.picture);
}

/**
 * Returns the failure of a command, or null for a refusal by the desktop. The state already contains such a refusal,
 * and the app tries again to set the wallpaper.
 */
export const failureOfCommand = (failure: CommandFailure | null): CommandFailure | null =>
  failure?.kind === 'wallpaper' ? null : failure;
