import { m } from '#words';
import { expect, it } from 'vitest';
import { journalPost } from '#test/support/journal-posts.ts';
import { fakeActivityOptions } from '#test/support/surroundings.ts';
import { fail, ok } from '#shared/failure.ts';
import { zeroPostCounts } from '#shared/journal/journal.ts';
import type { HookVariables } from '#platform/process/hooks.ts';
import { refusedHook } from './refused-hook.ts';

it('refusedHook runs the command for each post that the service refuses, with the title and the reason', () => {
  const failure = { kind: 'refused', status: 400, message: '$(x)' } as const;
  const refused = journalPost(1, {
    title: 'A "title"',
    state: { kind: 'refused', operation: 'create', at: 1, failure },
  });
  const other = journalPost(2, { state: { kind: 'draft' } });
  const posts = [refused, other];
  const { state } = fakeActivityOptions();
  const runs: HookVariables[] = [];
  const change = (count: number, changed: string[] | null): void =>
    state.update(({ journal }) => ({
      journal: { ...journal, counts: { ...zeroPostCounts, refused: count }, changed },
    }));
  // The post was refused before the hook started.
  change(1, null);
  const end = refusedHook(state, {
    get(id) {
      const post = posts.find((one) => one.id === id);
      return post === undefined ? fail({ kind: 'not-found' }) : ok(post);
    },
  }).follow((_event, variables) => void runs.push(variables));
  change(1, [refused.id]);
  change(0, [refused.id]);
  // If the count grows and no changed post is named, the refused posts come from another database or an import.
  change(2, null);
  change(1, []);
  expect(runs).toEqual([]);
  change(2, [other.id, refused.id, 'gone']);
  expect(runs).toEqual([
    {
      own: { OVERHEAD_SIMULATED: '1', OVERHEAD_POST: refused.id, OVERHEAD_REFUSED: '2' },
      foreign: {
        OVERHEAD_TITLE: 'A "title"',
        OVERHEAD_REASON: m.failure_refused_message({ message: '$(x)' }),
      },
    },
  ]);
  void end();
});
