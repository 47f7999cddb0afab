import { m } from '#words';
import { describe, expect, it } from 'vitest';
import { reportedDefects } from '#test/support/defects.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import { failureSentence } from '#shared/failure-words.ts';
import { zeroPostCounts } from '#shared/journal/journal.ts';
import type { ExportReport } from '#shared/journal/transfer.ts';
import type { UnsavedCheckInput } from '#shared/journal/unsent.ts';
import {
  createQuitQuestion,
  quitQuestionOf,
  type QuitAnswer,
  type QuitQuestion,
} from './quit-question.ts';

const kept: UnsavedCheckInput = { durable: true, counts: { ...zeroPostCounts, waiting: 2 } };
const held: UnsavedCheckInput = { durable: false, counts: { ...zeroPostCounts, waiting: 2 } };

/** A user who gives these answers in order. */
function rig(
  answers: readonly (QuitAnswer | Error)[],
  exported: (Result<ExportReport | null> | Error)[] = [],
) {
  const asked: QuitQuestion[] = [];
  const left = [...answers];
  const current = { journal: held };
  return {
    asked,
    current,
    mayQuit: createQuitQuestion({
      journal: () => current.journal,
      ask(question) {
        asked.push(question);
        const answer = left.shift() ?? new Error('asked once too often');
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
      exportJournal() {
        const outcome = exported.shift() ?? ok(null);
        return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
      },
    }),
  };
}

describe('the question before the app quits', () => {
  it.each<[string, UnsavedCheckInput]>([
    ['everything is on the disk', kept],
    ['no post was ever written', { durable: false, counts: zeroPostCounts }],
  ])('is not asked when %s', async (_why, journal) => {
    const { current, mayQuit, asked } = rig([]);
    current.journal = journal;
    expect(await mayQuit()).toBe(true);
    expect(asked).toEqual([]);
  });

  it.each([
    ['quit', true],
    ['stay', false],
  ] as const)('lets the app quit only after the answer "quit": %s', async (answer, ends) => {
    const question = rig([answer]);
    expect(await question.mayQuit()).toBe(ends);
    expect(question.asked).toHaveLength(1);
  });

  it('is asked again after an export, with the result of the export', async () => {
    const report = { posts: 3, path: '/stick/journal.jsonl' };
    const question = rig(
      ['export', 'export', 'export', 'quit'],
      [ok(null), fail({ kind: 'storage', code: 'ENOSPC' }), ok(report)],
    );
    expect(await question.mayQuit()).toBe(true);
    expect(question.asked.map(({ detail }) => detail.split('\n')[0])).toEqual([
      expect.stringMatching(/^The disk has not stored/),
      expect.stringMatching(/^The disk has not stored/),
      m.dialog_not_exported({ why: failureSentence({ kind: 'storage', code: 'ENOSPC' }) }),
      m.dialog_exported({ count: 3, path: '/stick/journal.jsonl' }),
    ]);
  });

  it('is asked again after an export that throws, with the failure', async () => {
    const error = new Error('no file dialog');
    const question = rig(['export', 'stay'], [error]);
    expect(await question.mayQuit()).toBe(false);
    expect(reportedDefects.splice(0)).toEqual([error]);
    expect(question.asked[1]?.detail).toMatch(/^Nothing was exported\. Something went wrong/);
  });

  it('is shown only once at a time; calls while it is shown do not quit the app', async () => {
    const question = rig(['quit']);
    const first = question.mayQuit();
    expect(await question.mayQuit()).toBe(false);
    expect(await first).toBe(true);
    expect(question.asked).toHaveLength(1);
  });

  it('lets the app quit if the question cannot be shown', async () => {
    const error = new Error('no box');
    const question = rig([error]);
    expect(await question.mayQuit()).toBe(true);
    expect(reportedDefects.splice(0)).toEqual([error]);
  });

  it.each([
    [0, /quitting loses it\.\n\nYou can export/],
    [1, /loses it\. One post has not been sent to the service yet;/],
    [2, /loses it\. 2 posts have not been sent to the service yet;/],
  ])('names %d posts that were not sent', (waiting, words) => {
    const { detail } = quitQuestionOf(
      { durable: false, counts: { ...zeroPostCounts, draft: 1, waiting } },
      '',
    );
    expect(detail).toMatch(words);
  });
});
