import { expect, it } from 'vitest';
import { appState } from '#renderer-test/states.ts';
import { dayChoices } from './day-choices.ts';

it('dayChoices are those of the day', () => {
  const app = appState();
  const choice = {
    ...app.choice,
    ...{ pinned: '2026-11-01', skipped: ['2026-11-02', '2026-11-03'], favourites: ['2026-11-04'] },
  };
  const wallpaper = { ...app.wallpaper, kind: 'set', date: '2026-11-04' } as typeof app.wallpaper;
  const shown = (date: string) =>
    Object.entries(dayChoices({ ...app, choice, wallpaper }, date)).flatMap(([name, isTrue]) =>
      isTrue ? [name] : [],
    );
  expect(['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'].map(shown)).toEqual([
    ['isPinned'],
    ['isSkipped'],
    ['isSkipped', 'canUndoSkip'],
    ['isOnDesktop', 'isFavourite'],
  ]);
  const untouched = { kind: 'untouched' } as typeof app.wallpaper;
  expect(dayChoices({ ...app, choice, wallpaper: untouched }, '2026-11-04').isOnDesktop).toBe(
    false,
  );
});
