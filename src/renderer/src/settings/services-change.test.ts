import { describe, expect, it } from 'vitest';
import { emptyJournalStatus } from '#shared/journal/journal.ts';
import { changeConsequences, type ServicesChange } from './services-change.ts';

const apiKey = { isSet: false, storage: null };
const state = (waiting: number, storage: 'keyring' | null = null, deleting = 0) => ({
  journal: { ...emptyJournalStatus, counts: { ...emptyJournalStatus.counts, waiting, deleting } },
  apiKey: { ...apiKey, storage },
});
const change = (changes: Partial<ServicesChange>): ServicesChange => ({
  from: 'embedded',
  to: 'own',
  otherPicture: true,
  otherPosts: true,
  ...changes,
});

describe('changeConsequences', () => {
  it.each([
    ['embedded', 'own', 'The demo pictures and your favorites among them are kept'],
    ['embedded', 'live', 'The demo pictures and your favorites among them are kept'],
    ['live', 'embedded', 'Until then the archive shows demo pictures.'],
    ['live', 'own', 'Your pictures and favorites stay in the archive.'],
    ['own', 'own', 'Your pictures and favorites stay in the archive.'],
  ] as const)('describes what happens to pictures on a change from %s to %s', (from, to, words) => {
    expect(changeConsequences(change({ from, to }), state(0))[0]).toContain(words);
  });

  it.each([
    [0, true, 'What you publish from then on goes to the other posts service.'],
    [1, true, 'The one that waits goes to the other posts service.'],
    [3, true, 'The 3 that wait go to the other posts service.'],
    [3, false, 'Your posts stay in the journal.'],
  ])('describes what happens to %i waiting posts', (waiting, otherPosts, words) => {
    const [, posts] = changeConsequences(change({ otherPosts }), state(waiting));
    expect(posts).toMatch(new RegExp(`${words}$`));
  });

  it.each([
    [0, 1, 'The one that waits goes to the other posts service.'],
    [2, 3, 'The 5 that wait go to the other posts service.'],
  ])('counts %i waiting posts and %i waiting deletions together', (waiting, deleting, words) => {
    const [, posts] = changeConsequences(change({}), state(waiting, null, deleting));
    expect(posts).toMatch(new RegExp(`${words}$`));
  });

  it('names the API key only if there is one and the picture service changes', () => {
    expect(changeConsequences(change({}), state(0, 'keyring'))).toHaveLength(3);
    expect(changeConsequences(change({}), state(0))).toHaveLength(2);
    expect(changeConsequences(change({ otherPicture: false }), state(0, 'keyring'))).toHaveLength(
      2,
    );
  });
});
