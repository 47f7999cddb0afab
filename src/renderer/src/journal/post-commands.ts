import { m } from '#words';
import type { Bridge } from '#shared/contract.ts';
import type { PostSummary } from '#shared/journal/journal.ts';
import { Command, type DoneToast } from '../ui/command.svelte.ts';
import { commandFailureSentence, type CommandFailure } from '../ui/command-failure.ts';
import { hostOf } from '../ui/paragraphs.ts';
import { titleInSentence } from './post-state.ts';

/** The words of a failed command of the journal. */
export function journalFailureInWords(failure: CommandFailure): string {
  const reason = commandFailureSentence(failure);
  // After a failure of the storage the journal holds the change in memory, as a notice above the posts says.
  return failure.kind === 'storage'
    ? m.journal_in_memory({ reason })
    : m.app_command_failed({ reason });
}

/** The commands of a post in the list. Messages report the result of each. */
export function createPostCommands(bridge: Bridge) {
  const failureOptions = { failed: journalFailureInWords };
  const deletedToast = (id: string, title: string): DoneToast => ({
    text: m.journal_said_deleted({ title: titleInSentence(title) }),
    undo: () => bridge.journal.restore(id),
  });
  return {
    deletedToast,
    retry: new Command(({ id }: PostSummary) => bridge.journal.retry(id), failureOptions),
    restore: new Command(({ id }: PostSummary) => bridge.journal.restore(id), {
      ...failureOptions,
      done: (_post, { titleStart }) =>
        m.journal_said_restored({ title: titleInSentence(titleStart) }),
    }),
    remove: new Command(({ id }: PostSummary) => bridge.journal.delete(id), {
      ...failureOptions,
      done: (_post, post) => deletedToast(post.id, post.titleStart),
    }),
    openLink: new Command(
      ({ id }: PostSummary, href: string) => bridge.journal.openLink({ id, href }),
      {
        done: (outcome, _post, href) =>
          outcome === 'copied' ? m.picture_link_copied({ host: hostOf(href) }) : null,
        failed: () => m.picture_link_not_opened(),
      },
    ),
  };
}
