import { m } from '#words';
import type { Result } from '#shared/failure.ts';
import { countUnsent, wouldLosePosts, type UnsavedCheckInput } from '#shared/journal/unsent.ts';
import type { ExportReport } from '#shared/journal/transfer.ts';
import { failureSentence } from '#shared/failure-words.ts';
import { joinSentences } from '#shared/words.ts';
import { reportDefect } from '#runtime/defects.ts';

export interface QuitQuestion {
  readonly message: string;
  readonly detail: string;
}

export type QuitAnswer = 'quit' | 'export' | 'stay';

interface QuitPorts {
  readonly journal: () => UnsavedCheckInput;
  ask(question: QuitQuestion): Promise<QuitAnswer>;
  /** Asks for a file, and writes the journal to it. Null: no file was chosen. */
  exportJournal(): Promise<Result<ExportReport | null>>;
}

/**
 * Returns a function to call before a quit that the user requested; it resolves to whether the app may quit. It shows
 * a question only if unsaved posts would be lost. While the question is shown, further calls resolve to false.
 */
export function createQuitQuestion(ports: QuitPorts): () => Promise<boolean> {
  let isAsking = false;

  async function ask(): Promise<boolean> {
    let exportText = '';
    while (wouldLosePosts(ports.journal())) {
      const answer = await ports.ask(quitQuestionOf(ports.journal(), exportText));
      if (answer !== 'export') return answer === 'quit';
      exportText = await exportJournal();
    }
    // No post is unsaved; the disk may have accepted the posts in the meantime.
    return true;
  }

  async function exportJournal(): Promise<string> {
    try {
      return exportSentence(await ports.exportJournal());
    } catch (error) {
      reportDefect(error);
      return m.dialog_not_exported({ why: m.failure_defect() });
    }
  }

  return async () => {
    if (isAsking) return false;
    isAsking = true;
    try {
      return await ask();
    } catch (error) {
      // A dialog that cannot be shown must not prevent the quit.
      reportDefect(error);
      return true;
    } finally {
      isAsking = false;
    }
  };
}

/** @param exported the result of an export from this question; '' if there was none */
export function quitQuestionOf({ counts }: UnsavedCheckInput, exported: string): QuitQuestion {
  const unsentCount = countUnsent(counts);
  const warning = joinSentences([
    m.dialog_quit_matter(),
    ...(unsentCount === 0 ? [] : [m.dialog_quit_waiting({ count: unsentCount })]),
  ]);
  return {
    message: m.dialog_quit_question(),
    detail: [exported, warning, m.dialog_quit_cure()].filter((part) => part !== '').join('\n\n'),
  };
}

function exportSentence(exported: Result<ExportReport | null>): string {
  if (!exported.ok) return m.dialog_not_exported({ why: failureSentence(exported.failure) });
  if (exported.value === null) return '';
  const { posts, path } = exported.value;
  return m.dialog_exported({ count: posts, path });
}
