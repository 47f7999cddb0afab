import { describe, expect, it } from 'vitest';
import { dayPicture } from '../../../../test/support/pictures.ts';
import { emptyContent } from '../../../../test/support/surroundings.ts';
import { failed, idle, ready } from '../../../shared/remote.ts';
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
const station = ready({ time: 1, latitude: 12.34, longitude: -45.6, receivedAt: 1 }, 1);
describe('trayMenu', () => {
  it('says that it is looking, and marks what is simulated', () => {
    expect(labels({})).toEqual([
      '(Simulated: nothing here is real)',
      '—',
      'Today: starting',
      '(Set as wallpaper)',
      '—',
      'Station: looking…',
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
      station: failed(station, offline, 2),
    });
    expect(shown[2]).toMatch(/^Today: the service’s name cannot be looked up/);
    expect(shown[5]).toBe('Station: 12.3° N 45.6° W (last known)');
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
