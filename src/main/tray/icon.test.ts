import { describe, expect, it } from 'vitest';
import { noonMs, passAt } from '#test/support/any-state.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { zeroPostCounts, emptyJournalStatus } from '#shared/journal/journal.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import type { AppState } from '#shared/state.ts';
import { unknownStation } from '#shared/station/station.ts';
import { iconFile } from './icon-file.ts';
import { trayIcon } from './icon.ts';

const state = (part: Partial<AppState>): AppState => ({ ...emptyContent, revision: 1, ...part });
const t = noonMs / 1000;
const visible: Partial<Pass> = {
  visible: true,
  reason: null,
  visibleFrom: t + 120,
  visibleTo: t + 300,
};
const refused = { ...emptyJournalStatus, counts: { ...zeroPostCounts, refused: 1 } };
const withPasses = (passes: Pass[], alert: Pass | null = null) => ({
  station: { ...unknownStation, passes, alerts: alert === null ? [] : [alert] },
});

describe('trayIcon', () => {
  it.each([
    ['no news', {}, false, 'quiet', null],
    ['a new picture', {}, true, 'new-picture', null],
    ['a refused post', { journal: refused }, true, 'needs-you', null],
    ['a pass to come', withPasses([passAt(0, visible)]), false, 'quiet', t + 120],
    ['a pass in daylight', withPasses([passAt(-5)]), false, 'quiet', null],
    [
      'a pass in daylight with an alert',
      withPasses([passAt(-5)], passAt(-5, { peak: { ...passAt(-5).peak, elevation: 8 } })),
      false,
      'overhead',
      t + 300,
    ],
  ] as const)('chooses the icon for %s', (_what, part, isNews, icon, until) => {
    expect(trayIcon(state(part), isNews, noonMs)).toEqual({
      icon,
      until: until === null ? null : until * 1000,
    });
  });

  it('shows the icon of the visible station before any other icon', () => {
    const part = state({ ...withPasses([passAt(0, visible), passAt(90)]), journal: refused });
    const at = (seconds: number) => trayIcon(part, true, (t + seconds) * 1000);
    expect(at(119)).toEqual({ icon: 'needs-you', until: (t + 120) * 1000 });
    expect(at(120)).toEqual({ icon: 'overhead', until: (t + 300) * 1000 });
    expect(at(299)).toEqual({ icon: 'overhead', until: (t + 300) * 1000 });
    expect(at(300)).toEqual({ icon: 'needs-you', until: null });
  });

  it('shows the icon of an invisible pass with an alert from its rise to its set', () => {
    const part = state(withPasses([passAt(0)], passAt(0)));
    const at = (seconds: number) => trayIcon(part, false, (t + seconds) * 1000);
    expect(at(-1)).toEqual({ icon: 'quiet', until: t * 1000 });
    expect(at(0)).toEqual({ icon: 'overhead', until: (t + 600) * 1000 });
    expect(at(600)).toEqual({ icon: 'quiet', until: null });
  });
});

it.each([
  ['linux', 1, 'quiet-22.png'],
  ['linux', 1.25, 'quiet-32.png'],
  ['linux', 2, 'quiet-44.png'],
  ['linux', 8, 'quiet-96.png'],
  ['win32', 2, 'quiet.ico'],
  ['darwin', 2, 'quietTemplate.png'],
] as const)('iconFile returns the file on %s at %s pixels a point', (platform, scale, name) => {
  expect(iconFile('quiet', platform, scale)).toBe(name);
});

it.each([
  ['linux', 'quiet-dark-22.png'],
  ['win32', 'quiet-dark.ico'],
  ['darwin', 'quiet-dark.png'],
] as const)('iconFile returns the dark file on %s', (platform, name) => {
  expect(iconFile('quiet', platform, 1, 'dark')).toBe(name);
});
