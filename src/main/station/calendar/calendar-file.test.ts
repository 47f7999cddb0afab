import { m } from '#words';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ICAL from 'ical.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAppDatabase } from '#app/database.ts';
import type { OpenedDatabase } from '#platform/database/database.ts';
import { fixedDatabase } from '#platform/database/kept-database.ts';
import { transferFiles } from '#platform/files/transfer-files.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import { setLanguage } from '#shared/language/language.ts';
import type { CalendarExport } from '#shared/station/calendar.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import type { Transit } from '#shared/station/sky/transit.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type { AlertSettings, Station } from '#shared/station/station.ts';
import { fakeActivityOptions } from '#test/support/surroundings.ts';
import { createCalendarStore } from './calendar-store.ts';
import { startStationCalendar, type StationCalendar } from './calendar-file.ts';
import { memoryValue } from '#test/support/memory-value.ts';
import type { StoredValue } from '#runtime/value.ts';

const start = Date.UTC(2026, 10, 22, 12) / 1000;
const hour = 3600;
const day = 24 * hour;

function passAt(t: number, part: Partial<Pass> = {}): Pass {
  const moment = (at: number, azimuth: number, elevation: number) => ({
    ...{ t: at, azimuth, elevation },
    rangeKm: 900,
  });
  const [rise, set] = [moment(t - 300, 270, 0), moment(t + 300, 90, 0)];
  return {
    rise,
    peak: moment(t, 180, 62),
    set,
    seen: { rise, set },
    visible: true,
    reason: null,
    visibleFrom: t - 240,
    visibleTo: t + 120,
    brightness: { magnitude: -3.1, band: 'jupiter' },
    timeSigma: 1.2,
    ...part,
  };
}
const hidden: Partial<Pass> = {
  ...{ visible: false, reason: 'daylight', visibleFrom: null, visibleTo: null },
  brightness: null,
};

const transitAt = (t: number, part: Partial<Transit> = {}): Transit => ({
  ...{ body: 'moon', t, seconds: 0.84, azimuth: 180, elevation: 41, discRadius: 0.26 },
  chord: { t, right: 1.3, up: 0, rightRate: 0, upRate: 0.5 },
  ...{ separation: 1.3, rangeKm: 610, silhouette: 37, distanceKm: 11.1, halfWidthKm: 2.7 },
  ...{
    stand: { latitude: 52.6, longitude: 13.4 },
    line: [],
    path: [],
    lineSigmaKm: 0.2,
    timeSigma: 0.1,
  },
  goodAt: null,
  ...part,
});

let folder = '';
let opened: OpenedDatabase;
let calendar: StationCalendar;
let surroundings: ReturnType<typeof fakeActivityOptions>;
let storedPath: StoredValue<string | null>;
/** The contents of the files that were written, in order. */
let writes: string[];
let disk: Result<null>;
let ids: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-calendar-'));
  opened = openAppDatabase(join(folder, 'overhead.sqlite'), 0);
  surroundings = fakeActivityOptions(new Date(start * 1000).toISOString());
  storedPath = memoryValue<string | null>(null);
  writes = [];
  disk = ok(null);
  ids = 0;
  begin();
  decide({
    alerts: { enabled: true, leadMinutes: 10, onlyVisible: true, minElevation: 0, quiet: null },
  });
  know({});
});
afterEach(async () => {
  await calendar.dispose();
  opened.close();
  rmSync(folder, { recursive: true });
  expect(surroundings.defects).toEqual([]);
});

function begin(): void {
  calendar = startStationCalendar({
    ...surroundings,
    store: createCalendarStore(fixedDatabase(opened.database), 'live'),
    storedPath,
    files: {
      async write(to, parts) {
        if (!disk.ok) return disk;
        const done = await transferFiles.write(to, parts);
        writes.push(readFileSync(to, 'utf8'));
        return done;
      },
      exists: (to) => transferFiles.exists(to),
    },
    temporary: folder,
    newId: () => `id-${(ids += 1)}`,
  });
}

const berlin = { latitude: 52.52, longitude: 13.4, altitude: 34, source: 'settings' } as const;

/** Sets the forecast in the state. */
function know(part: Partial<Station>): void {
  surroundings.state.update(({ station, services }) => ({
    services: { ...services, simulated: false },
    station: {
      ...station,
      observer: berlin,
      passes: [passAt(start + 6 * hour), passAt(start + day, hidden)],
      passesUntil: (start + 5 * day) * 1000,
      transits: { list: [transitAt(start + 9 * day)], until: (start + 14 * day) * 1000 },
      ...part,
    },
  }));
}
function decide(part: Partial<Settings['station']>): void {
  surroundings.state.update(({ settings }) => ({
    settings: { ...settings, station: { ...settings.station, ...part } },
  }));
}

const setClock = (t: number): void =>
  surroundings.clock.setWallClock(new Date(t * 1000).toISOString());

const file = (): string => join(folder, 'station.ics');
const choose = () => Promise.resolve(ok(file()));
const read = (text: string): ICAL.Event[] =>
  new ICAL.Component(ICAL.parse(text) as unknown[])
    .getAllSubcomponents('vevent')
    .map((one) => new ICAL.Event(one));
const isCancelled = ({ component }: ICAL.Event): boolean =>
  component.getFirstPropertyValue('status') === 'CANCELLED';

/** Exports the events, and parses the file. */
async function exported(wanted: CalendarExport = { what: 'all' }): Promise<ICAL.Event[]> {
  const done = await calendar.export(wanted, choose);
  expect(done).toEqual(ok(file()));
  return read(readFileSync(file(), 'utf8'));
}
async function one(wanted?: CalendarExport): Promise<ICAL.Event> {
  const [first, ...rest] = await exported(wanted);
  if (first === undefined || rest.length > 0) throw new Error('not one event');
  return first;
}
const thePass = { what: 'pass', peak: start + 6 * hour } as const;

describe('an export', () => {
  it('contains one pass, with direction, height, brightness and uncertainty', async () => {
    const event = await one(thePass);
    expect(event.summary).toBe(m.calendar_pass({ height: '62°' }));
    expect(event.startDate.toUnixTime()).toBe(start + 6 * hour - 240);
    expect(event.endDate.toUnixTime()).toBe(start + 6 * hour + 120);
    expect(event.description).toMatch(/from the west, is highest at .* in the south, 62° above/);
    expect(event.description).toContain('Brightness: like Jupiter (magnitude\u00A0−3.1).');
    expect(event.description).toMatch(/The time is known to ±\s2\.4\ss\./);
    expect(event.location).toBe('52.5° N 13.4° E');
    expect(event.component.getFirstSubcomponent('valarm')).not.toBeNull();
  });

  it('contains one transit, with the place to stand and a warning about the Sun', async () => {
    const t = start + 9 * day;
    const moon = await one({ what: 'transit', body: 'moon', t });
    expect(moon.summary).toBe(m.calendar_transit_moon());
    expect(moon.duration.toSeconds()).toBe(60);
    expect(moon.description).toContain('Go 11\u00a0km to the north.');
    expect(moon.description).not.toContain('solar filter');
    expect(moon.component.getFirstPropertyValue('geo')).toEqual([52.6, 13.4]);
    know({ transits: { list: [transitAt(t, { body: 'sun' })], until: (t + day) * 1000 } });
    const sun = await one({ what: 'transit', body: 'sun', t });
    expect(sun.description).toContain('Never look at the Sun without a certified solar filter');
  });

  it('contains the passes that can be seen and all transits, in order of time', async () => {
    const events = await exported();
    expect(events.map(({ summary }) => summary)).toEqual([
      m.calendar_pass({ height: '62°' }),
      m.calendar_transit_moon(),
    ]);
  });

  it('has alarms according to the settings of the alerts', async () => {
    const alarm = async (part: Partial<AlertSettings>): Promise<string | null> => {
      const alerts = {
        enabled: true,
        leadMinutes: 10,
        onlyVisible: true,
        minElevation: 0,
        quiet: null,
        ...part,
      };
      decide({ alerts });
      const component = (await one(thePass)).component.getFirstSubcomponent('valarm');
      return component && String(component.getFirstPropertyValue('trigger'));
    };
    expect(await alarm({})).toBe('-PT10M');
    expect(await alarm({ leadMinutes: 25 })).toBe('-PT25M');
    expect(await alarm({ enabled: false })).toBeNull();
    expect(await alarm({ quiet: { from: 1, to: 0 } })).toBeNull();
  });

  it('is in the language of the app, and marks simulated data', async () => {
    surroundings.state.update(({ services }) => ({ services: { ...services, simulated: true } }));
    expect((await one(thePass)).summary).toBe(
      m.notice_simulated({ text: m.calendar_pass({ height: '62°' }) }),
    );
    setLanguage({ language: 'de', formats: 'de-DE' });
    try {
      expect((await one(thePass)).description).toContain('Sie kommt aus Richtung Westen');
    } finally {
      setLanguage({ language: 'en', formats: 'en' });
    }
  });

  it('fails with `not-found` if the event is not predicted, no passes are known, or no place is set', async () => {
    const unknown = fail({ kind: 'not-found' });
    for (const wanted of [
      { what: 'pass', peak: start - day },
      { what: 'transit', body: 'sun', t: start + 9 * day },
      { what: 'transit', body: 'moon', t: start + 8 * day },
    ] as const)
      expect(await calendar.export(wanted, choose)).toEqual(unknown);
    know({ passesUntil: null, passes: [], transits: null });
    expect(await calendar.export(thePass, choose)).toEqual(unknown);
    know({ observer: null });
    expect(await calendar.export({ what: 'all' }, choose)).toEqual(unknown);
  });

  it('proposes a file name with the time for a single event, and no file name for all events', async () => {
    const proposed: (string | undefined)[] = [];
    const cancel = (name?: string) => {
      proposed.push(name);
      return Promise.resolve(ok(null));
    };
    await calendar.export(thePass, cancel);
    await calendar.export({ what: 'all' }, cancel);
    expect(proposed).toEqual([
      expect.stringMatching(/^ISS \d{4}-\d\d-\d\d \d\d\.\d\d$/),
      undefined,
    ]);
  });

  it('opens a file of one event in a temporary folder, which is removed when the app quits', async () => {
    const openedPaths: string[] = [];
    const openFile = (path: string) => {
      openedPaths.push(path);
      return Promise.resolve(true);
    };
    expect(await calendar.open(thePass, openFile)).toEqual(ok('opened'));
    const path = openedPaths[0] ?? '';
    expect(path).toMatch(/overhead-\w+[/\\]ISS \d{4}-\d\d-\d\d \d\d\.\d\d\.ics$/);
    if (process.platform !== 'win32') expect(statSync(dirname(path)).mode & 0o077).toBe(0);
    expect(read(readFileSync(path, 'utf8')).map(({ summary }) => summary)).toEqual([
      m.calendar_pass({ height: '62°' }),
    ]);
    expect(await calendar.open(thePass, () => Promise.resolve(false))).toEqual(ok('no-app'));
    await calendar.dispose();
    expect(existsSync(dirname(path))).toBe(false);
  });

  it('opens the file that the user has saved, and fails with `not-found` before the first save', async () => {
    const openedPaths: string[] = [];
    const openSaved = () =>
      calendar.open({ what: 'saved' }, (path) => {
        openedPaths.push(path);
        return Promise.resolve(true);
      });
    expect(await openSaved()).toEqual(fail({ kind: 'not-found' }));
    await calendar.export({ what: 'all' }, choose);
    expect(await openSaved()).toEqual(ok('opened'));
    expect(openedPaths).toEqual([file()]);
  });

  it('writes nothing when the user chooses no file', async () => {
    expect(await calendar.export(thePass, () => Promise.resolve(ok(null)))).toEqual(ok(null));
    expect(readdirSync(folder)).not.toContain('station.ics');
  });
});

describe('a second export', () => {
  it('updates an event with the same UID, the next sequence number and a later time of the last change', async () => {
    const before = await one(thePass);
    setClock(start + hour);
    know({ passes: [passAt(start + 6 * hour + 90)] });
    const after = await one(thePass);
    expect(after.uid).toBe(before.uid);
    expect([before.sequence, after.sequence]).toEqual([0, 1]);
    expect(after.startDate.toUnixTime() - before.startDate.toUnixTime()).toBe(90);
    const stamp = ({ component }: ICAL.Event): string =>
      String(component.getFirstPropertyValue('last-modified'));
    expect([before, after].map(stamp)).toEqual(['2026-11-22T12:00:00Z', '2026-11-22T13:00:00Z']);
  });

  it('writes the same file when a new orbit has moved a pass by a second', async () => {
    await exported();
    const before = readFileSync(file(), 'utf8');
    setClock(start + hour);
    know({ passes: [passAt(start + 6 * hour + 1.4)] });
    await exported();
    expect(readFileSync(file(), 'utf8')).toBe(before);
  });

  it('keeps the UID of an event after a restart and in an export of all events', async () => {
    const { uid } = await one(thePass);
    await calendar.dispose();
    begin();
    const events = await exported();
    expect(events[0]?.uid).toBe(uid);
    expect(new Set(events.map((event) => event.uid)).size).toBe(2);
  });

  it('uses a different UID for the pass at another place', async () => {
    const { uid } = await one(thePass);
    know({ observer: { ...berlin, latitude: 48.1 } });
    expect((await one(thePass)).uid).not.toBe(uid);
    know({});
    expect((await one(thePass)).uid).toBe(uid);
  });

  it('cancels an event that is no longer predicted, and restores it when it is predicted again', async () => {
    const [pass, transit] = await exported();
    know({ passes: [], transits: { list: [], until: (start + 14 * day) * 1000 } });
    const cancelledEvents = await exported();
    expect(cancelledEvents.map(({ uid }) => uid)).toEqual([pass?.uid, transit?.uid]);
    expect(cancelledEvents.every(isCancelled)).toBe(true);
    expect(cancelledEvents[0]?.summary).toBe(
      m.calendar_gone({ title: m.calendar_pass({ height: '62°' }) }),
    );
    expect(cancelledEvents.map(({ sequence }) => sequence)).toEqual([1, 1]);
    expect((await exported()).map(({ sequence }) => sequence)).toEqual([1, 1]);
    know({});
    const [restoredEvent] = await exported();
    expect(restoredEvent?.sequence).toBe(2);
    expect(restoredEvent && isCancelled(restoredEvent)).toBe(false);
  });

  it('cancels a pass that is no longer visible', async () => {
    await exported();
    know({ passes: [passAt(start + 6 * hour, hidden)] });
    const [event] = await exported();
    expect(event && isCancelled(event)).toBe(true);
  });

  it('cancels no event later than the forecast, of another place, or outside a reduced search radius', async () => {
    await exported();
    const nothing = fail({ kind: 'not-found' });
    know({ passes: [], passesUntil: (start + 5 * hour) * 1000, transits: null });
    expect(await calendar.export({ what: 'all' }, choose)).toEqual(nothing);
    know({ passes: [], observer: { ...berlin, latitude: 48 }, transits: null });
    expect(await calendar.export({ what: 'all' }, choose)).toEqual(nothing);
    decide({ transitKm: 5 });
    know({ transits: { list: [], until: (start + 14 * day) * 1000 } });
    expect((await exported()).some(isCancelled)).toBe(false);
  });

  it('never decreases LAST-MODIFIED, even when the clock was set back', async () => {
    await exported(thePass);
    setClock(start - 30 * day);
    know({ passes: [passAt(start + 6 * hour + 90)] });
    const event = await one(thePass);
    expect(event.sequence).toBe(1);
    expect(String(event.component.getFirstPropertyValue('last-modified'))).toBe(
      '2026-11-22T12:00:00Z',
    );
  });

  it.each([365, 500])(
    'keeps the UID of an event when the clock was %i days ahead for a while',
    async (ahead) => {
      const { uid } = await one(thePass);
      setClock(start + ahead * day);
      know({ passes: [passAt(start + ahead * day + hour)] });
      await exported();
      setClock(start);
      know({});
      expect((await one(thePass)).uid).toBe(uid);
    },
  );
});

it('startStationCalendar keeps the 2,000 latest events', async () => {
  const { uid } = await one(thePass);
  opened.database.exec(
    `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
     INSERT INTO calendar_event SELECT (SELECT origin FROM calendar_event), 'old-' || i, i, '{}' FROM n`,
  );
  setClock(start + day);
  know({ passes: [passAt(start + day + hour)] });
  await exported();
  const stored = opened.database.prepare('SELECT uid FROM calendar_event').all();
  expect(stored).toHaveLength(2_000);
  expect(stored).toContainEqual({ uid });
});

describe('the calendar file that is kept up to date', () => {
  const shown = () => surroundings.state.current.station.calendarFile;
  /** Waits until the requested write has ended. This export contains no event, and ends after the write. */
  const settle = () => calendar.export({ what: 'pass', peak: 0 }, choose);

  it('does not exist until the user has chosen a path', async () => {
    know({ passes: [passAt(start + 3 * hour)] });
    await settle();
    expect(writes).toEqual([]);
    expect(await calendar.keep(true, () => Promise.resolve(ok(null)))).toEqual(ok(null));
    expect([shown(), storedPath.get(), writes]).toEqual([null, null, []]);
  });

  it('is written immediately, and again only after each change of the forecast', async () => {
    expect(await calendar.keep(true, choose)).toEqual(ok(file()));
    expect(writes).toHaveLength(1);
    expect(shown()).toEqual({ path: file(), writtenAt: start * 1000, failure: null });
    for (let minute = 0; minute < 10; minute += 1) {
      surroundings.state.update(({ station }) => ({ station: { ...station, fixesKept: minute } }));
      know({ passes: [passAt(start + 6 * hour + minute / 10)] });
    }
    await settle();
    expect(writes).toHaveLength(1);
    know({ passes: [passAt(start + 6 * hour), passAt(start + 8 * hour)] });
    await settle();
    expect(writes).toHaveLength(2);
    expect(read(writes[1] ?? '')).toHaveLength(3);
    // No temporary file is left beside the calendar file.
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('is written again after the user has deleted it', async () => {
    await calendar.keep(true, choose);
    rmSync(file());
    know({});
    await settle();
    expect(writes).toHaveLength(2);
    expect(readFileSync(file(), 'utf8')).toBe(writes[0]);
  });

  it('is updated again after a restart, and is kept without updates after the user turns them off', async () => {
    await calendar.keep(true, choose);
    await calendar.dispose();
    begin();
    expect(shown()?.path).toBe(file());
    know({ passes: [passAt(start + 8 * hour)] });
    await settle();
    expect(writes.length).toBeGreaterThan(1);
    const count = writes.length;
    expect(await calendar.keep(false, choose)).toEqual(ok(null));
    expect([shown(), storedPath.get()]).toEqual([null, null]);
    know({ passes: [passAt(start + 10 * hour)] });
    await settle();
    expect(writes).toHaveLength(count);
    expect(readdirSync(folder)).toContain('station.ics');
  });

  it('is written when the user turns the updates on again, also without a change', async () => {
    for (const on of [true, false, true]) await calendar.keep(on, choose);
    expect(writes).toHaveLength(2);
    expect(shown()?.writtenAt).toBe(start * 1000);
  });

  it('reports why the write failed, and is written at the next change', async () => {
    disk = fail({ kind: 'storage', code: 'ENOSPC' });
    expect(await calendar.keep(true, choose)).toEqual(disk);
    expect(shown()).toMatchObject({ writtenAt: null, failure: { code: 'ENOSPC' } });
    disk = ok(null);
    await settle();
    expect(writes).toEqual([]);
    know({});
    await settle();
    expect(writes).toHaveLength(1);
    expect(shown()).toMatchObject({ writtenAt: start * 1000, failure: null });
  });

  it('is not changed while no passes are known', async () => {
    await calendar.keep(true, choose);
    know({ passes: [], passesUntil: null, transits: null });
    await settle();
    know({ observer: null });
    await settle();
    expect(writes).toHaveLength(1);
  });
});
