import type { ServiceSource } from '#shared/settings/settings.ts';
import type { AppState } from '#shared/state.ts';

export interface ServicesChange {
  readonly from: ServiceSource;
  readonly to: ServiceSource;
  /** Whether another picture service and another posts service are asked from then on. */
  readonly otherPicture: boolean;
  readonly otherPosts: boolean;
}

/** What a change of services does to what is kept, as sentences. */
export function consequencesOf(
  { from, to, otherPicture, otherPosts }: ServicesChange,
  { journal, apiKey }: Pick<AppState, 'journal' | 'apiKey'>,
): string[] {
  const sentences = [picturesOf(from, to), postsOf(otherPosts, journal.counts)];
  if (otherPicture && apiKey.kept !== null)
    sentences.push('Your API key stays. Only the picture service that it was set for gets it.');
  return sentences;
}

function picturesOf(from: ServiceSource, to: ServiceSource): string {
  if (from === 'embedded' && to !== 'embedded')
    return 'The simulated pictures and your favorites among them are kept until you come back. Until then they leave the archive and the desktop.';
  if (from !== 'embedded' && to === 'embedded')
    return 'Your pictures and favorites are kept until you come back. Until then the archive shows simulated pictures.';
  return 'Your pictures and favorites stay in the archive.';
}

function postsOf(isOther: boolean, counts: AppState['journal']['counts']): string {
  const stay = 'Your posts stay in the journal.';
  if (!isOther) return stay;
  const unsent = counts.waiting + counts.deleting;
  if (unsent === 0) return `${stay} What you publish from then on goes to the other posts service.`;
  const waiting = unsent === 1 ? 'The one that waits goes' : `The ${unsent} that wait go`;
  return `${stay} ${waiting} to the other posts service.`;
}
