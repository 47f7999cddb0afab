import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyState, noonMs } from '#test/support/any-state.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { readyRemote } from '#shared/remote.ts';
import type { AppState } from '#shared/state.ts';
import { unknownStation } from '#shared/station/station.ts';
import { escapeLabel, fitOnOneLine, trayToolTip, joinLinesThatFit } from './lines.ts';

const state = (part: Partial<AppState>): AppState => ({ ...emptyContent, revision: 1, ...part });
const live = { source: 'live', simulated: false } as const;
const title = 'The Horsehead Nebula in Infrared from a Telescope Above the Air';
const picture = readyRemote(dayPicture('2026-11-20', { title }), 1);
const fix = readyRemote({ time: 1, latitude: 12.34, longitude: -45.6, receivedAt: 1 }, 1);
const station = { ...unknownStation, fix };

describe('trayToolTip', () => {
  it('contains today’s title and the station', () => {
    expect(trayToolTip(state({ services: live, picture, station }), noonMs, 'linux')).toMatch(
      /^Overhead\nToday: The Horsehead.*\nStation: 12° N 46° W \([^\n]+\)$/,
    );
    expect(trayToolTip(state({}), noonMs, 'linux')).toMatch(/^Overhead \(demo data\)\n/);
  });

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
    ['🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀', '🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀🧑‍🚀…'],
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
  expect(joinLinesThatFit(['a title that is long'], 11)).toBe('a title…');
});
