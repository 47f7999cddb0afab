import { expect, it } from 'vitest';
import { fakeActivityOptions } from '#test/support/surroundings.ts';
import type { HookVariables } from '#platform/process/hooks.ts';
import type { SetWallpaper } from './wallpaper-setter.ts';
import { wallpaperHook } from './wallpaper-hook.ts';

const wallpaper = (at: number, more: Partial<SetWallpaper> = {}): SetWallpaper => ({
  kind: 'set',
  date: '2026-11-20',
  path: '/w/a.jpg',
  backend: 'test',
  verified: true,
  at,
  ...more,
});

it('wallpaperHook runs the hook for each wallpaper that the app sets, with the picture’s files, day and title', () => {
  const { state } = fakeActivityOptions();
  const runs: HookVariables[] = [];
  const run = (_event: string, variables: HookVariables) => void runs.push(variables);
  const last = wallpaper(1);
  const end = wallpaperHook(state, last, () => 'Stars; `x`').follow(run);
  // When the app starts, it publishes the wallpaper of the earlier run.
  state.update(() => ({ wallpaper: last }));
  state.update(() => ({ wallpaper: { kind: 'setting', date: '2026-11-20' } }));
  expect(runs).toEqual([]);
  const display = { id: 1, label: '', date: '2026-11-20' };
  const displays = [
    { ...display, path: '/w/a.jpg' },
    { ...display, path: '/w/b.jpg' },
  ];
  const next = wallpaper(2, { displays });
  state.update(() => ({ wallpaper: next }));
  state.update(() => ({ wallpaper: next }));
  expect(runs).toEqual([
    {
      own: {
        OVERHEAD_SIMULATED: '1',
        OVERHEAD_WALLPAPER: '/w/a.jpg',
        OVERHEAD_WALLPAPERS: '/w/a.jpg\n/w/b.jpg',
        OVERHEAD_DATE: '2026-11-20',
      },
      foreign: { OVERHEAD_TITLE: 'Stars; `x`' },
    },
  ]);
  void end();
  state.update(() => ({ wallpaper: wallpaper(3) }));
  expect(runs).toHaveLength(1);
});
