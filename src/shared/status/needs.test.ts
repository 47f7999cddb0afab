import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyState } from '#test/support/any-state.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import type { Failure } from '../failure.ts';
import { zeroPostCounts, emptyJournalStatus } from '../journal/journal.ts';
import { needInWords, needOf, needsOf } from './needs.ts';
import { failedRemote, idleRemote } from '../remote.ts';
import { defaultSettings, type ApiKeyState } from '../settings/settings.ts';
import { isStanding } from './standing.ts';
import type { AppState, ServiceName } from '../state.ts';
import type { LockScreenFailure } from '../wallpaper/lock-screen.ts';
import { clockTime } from '../time-words.ts';

const state = (part: Partial<AppState>): AppState => ({ ...emptyContent, revision: 1, ...part });
const after = (
  failure: Failure,
  service: ServiceName = 'picture',
  lastSuccessAt: number | null = null,
) => {
  const activity = {
    ...emptyContent.activities[service],
    lastFailure: { at: 5, firstAt: 5, failure },
  };
  return {
    activities: { ...emptyContent.activities, [service]: { ...activity, lastSuccessAt } },
  };
};
const disk = (code: string): Failure => ({ kind: 'storage', code });
const keyRefused = { kind: 'key-refused' } as const;
const withKey = (isSet: boolean, storage: ApiKeyState['storage']) => ({
  ...after(keyRefused),
  apiKey: { isSet, storage },
});
const unsaved = { journal: { ...emptyJournalStatus, durable: false } };
const refused = (count: number) => ({
  journal: { ...emptyJournalStatus, counts: { ...zeroPostCounts, refused: count } },
});
const noon = new Date(2026, 10, 20, 12, 0).getTime();
const wallpaper = (detail: string, retryMinutes: number | null = null) => ({
  wallpaper: {
    ...({ kind: 'failed', date: '2026-11-20', backend: null, detail, at: noon } as const),
    retryAt: retryMinutes === null ? null : noon + retryMinutes * 60_000,
  },
});
const unwanted = {
  settings: { ...defaultSettings, wallpaper: { ...defaultSettings.wallpaper, enabled: false } },
};
const lost = (reason: 'unreadable' | 'newer') => ({
  settingsReset: { reason, file: '/settings.json.unusable-1', aside: true },
});

const lock = (failure: LockScreenFailure) => ({
  lockScreen: { offer: 'offered', failure } as const,
});

describe('problems that the user must solve', () => {
  it.each<[string, Partial<AppState>]>([
    ['nothing', {}],
    ['no network', after({ kind: 'offline', reason: 'dns' })],
    ['a key that works again', after(keyRefused, 'picture', 6)],
    ['a key that another service refuses', after(keyRefused, 'posts')],
    ['a single failure of the disk', after(disk('EIO'))],
    ['a missing file', after(disk('ENOENT'))],
    ['a disk that has room again', after(disk('ENOSPC'), 'position', 5)],
    ['a wallpaper that failed, and is tried again in a minute', wallpaper('not ready', 1)],
    ['no way to set a wallpaper while none should be set', { ...wallpaper('no way'), ...unwanted }],
  ])('do not include %s', (_what, part) => {
    expect(needsOf(state(part))).toEqual([]);
  });

  it.each<[string, Partial<AppState>, string, string, string]>([
    [
      'a full disk',
      after(disk('ENOSPC')),
      'disk → status',
      'The disk is full',
      'The disk is full. What is on the screen keeps working, but nothing new is saved. Make room on it.',
    ],
    [
      'a read-only disk, reported by the station',
      after(disk('SQLITE_READONLY'), 'position'),
      'disk → status',
      'The disk is read-only',
      'The disk is read-only. What is on the screen keeps working, but nothing new is saved. Make it writable again.',
    ],
    [
      'a folder without write permission, reported by the picture',
      { picture: failedRemote(idleRemote, disk('EACCES'), 1) },
      'disk → status',
      'Overhead may not write to its folder',
      'Overhead may not write to its folder. What is on the screen keeps working, but nothing new is saved. Give it permission.',
    ],
    [
      'a journal that is only in memory',
      unsaved,
      'disk → status',
      'The disk does not store what you write',
      'The disk does not store what you write. Posts still go out, but a restart loses what is not on the disk. Overhead tries again automatically. Check whether the disk is full.',
    ],
    [
      'a journal that is only in memory, on a full disk',
      { ...unsaved, ...after(disk('EIO')), picture: failedRemote(idleRemote, disk('ENOSPC'), 1) },
      'disk → status',
      'The disk is full',
      'The disk is full. Posts still go out, but a restart loses what is not on the disk. Overhead tries again automatically. Make room on it.',
    ],
    [
      'a key that is refused',
      withKey(true, 'keyring'),
      'key → settings',
      'The picture service refuses your API key',
      'The picture service refuses your API key. Check it in the settings. No new picture comes until then; the station and the journal go on working.',
    ],
    [
      'a refused key of the environment',
      withKey(true, 'environment'),
      'key → settings',
      'The picture service refuses your API key',
      'The picture service refuses your API key. Check the variable OVERHEAD_API_KEY. No new picture comes until then; the station and the journal go on working.',
    ],
    [
      'the refused shared key',
      withKey(false, null),
      'key → settings',
      'The picture service refuses the shared key',
      'The picture service refuses the shared key. Set your own in the settings. No new picture comes until then; the station and the journal go on working.',
    ],
    [
      'the refused shared key while the user’s key is locked',
      withKey(false, 'locked'),
      'key → settings',
      'The picture service refuses the shared key',
      'The picture service refuses the shared key. Quit and start Overhead again to unlock your own key. No new picture comes until then; the station and the journal go on working.',
    ],
    [
      'a refused post',
      refused(1),
      'refused-posts → journal',
      'The posts service refused a post',
      'The posts service refused a post. The journal says why. Change what was refused, or try it again.',
    ],
    [
      'refused posts',
      refused(3),
      'refused-posts → journal',
      'The posts service refused 3 posts',
      'The posts service refused 3 posts. The journal says why. Change what was refused, or try it again.',
    ],
    [
      'no way to set a wallpaper',
      wallpaper('the system names no display'),
      'wallpaper → status',
      'The wallpaper was not set',
      'The wallpaper was not set. The desktop did not accept the wallpaper. The previous wallpaper stays, and the picture is in the archive. Set it again from the tray, or switch new wallpapers off in the settings.',
    ],
    [
      'a wallpaper that failed twice',
      wallpaper('hyprpaper does not answer', 5),
      'wallpaper → status',
      'The wallpaper was not set',
      `The wallpaper was not set. The desktop did not accept the wallpaper. Next try: ${clockTime(noon + 5 * 60_000)}. The previous wallpaper stays, and the picture is in the archive. Set it again from the tray, or switch new wallpapers off in the settings.`,
    ],
    [
      'a lock screen that rejected the picture',
      lock('not-set'),
      'lock-screen → settings',
      'The lock screen did not accept the picture',
      'The lock screen did not accept the picture. The wallpaper is set. Overhead tries the lock screen again with the next picture; the log has the reason.',
    ],
    [
      'a lock screen that was not restored',
      lock('not-restored'),
      'lock-screen → settings',
      'The lock screen still shows a picture of Overhead',
      'The lock screen still shows a picture of Overhead. Choose your own in the settings of your desktop; the log has the reason.',
    ],
    [
      'a failed command after a new wallpaper',
      { wallpaperCommandFailure: { kind: 'failed', code: 126 } },
      'wallpaper-command → status',
      'Your wallpaper command failed (126)',
      'Your wallpaper command failed (126). The wallpaper is set. Check the command in the settings file or on the command line; it runs again with the next picture.',
    ],
    [
      'a wallpaper command that timed out',
      { wallpaperCommandFailure: { kind: 'too-long', seconds: 60 } },
      'wallpaper-command → status',
      'Your wallpaper command was stopped after 60\u00a0s',
      'Your wallpaper command was stopped after 60\u00a0s. The wallpaper is set. Check the command in the settings file or on the command line; it runs again with the next picture.',
    ],
    [
      'unreadable settings',
      lost('unreadable'),
      'settings-reset → settings',
      'The settings could not be read',
      'The settings could not be read. The defaults are in use; the settings say where the old file is.',
    ],
    [
      'settings of a newer version',
      lost('newer'),
      'settings-reset → settings',
      'The settings are from a newer version of Overhead',
      'The settings are from a newer version of Overhead. The defaults are in use; the settings say where the old file is.',
    ],
  ])('include %s', (_what, part, where, text, whole) => {
    const [need, ...more] = needsOf(state(part));
    expect(more).toEqual([]);
    expect(`${need?.kind} → ${need?.opens}`).toBe(where);
    expect(need?.text).toBe(text);
    expect(need && needInWords(need)).toBe(whole);
  });

  it('are sorted by urgency, and can be looked up by kind', () => {
    const { counts } = refused(1).journal;
    const all = state({
      ...after(keyRefused),
      ...wallpaper(''),
      ...lost('newer'),
      journal: { ...unsaved.journal, counts },
    });
    const kinds = ['disk', 'key', 'refused-posts', 'wallpaper', 'settings-reset'];
    expect(needsOf(all).map(({ kind }) => kind)).toEqual(kinds);
    expect(needOf(all, 'wallpaper')?.advice).toMatch(/The previous wallpaper stays/);
    expect(needOf(state({}), 'wallpaper')).toBeNull();
  });

  it('are described once for each kind, in complete sentences, in every state', () => {
    fc.assert(
      fc.property(anyState, (any) => {
        const needs = needsOf(any);
        expect(new Set(needs.map(({ kind }) => kind)).size).toBe(needs.length);
        for (const need of needs) {
          expect(need.text).toMatch(/^\p{Lu}.*[^.]$/u);
          expect(needInWords(need)).toMatch(/^\p{Lu}.*\.$/u);
        }
      }),
    );
  });
});

it.each([
  [null, null, false],
  [5, null, true],
  [5, 4, true],
  [5, 5, false],
  [null, 5, false],
])(
  'isStanding compares a last failure at %s and a last success at %s: %s',
  (failedAt, lastSuccessAt, stands) => {
    const lastFailure = failedAt === null ? null : { at: failedAt };
    expect(isStanding({ lastFailure, lastSuccessAt })).toBe(stands);
  },
);
