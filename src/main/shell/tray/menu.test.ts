import { describe, expect, it } from 'vitest';
import { dayPicture } from '../../../../test/support/pictures.ts';
import { emptyContent } from '../../../../test/support/surroundings.ts';
import { failed, idle, ready } from '../../../shared/remote.ts';
import { unknownStation } from '../../../shared/station.ts';
import type { HiddenReason, Pass } from '../../../shared/sky/pass.ts';
import { noPosts, quietJournal } from '../../../shared/journal.ts';
import type { AppState } from '../../../shared/state.ts';
import { literalLabel, trayMenu, trayToolTip } from './menu.ts';

const state = (part: Partial<AppState>): AppState => ({ ...emptyContent, revision: 1, ...part });
const labels = (part: Partial<AppState>): string[] =>
  trayMenu(state(part)).map((entry) =>
    entry.kind === 'separator' ? '—' : entry.enabled ? entry.label : `(${entry.label})`,
  );

const title = 'The Horsehead Nebula in Infrared from a Telescope Above the Air';
const picture = ready(dayPicture('2026-11-20', { title }), 1);
const fix = ready({ time: 1, latitude: 12.34, longitude: -45.6, receivedAt: 1 }, 1);
const station = { ...unknownStation, fix };
const now = new Date(2026, 10, 20, 12, 0).getTime();
const place = {
  ...{ at: now, latitude: 12.34, longitude: -45.6, altitudeKm: 420, sigmaKm: 0.4 },
  over: 'over the Atlantic Ocean',
};
const moment = (minutes: number, elevation: number) => ({
  ...{ t: now / 1000 + minutes * 60, azimuth: 270, elevation, rangeKm: 500 },
});
const passIn = (minutes: number, reason: HiddenReason | null): Pass => ({
  rise: moment(minutes, 0),
  peak: moment(minutes + 5, 67.2),
  set: moment(minutes + 10, 0),
  ...{ visible: reason === null, reason, visibleFrom: null, visibleTo: null, brightness: null },
});
const time = (minutes: number): string =>
  new Date(now + minutes * 60_000).toLocaleTimeString(undefined, {
    hour: '2-digit',
    minute: '2-digit',
  });

describe('trayMenu', () => {
  it('says that it is looking, and marks what is simulated', () => {
    expect(labels({})).toEqual([
      '(Simulated: nothing here is real)',
      '—',
      'Today: starting',
      '(Set as wallpaper)',
      '—',
      'Station: looking…',
      '(Next pass: not known yet)',
      '—',
      'Journal',
      '(Publish now)',
      '—',
      'Check now',
      'Open Overhead',
      'Quit',
    ]);
  });

  it('holds every action when there is everything', () => {
    const services = { source: 'live', simulated: false } as const;
    const journal = { ...quietJournal, counts: { ...noPosts, waiting: 1, deleting: 1 } };
    expect(labels({ services, picture, station, journal })).toEqual([
      'Today: The Horsehead Nebula in Infrared from a Telesco…',
      'Set as wallpaper',
      '—',
      'Station: 12.3° N 45.6° W',
      '(Next pass: not known yet)',
      '—',
      'Journal: 2 waiting',
      'Publish now',
      '—',
      'Check now',
      'Open Overhead',
      'Quit',
    ]);
  });

  it('says what failed when there is nothing older to show', () => {
    const offline = { kind: 'offline', reason: 'dns' } as const;
    const shown = labels({
      picture: failed(idle, offline, 1),
      station: { ...station, fix: failed(fix, offline, 2) },
    });
    expect(shown[2]).toMatch(/^Today: the service’s name cannot be looked up/);
    expect(shown[5]).toBe('Station: 12.3° N 45.6° W (last known)');
  });
});

describe('the station in the tray', () => {
  const lines = (part: Partial<AppState['station']>): string[] =>
    labels({ station: { ...station, place, ...part } }).filter((label) =>
      /Station|pass/.test(label),
    );

  it('is where its orbit says, over what it is over, also without a network', () => {
    const offline = { kind: 'offline', reason: 'dns' } as const;
    expect(lines({ fix: failed(fix, offline, 2) })[0]).toBe(
      'Station: 12.3° N 45.6° W, over the Atlantic Ocean',
    );
    expect(lines({ place: { ...place, over: null } })[0]).toBe('Station: 12.3° N 45.6° W');
  });

  it.each([
    [null, 'visible'],
    ['daylight', 'in daylight'],
    ['in-shadow', 'in the Earth’s shadow'],
    ['too-low', 'too low to see'],
  ] as const)('names the next pass: %s', (reason, words) => {
    const passes = [passIn(-30, null), passIn(45, reason), passIn(140, null)];
    expect(lines({ passes })[1]).toBe(`Next pass: ${time(45)}, 67°, ${words}`);
  });

  it('names the day when it is not today', () => {
    const passes = [passIn(20 * 60, null)];
    expect(lines({ passes })[1]).toMatch(/^Next pass: Sat\S* \d.*, 67°, visible$/);
    expect(trayToolTip(state({ station: { ...station, place, passes } }))).toContain('Next pass');
  });
});

it('shows an ampersand as what it is', () => {
  expect(literalLabel('Today: Stars & Dust && more')).toBe('Today: Stars && Dust &&&& more');
});

it('the tool tip has today’s title and the station', () => {
  expect(trayToolTip(state({ picture, station }))).toMatch(
    /^Overhead\nToday: The Horsehead.*\nStation: 12\.3° N 45\.6° W$/,
  );
});
