import { m } from '#words';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyState, noonMs } from '#test/support/any-state.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { readyRemote } from '#shared/remote.ts';
import type { AppState } from '#shared/state.ts';
import {
  currentPause,
  escapeLabel,
  fitOnOneLine,
  joinLinesThatFit,
  pictureLine,
  trayToolTip,
} from './lines.ts';

const state = (part: Partial<AppState>): AppState => ({ ...emptyContent, revision: 1, ...part });
const live = { source: 'live', simulated: false } as const;
const title = 'The Horsehead Nebula in Infrared from a Telescope Above the Air';
const picture = readyRemote(dayPicture('2026-11-20', { title }), 1);

describe('trayToolTip', () => {
  it('contains only complete lines and is not longer than Windows allows', () => {
    fc.assert(
      fc.property(anyState, (any) => {
        const whole = trayToolTip(any, noonMs, 'linux').split('\n');
        const tip = trayToolTip(any, noonMs, 'win32');
        expect(tip.length).toBeLessThanOrEqual(127);
        for (const line of tip.split('\n')) expect(whole).toContain(line);
      }),
    );
  });
});

describe('pictureLine', () => {
  const words = (progress: string) => m.tray_today_fetching({ progress });
  const today = /^Today: The Horsehead/;

  it.each<[string, { date: string; bytes: number; total: number | null }, string | RegExp]>([
    ['tenths', { date: '2026-11-21', bytes: 999, total: 1_000 }, words('90%')],
    ['at most 100 %', { date: '2026-11-21', bytes: 2_000, total: 1_000 }, words('100%')],
    ['whole megabytes', { date: '2026-11-21', bytes: 2_940_000, total: null }, words('2\u00a0MB')],
    ['megabytes for a size of 0', { date: '2026-11-21', bytes: 1e6, total: 0 }, words('1\u00a0MB')],
    ['the title while the same day is fetched', { date: '2026-11-20', bytes: 1, total: 2 }, today],
    ['the title while an older day is fetched', { date: '2026-11-19', bytes: 1, total: 2 }, today],
  ])('shows %s', (_what, download, line) => {
    const supply = { ...emptyContent.supply, download };
    expect(pictureLine(state({ services: live, picture, supply }))).toMatch(line);
  });
});

describe('currentPause', () => {
  it.each([
    [noonMs + 1, noonMs + 1],
    [noonMs, null],
    ['indefinite', 'indefinite'],
    [null, null],
  ] as const)('of %j at noon is %j', (paused, expected) => {
    expect(currentPause(state({ suspension: { paused, power: 'awake' } }), noonMs)).toBe(expected);
  });
});

describe('fitOnOneLine', () => {
  it.each([
    ['Stars', 'Stars'],
    [' Stars\n\tof  us ', 'Stars of us'],
    ['', 'Untitled'],
    ['\u202e\u200e\n', 'Untitled'],
    ['The evil \u202eba', 'The evil ba'],
    ['One two three four', 'One two…'],
    ['One two, three', 'One two…'],
    ['Incomprehensibilities', 'Incomprehe…'],
    ['🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀', '🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀…'],
    ['日本の夜空の写真', '日本の夜空…'],
    ['日本の夜空', '日本の夜空'],
    ['日本の夜空a', '日本の夜空a'],
    ['Onetwo xyz more', 'Onetwo xyz…'],
    ['Seven elevenths', 'Seven…'],
    ['Four elevenths!', 'Four eleve…'],
    ['One two -- three', 'One two…'],
    ['한국의 밤하늘 사진', '한국의…'],
  ])('converts %j to %j', (text, line) => {
    expect(fitOnOneLine(text, 11)).toBe(line);
  });

  it.each([
    ['words', 'word '.repeat(2 ** 20)],
    ['one letter with a million combining marks', `a${'\u0301'.repeat(2 ** 20)}`],
    ['letters that form one grapheme', '👩‍'.repeat(2 ** 19)],
  ])('shortens a megabyte of text to the limit: %s', (_what, text) => {
    expect(fitOnOneLine(text).length).toBeLessThanOrEqual(48 * 64 + 1);
  });

  it('returns a text that is not empty, is not longer than the limit, and ends with “…” if it was cut', () => {
    const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 16, max: 60 }), (text, most) => {
        const line = fitOnOneLine(text, most);
        expect([...segmenter.segment(line)].length).toBeLessThanOrEqual(most);
        expect(line).toMatch(/^\S/u);
        expect(line).not.toMatch(/\p{Cc}/u);
        if (fitOnOneLine(text, 1000) !== line) expect(line.endsWith('…')).toBe(true);
      }),
    );
  });
});

it('escapeLabel doubles an ampersand, so that the menu shows one ampersand', () => {
  expect(escapeLabel('Today: Stars & Dust && more')).toBe('Today: Stars && Dust &&&& more');
});

it('joinLinesThatFit leaves out lines that do not fit', () => {
  expect(joinLinesThatFit(['a title', 'b', 'a long one', 'c'], 11)).toBe('a title\nb\nc');
  expect(joinLinesThatFit(['a title', 'bcde', 'bcd'], 11)).toBe('a title\nbcd');
  expect(joinLinesThatFit(['a title that is long'], 11)).toBe('a title…');
});
