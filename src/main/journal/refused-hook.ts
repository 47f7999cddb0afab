import { runInEnglish } from '#shared/language/language.ts';
import { failureSentence } from '#shared/failure-words.ts';
import type { HookSource } from '#platform/process/hooks.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { Journal } from './journal.ts';

/** The hook for refused posts. The command does not run for earlier refusals and for refused posts in an import. */
export const refusedHook = (state: StateHolder, journal: Pick<Journal, 'get'>): HookSource => ({
  events: ['postRefused'],
  follow(run) {
    let lastStatus = state.current.journal;
    return state.subscribe(({ journal: status, services }) => {
      if (status === lastStatus) return;
      const isMore = status.counts.refused > lastStatus.counts.refused;
      lastStatus = status;
      if (!isMore) return;
      for (const id of status.changed ?? []) {
        const post = journal.get(id);
        if (!post.ok || post.value.state.kind !== 'refused') continue;
        const { title, state: refusal } = post.value;
        run('postRefused', {
          own: {
            OVERHEAD_SIMULATED: services.simulated ? '1' : '',
            OVERHEAD_POST: id,
            OVERHEAD_REFUSED: String(status.counts.refused),
          },
          foreign: {
            OVERHEAD_TITLE: title,
            OVERHEAD_REASON: runInEnglish(() => failureSentence(refusal.failure)),
          },
        });
      }
    });
  },
});
