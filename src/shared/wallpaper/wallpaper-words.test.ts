import { expect, it } from 'vitest';
import { dayPicture } from '#test/support/pictures.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { noPictureChoice, type Wallpaper } from '../picture/picture.ts';
import { defaultSettings, type Settings } from '../settings/settings.ts';
import type { AppState } from '../state.ts';
import { noSelection, type RotationHold, type SelectionState } from './selection.ts';
import {
  desktopInWords,
  notRestoredReason,
  notSetSentence,
  ownRestoredInWords,
  rotationInWords,
  skippedInWords,
  wallpaperFailureSentence,
  wallpaperInWords,
} from './wallpaper-words.ts';

type FailureReason = Parameters<typeof wallpaperFailureSentence>[0];

const date = '2026-11-20';
const earlier = '2026-11-03';
const newest: AppState['picture'] = {
  ...{ status: 'ready', at: 0, lastAt: 0, last: dayPicture(date) },
};
const state = (part: Partial<AppState> = {}): AppState => ({
  ...{ ...emptyContent, revision: 1, ...part },
});
const set = (part: Partial<Extract<Wallpaper, { kind: 'set' }>> = {}): Wallpaper => ({
  ...({ kind: 'set', date, path: '/a.jpg', backend: 'gnome', verified: true, at: 0 } as const),
  ...part,
});
const setting: Wallpaper = { kind: 'setting', date };
const failed = (why?: FailureReason, retryAt: number | null = null) => ({
  ...({ kind: 'failed', date, backend: null, detail: 'x', at: 0, retryAt } as const),
  ...(why !== undefined && { why }),
});
const withSettings = (wallpaper: Partial<Settings['wallpaper']>) => ({
  settings: { ...defaultSettings, wallpaper: { ...defaultSettings.wallpaper, ...wallpaper } },
});

it('wallpaperFailureSentence has a sentence for each reason', () => {
  const reasons: FailureReason[] = [
    ...(['unknown-desktop', 'no-display', 'file-gone', 'displays-gone', 'not-composed'] as const),
    ...(['damaged', 'simulated-stays', 'policy', 'module-missing', 'disk', undefined] as const),
  ];
  const sentences = reasons.map((reason) => wallpaperFailureSentence(reason));
  expect(new Set(sentences).size).toBe(reasons.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
});

it('notSetSentence says when the app tries again, if it does', () => {
  const sentence = 'The desktop did not accept the wallpaper.';
  expect(notSetSentence(failed())).toBe(sentence);
  expect(notSetSentence(failed(undefined, 0))).toBe(`${sentence} Next try: now.`);
});

it.each<[string, Wallpaper, AppState['ownWallpaper']]>([
  ['It stays until the next one', set(), 'kept'],
  ['On your desktop now: the one of Nov 3, 2026', set({ date: earlier }), 'kept'],
  ['Your own wallpaper is on your desktop', setting, 'shown'],
  ['it is not used as wallpaper', setting, 'kept'],
])('skippedInWords says “%s”', (words, wallpaper, ownWallpaper) => {
  expect(skippedInWords(state({ wallpaper, ownWallpaper }), date)).toContain(words);
});

it.each<[Wallpaper, object]>([
  [{ kind: 'untouched' }, { tone: 'calm', words: 'Not on your desktop', isQuiet: true }],
  [set({ date: earlier }), { tone: 'calm', words: 'Not on your desktop', isQuiet: true }],
  [setting, { tone: 'calm', words: 'Setting it as wallpaper…' }],
  [
    set({ everywhere: true }),
    {
      tone: 'calm',
      words: 'On all your displays: this desktop shows the same picture on each',
    },
  ],
  [set({ everywhere: false }), { tone: 'good', words: 'On your desktop' }],
  [
    set({ verified: false }),
    { tone: 'calm', words: 'Sent to your desktop; whether it is shown is not known' },
  ],
  [
    failed('no-display'),
    { tone: 'bad', words: 'Not on your desktop. The system reports no display.' },
  ],
])('wallpaperInWords describes %j', (wallpaper, words) => {
  expect(wallpaperInWords(wallpaper, date)).toEqual(words);
});

it('ownRestoredInWords has a sentence only while the restored wallpaper is shown', () => {
  const choice = { ...noPictureChoice, back: { to: null, since: date } };
  const restored = { choice, picture: newest, ownWallpaper: 'shown' } as const;
  const own = (part: Partial<AppState> = {}) => ownRestoredInWords(state({ ...restored, ...part }));
  expect(own()).toMatch(/^Your own wallpaper is back\. The next/);
  expect(own(withSettings({ enabled: false }))).toMatch(/are not set, as you chose/);
  expect(own({ ownIsSpotlight: true })).toMatch(/^The last picture of Windows Spotlight/);
  expect(own({ picture: emptyContent.picture })).not.toBeNull();
  expect(own({ ownWallpaper: 'kept' })).toBeNull();
  expect(own({ choice: noPictureChoice })).toBeNull();
  expect(own({ choice: { ...choice, back: { to: earlier, since: date } } })).toBeNull();
  expect(own({ choice: { ...choice, back: { to: null, since: earlier } } })).toBeNull();
});

it('notRestoredReason has a sentence for a wallpaper that is shown or unknown', () => {
  expect([
    notRestoredReason('kept'),
    notRestoredReason('shown'),
    notRestoredReason('unknown'),
  ]).toEqual([
    null,
    'Your own wallpaper is on your desktop.',
    'Your previous wallpaper is not known.',
  ]);
});

it.each<[string[], Partial<AppState>]>([
  [[], { wallpaper: setting }],
  [['Nov 20, 2026: the newest picture'], { wallpaper: set() }],
  [['Nov 20, 2026: a previous day'], { wallpaper: set(), picture: emptyContent.picture }],
  [
    ['Nov 20, 2026: kept by you'],
    { wallpaper: set(), choice: { ...noPictureChoice, pinned: date } },
  ],
  [['Nov 3, 2026: a previous day'], { wallpaper: set({ date: earlier }) }],
  ...(
    [
      ['chosen by you', undefined],
      ['one of your favorites', true],
    ] as const
  ).map(([words, rotated]): [string[], Partial<AppState>] => [
    [`Nov 3, 2026: ${words}`],
    {
      ...withSettings({ rotation: { ...defaultSettings.wallpaper.rotation, pool: 'favourites' } }),
      wallpaper: set({ date: earlier }),
      choice: {
        ...noPictureChoice,
        back: { to: earlier, since: date, ...(rotated !== undefined && { rotated }) },
      },
    },
  ]),
  [
    ['Nov 20, 2026: the newest picture'],
    { wallpaper: set({ displays: [{ id: 1, label: 'A', date, path: '/a' }] }) },
  ],
  [
    [
      'A – Nov 20, 2026: the newest picture',
      'Display 2 – Nov 3, 2026: this day in a past year',
      'Display 3 – Nov 20, 2026: the newest picture',
    ],
    {
      ...withSettings({ others: 'this-day' }),
      wallpaper: set({
        displays: [
          { id: 1, label: 'A', date, path: '/a' },
          { id: 2, label: '', date: earlier, path: '/b' },
          { id: 3, label: '', date, path: '/a' },
        ],
      }),
    },
  ],
])('desktopInWords says %j', (words, part) => {
  expect(desktopInWords(state({ picture: newest, ...part }))).toEqual(words);
});

it('rotationInWords says when the picture changes, or why it stays', () => {
  const words = (
    rotation: SelectionState['rotation'],
    pool: 'favourites' | 'archive' = 'archive',
  ) =>
    rotationInWords(
      state({
        ...withSettings({ rotation: { ...defaultSettings.wallpaper.rotation, pool } }),
        selection: { ...noSelection, rotation },
      }),
      0,
    );
  const held = (by: RotationHold) => ({ kind: 'held', by }) as const;
  expect(words({ kind: 'planned', at: 0 })).toBe('Next picture: now.');
  expect(words(held('off'))).toBeNull();
  expect(words(held('nothing-else'))).toBe('There is no other picture to change to.');
  expect(words(held('nothing-else'), 'favourites')).toBe(
    'There is no other favorite to change to.',
  );
  const reasons = ['paused', 'pinned', 'own-wallpaper', 'battery', 'full-screen'] as const;
  const sentences = reasons.map((by) => words(held(by)));
  expect(new Set(sentences).size).toBe(5);
  for (const sentence of sentences) expect(sentence).toMatch(/ stays? /);
});
