import { m } from '#words';
import type { Failure } from '#shared/failure.ts';
import type { PostKind, PostSummary } from '#shared/journal/journal.ts';
import { isolateText } from '#shared/language/isolate-text.ts';
import { failureSentence } from '#shared/failure-words.ts';
import type { AppState } from '#shared/state.ts';

export { isDeletedOrDeleting } from '#shared/journal/post-kinds.ts';

/** The state of a post, in words for the user. */
export function postStateInWords({
  state,
  lastAccepted,
}: Pick<PostSummary, 'state' | 'lastAccepted'>): string {
  switch (state.kind) {
    case 'draft':
      return lastAccepted === null ? m.journal_state_draft() : m.journal_state_changed();
    case 'waiting':
      return waitingInWords(state.lastFailure);
    case 'sending':
      return state.operation === 'delete'
        ? m.journal_state_deleting_now()
        : m.journal_state_sending();
    case 'accepted':
      return m.journal_state_published();
    case 'refused':
      return state.operation === 'delete'
        ? m.journal_refused_delete()
        : refusedInWords(state.failure);
    case 'deleting':
      return state.lastFailure === null
        ? m.journal_state_deleting()
        : m.journal_state_deleting_service();
    case 'deleted':
      return m.journal_state_deleted();
  }
}

/** The outbox above the posts shows the time until which the service asked to wait, once for all posts. */
const waitingInWords = (failure: Failure | null): string =>
  failure === null || hasRetryTime(failure)
    ? m.journal_state_waiting()
    : m.journal_state_waiting_service();

/** True if the service asked to wait: the quota is used up, or it answered with the time of the next attempt. */
const hasRetryTime = (failure: Failure): boolean =>
  failure.kind === 'quota' || (failure.kind === 'unavailable' && failure.retryAt !== null);

/**
 * Why the service rejected the post, and what to do. Uses the message of the service if there is one, except HTTP's
 * standard texts.
 */
function refusedInWords(failure: Failure): string {
  switch (failure.kind) {
    case 'refused':
      return refusalInWords(failure);
    case 'not-found':
      return m.journal_refused_unknown();
    default:
      return m.journal_refused_other({ reason: failureSentence(failure) });
  }
}

function refusalInWords({ status, message }: Extract<Failure, { kind: 'refused' }>): string {
  const [first = '', ...rest] = message.split(': ');
  const ownMessage = standardWords.has(first.toLowerCase().replace(/\.$/, ''))
    ? rest.join(': ')
    : message;
  if (ownMessage !== '') return m.journal_refused_words({ words: ownMessage });
  if (status === 413) return m.journal_refused_too_long();
  if (status === 401 || status === 403 || status === 405) return m.journal_refused_sender();
  return status === 400 || status === 415
    ? m.journal_refused_unreadable()
    : m.journal_refused_content();
}

/** HTTP's standard texts for a status. They say no more than the number of the status. */
const standardWords = new Set([
  ...['bad request', 'unauthorized', 'forbidden', 'method not allowed', 'not acceptable'],
  ...['conflict', 'gone', 'payload too large', 'content too large', 'unsupported media type'],
  ...['unprocessable entity', 'unprocessable content', 'error'],
]);

/** The label of a kind in the filter, with the number of its posts. */
export function kindInWords(kind: PostKind, count: string): string {
  switch (kind) {
    case 'draft':
      return m.journal_kind_draft({ count });
    case 'waiting':
      return m.journal_kind_waiting({ count });
    case 'sending':
      return m.journal_kind_sending({ count });
    case 'accepted':
      return m.journal_kind_accepted({ count });
    case 'refused':
      return m.journal_kind_refused({ count });
    case 'deleting':
      return m.journal_kind_deleting({ count });
    case 'deleted':
      return m.journal_kind_deleted({ count });
  }
}

/** The title of a post, or a placeholder if it has none. */
export const titleInWords = (title: string): string =>
  title.trim() === '' ? m.journal_untitled() : title;

/** The title of a post, or a placeholder if it has none, for use inside a sentence. */
export const titleInSentence = (title: string): string => isolateText(titleInWords(title));

/**
 * What became of a post that the user published: the service has accepted it (`published`) or refused it, or it is not
 * sent yet, because the app is paused, because the service fails, or because its turn has not come (`wait`).
 */
export type PublishOutcome = 'published' | 'refused' | 'paused' | 'service' | 'wait';

/**
 * `gone` if the post was edited or deleted meanwhile. Null while the outcome is unknown: the post is being sent, or
 * will be sent at once. `now` in milliseconds since the Unix epoch.
 */
export function publishOutcomeOf(
  { state, lastAccepted }: Pick<PostSummary, 'state' | 'lastAccepted'>,
  { journal, suspension, activities }: Pick<AppState, 'journal' | 'suspension' | 'activities'>,
  now: number,
): PublishOutcome | 'gone' | null {
  switch (state.kind) {
    case 'accepted':
      return 'published';
    case 'refused':
      return 'refused';
    case 'waiting': {
      if (journal.paused || suspension.paused !== null) return 'paused';
      const { lastFailure } = state;
      if (lastFailure !== null && state.attempts > 0)
        return hasRetryTime(lastFailure) ? 'wait' : 'service';
      const { at, held } = activities.posts.next;
      if (at === null || at <= now) return null;
      return held === true ? 'wait' : 'service';
    }
    case 'sending':
      return null;
    case 'draft':
      // The post was edited meanwhile. It counts as published if the service accepted it before.
      return lastAccepted === null ? 'gone' : 'published';
    case 'deleting':
    case 'deleted':
      return 'gone';
  }
}
