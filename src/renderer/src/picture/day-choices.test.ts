import { expect, it } from 'vitest';
import { noPictureChoice } from '#shared/picture/picture.ts';
import type { AppState } from '#shared/state.ts';
import { dayChoices } from './day-choices.ts';

const [first, second, third] = ['2026-11-18', '2026-11-19', '2026-11-20'];
const state = {
  wallpaper: { kind: 'set', date: third },
  choice: { ...noPictureChoice, skipped: [first, second], favourites: [third], pinned: third },
} as unknown as AppState;
const none = {
  isOnDesktop: false,
  isPinned: false,
  isSkipped: false,
  isFavourite: false,
  canUndoSkip: false,
};

it('dayChoices returns the user’s choices for a day, and offers to undo only the last skip', () => {
  expect(dayChoices(state, first)).toEqual({ ...none, isSkipped: true });
  expect(dayChoices(state, second)).toEqual({ ...none, isSkipped: true, canUndoSkip: true });
  expect(dayChoices(state, third)).toEqual({
    ...none,
    isOnDesktop: true,
    isPinned: true,
    isFavourite: true,
  });
  expect(dayChoices(state, '2026-11-17')).toEqual(none);
});
