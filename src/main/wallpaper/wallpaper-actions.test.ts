import { describe, expect, it } from 'vitest';
import { emptyContent } from '#test/support/surroundings.ts';
import { ok, type Failure } from '#shared/failure.ts';
import type { AppState } from '#shared/state.ts';
import { wallpaperActions, wallpaperRows } from './wallpaper-actions.ts';

const set = (date: string) =>
  ({ kind: 'set', date, path: '/x', backend: 'x', verified: true, at: 0 }) as const;
const failed = { kind: 'failed', backend: 'gnome', detail: 'no', date: null } as never;
const untouched = { kind: 'untouched' } as const;

/** The actions while the desktop shows `before`. A decision changes that to `after`. */
function rig(
  before: AppState['wallpaper'],
  after: AppState['wallpaper'] = before,
  enabled: boolean | null = true,
) {
  const done: unknown[] = [];
  const { settings } = emptyContent;
  let wallpaper = before;
  const actions = wallpaperActions(
    {
      choose: (order) => {
        done.push(order);
        return Promise.resolve(ok(null));
      },
      decide: (decision) => {
        done.push(decision);
        wallpaper = after;
        return Promise.resolve();
      },
      restore: () => {
        done.push('restore');
        return Promise.resolve(ok(null));
      },
    },
    () =>
      ({
        ...{ wallpaper },
        settings: { ...settings, wallpaper: { ...settings.wallpaper, enabled } },
      }) as AppState,
  );
  return { actions, done };
}
type Name = keyof typeof wallpaperRows;
const run = (actions: ReturnType<typeof rig>['actions'], name: Name, date: string | null = null) =>
  actions[name](date);

describe('the actions of the command line for the wallpaper', () => {
  const date = '2026-11-20';
  it.each<[Name, unknown]>([
    ['set-wallpaper', { date, fit: null, displays: null }],
    ['pin', { kind: 'pin', pinned: true }],
    ['unpin', { kind: 'pin', pinned: false }],
    ['favorite', { kind: 'favour', date, favourite: true }],
    ['unfavorite', { kind: 'favour', date, favourite: false }],
    ['restore', 'restore'],
  ])('%s decides %j', async (name, decision) => {
    const { actions, done } = rig(set(date));
    expect(await run(actions, name, date)).toEqual(ok(null));
    expect(done).toEqual([decision]);
  });

  it.each(['pin', 'unpin', 'favorite', 'unfavorite'] as const)(
    '%s fails if the desktop shows no picture of the app',
    async (name) => {
      const { actions, done } = rig(untouched);
      expect(await run(actions, name)).toEqual({ ok: false, failure: { kind: 'not-found' } });
      expect(done).toEqual([]);
    },
  );

  it.each<[string, AppState['wallpaper'], AppState['wallpaper'], boolean | null, Failure | null]>([
    ['shows another picture', set('2026-11-19'), set(date), true, null],
    ['has no other picture', set(date), set(date), true, { kind: 'not-found' }],
    ['may set no wallpaper', untouched, untouched, false, { kind: 'wallpaper-off' }],
    ['may not set a wallpaper yet', untouched, untouched, null, { kind: 'wallpaper-off' }],
    ['fails', set(date), failed, true, { kind: 'wallpaper', backend: 'gnome', detail: 'no' }],
    [
      'fails for a known reason',
      set(date),
      { ...(failed as object), why: 'policy' } as never,
      true,
      { kind: 'wallpaper', backend: 'gnome', detail: 'no', why: 'policy' },
    ],
  ])(
    'next and previous report what the desktop %s',
    async (_what, before, after, enabled, failure) => {
      const sameAfter = JSON.stringify(before) === JSON.stringify(after) ? before : after;
      for (const name of ['next', 'previous'] as const) {
        const { actions, done } = rig(before, sameAfter, enabled);
        expect(await run(actions, name)).toEqual(
          failure === null ? ok(null) : { ok: false, failure },
        );
        expect(done).toEqual([{ kind: name }]);
      }
    },
  );

  it('explain a picture that was not found', () => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    const words = (name: Name, kind: string, day: string | null) => {
      const row = wallpaperRows[name] as {
        failureWords?: (failure: Failure, date: string | null, now: number) => string | null;
      };
      return row.failureWords?.({ kind } as Failure, day, now) ?? null;
    };
    for (const name of ['next', 'previous', 'pin', 'unpin', 'favorite', 'unfavorite'] as const) {
      expect(words(name, 'not-found', null)).toEqual(expect.any(String));
      expect(words(name, 'wallpaper-off', null)).toBeNull();
    }
    expect(words('set-wallpaper', 'not-found', '1990-01-01')).toEqual(expect.any(String));
    expect(words('set-wallpaper', 'not-found', null)).toBeNull();
    expect(words('set-wallpaper', 'offline', '1990-01-01')).toBeNull();
  });
});
