import { expect, it } from 'vitest';
import { appState, journalOf, post, waitingState } from '#renderer-test/states.ts';
import { serviceDetails } from './service-lines.ts';

const wordsOf = (journal: ReturnType<typeof journalOf>): readonly string[] =>
  serviceDetails(appState({ journal }), Date.parse('2026-11-23T12:00:00Z')).posts.map(
    ({ words }) => words,
  );

it('serviceDetails counts the waiting posts, or shows that no post waits or was refused', () => {
  expect(wordsOf(journalOf([])).slice(0, 2)).toEqual(['nothing', 'nothing']);
  expect(wordsOf(journalOf([post('First light', waitingState)])).slice(0, 2)).toEqual([
    '1 post',
    'nothing',
  ]);
});
