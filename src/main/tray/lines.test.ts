import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyState, noon } from '#test/support/any-state.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { ready } from '#shared/remote.ts';
import type { AppState } from '#shared/state.ts';
import { unknownStation } from '#shared/station/station.ts';
import { trayToolTip } from './lines.ts';

const state = (part: Partial<AppState>): AppState => ({ ...emptyContent, revision: 1, ...part });
const live = { source: 'live', simulated: false } as const;
const title = 'The Horsehead Nebula in Infrared from a Telescope Above the Air';
const picture = ready(dayPicture('2026-11-20', { title }), 1);
const fix = ready({ time: 1, latitude: 12.34, longitude: -45.6, receivedAt: 1 }, 1);
const station = { ...unknownStation, fix };

describe('the tool tip', () => {
  it('has today’s title and the station', () => {
    expect(trayToolTip(state({ services: live, picture, station }), noon, 'linux')).toMatch(
      /^Overhead\nToday: The Horsehead.*\nStation: 12° N 46° W \([^\n]+\)$/,
    );
    expect(trayToolTip(state({}), noon, 'linux')).toMatch(/^Overhead \(simulated\)\n/);
  });

  it('fits Windows, in whole lines', () => {
    fc.assert(
      fc.property(anyState, (any) => {
        const whole = trayToolTip(any, noon, 'linux').split('\n');
        const tip = trayToolTip(any, noon, 'win32');
        expect(tip.length).toBeLessThanOrEqual(127);
        for (const line of tip.split('\n')) expect(whole).toContain(line);
      }),
    );
  });
});
