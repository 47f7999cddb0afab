import { m } from '#words';
import type { ServiceSource } from '#shared/settings/settings.ts';
import type { AppState } from '#shared/state.ts';

export interface ServicesChange {
  readonly from: ServiceSource;
  readonly to: ServiceSource;
  /** Whether requests will go to another picture service, and to another posts service. */
  readonly otherPicture: boolean;
  readonly otherPosts: boolean;
}

/** Describes what a change of services does to the stored data. */
export function changeConsequences(
  { from, to, otherPicture, otherPosts }: ServicesChange,
  { journal, apiKey }: Pick<AppState, 'journal' | 'apiKey'>,
): string[] {
  const sentences = [pictureConsequence(from, to), postsConsequence(otherPosts, journal.counts)];
  if (otherPicture && apiKey.storage !== null) sentences.push(m.settings_services_key_stays());
  return sentences;
}

function pictureConsequence(from: ServiceSource, to: ServiceSource): string {
  if (from === 'embedded' && to !== 'embedded')
    return m.settings_services_pictures_leave_simulated();
  if (from !== 'embedded' && to === 'embedded') return m.settings_services_pictures_leave_real();
  return m.settings_services_pictures_stay();
}

function postsConsequence(isOther: boolean, counts: AppState['journal']['counts']): string {
  if (!isOther) return m.settings_services_posts_stay();
  const count = counts.waiting + counts.deleting;
  return count === 0
    ? m.settings_services_posts_other()
    : m.settings_services_posts_waiting({ count });
}
