import { m } from '#words';
import type { Bridge } from '#shared/contract.ts';
import type { AppState } from '#shared/state.ts';
import { commandFailureSentence, settleCommand } from '../ui/command-failure.ts';
import { toast } from '../ui/toast.svelte.ts';
import type { PublishedPost } from './editor.svelte.ts';
import { publishOutcomeOf, titleInSentence, type PublishOutcome } from './post-state.ts';

/**
 * Resolves to the outcome once it is known. Resolves to null if the post was edited or deleted meanwhile, or cannot be
 * read.
 */
async function awaitPublishOutcome(bridge: Bridge, id: string): Promise<PublishOutcome | null> {
  const { promise, resolve } = Promise.withResolvers<PublishOutcome | null>();
  async function checkPost(app: AppState): Promise<void> {
    const post = await settleCommand(() => bridge.journal.get(id));
    const outcome = post.ok ? publishOutcomeOf(post.value, app, Date.now()) : 'gone';
    if (outcome !== null) resolve(outcome === 'gone' ? null : outcome);
  }
  const stop = bridge.state.changed((app) => {
    const { changed, paused } = app.journal;
    // A pause is not listed as a change of posts.
    const isPaused = paused || app.suspension.paused !== null;
    if (changed === null || changed.includes(id) || isPaused) void checkPost(app);
  });
  const snapshot = await settleCommand(() => bridge.state.snapshot());
  if (snapshot.ok) void checkPost(snapshot.value);
  const outcome = await promise;
  stop();
  return outcome;
}

function outcomeInWords(outcome: PublishOutcome, ownTitle: string): string {
  const title = titleInSentence(ownTitle);
  switch (outcome) {
    case 'published':
      return m.journal_said_published({ title });
    case 'refused':
      return m.journal_said_refused({ title });
    case 'paused':
      return m.journal_said_saved_paused({ title });
    case 'service':
      return m.journal_said_saved_service({ title });
    case 'wait':
      return m.journal_said_saved_wait({ title });
  }
}

/** After this time, a message says where the post is while the service is slow. */
const slowServiceMs = 2_000;

/** Reports in a message what happened to the post, even if another view is open by then. */
export async function reportOutcome(
  bridge: Bridge,
  { id, title, failure }: PublishedPost,
): Promise<void> {
  if (failure !== null) {
    const reason = commandFailureSentence(failure);
    const words = m.journal_said_in_memory({ title: titleInSentence(title), reason });
    toast(words, { tone: 'error' });
    return;
  }
  const said = { isSaved: false };
  const timer = setTimeout(() => {
    said.isSaved = true;
    toast(outcomeInWords('service', title), { tone: 'info' });
  }, slowServiceMs);
  const outcome = await awaitPublishOutcome(bridge, id);
  clearTimeout(timer);
  if (outcome === null || (said.isSaved && outcome === 'service')) return;
  const tone = outcome === 'published' ? 'good' : outcome === 'refused' ? 'error' : 'info';
  toast(outcomeInWords(outcome, title), { tone });
}
