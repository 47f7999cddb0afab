import { describe, expect, it } from 'vitest';
import { sharedData } from '#test/support/shared-data.ts';
import { readOem, type Oem } from './oem-file.ts';
import { readText } from './read-file.ts';

const kvn = (changes: Readonly<Record<string, string>> = {}, states = defaultStates): string =>
  [
    `CCSDS_OEM_VERS = ${changes['version'] ?? '2.0'}`,
    'CREATION_DATE = 2022-042T18:53:27.821',
    'ORIGINATOR = TEST',
    'META_START',
    'OBJECT_NAME = ISS',
    `CENTER_NAME = ${changes['center'] ?? 'EARTH'}`,
    `REF_FRAME = ${changes['frame'] ?? 'EME2000'}`,
    `TIME_SYSTEM = ${changes['time'] ?? 'UTC'}`,
    'META_STOP',
    `COMMENT ${changes['comment'] ?? ''}`,
    ...states,
    'COVARIANCE_START',
    'EPOCH = 2022-02-11T12:00:00.000',
    '1.0',
    '0.0 1.0',
    'COVARIANCE_STOP',
    '',
  ].join('\r\n');
const defaultStates = [
  '2022-02-11T12:00:00.000 -4945.2 -3625.9 -2944.7 1.19 -5.67 4.99',
  '2022-042T12:04:00.5 -4483.2 -4839.4 -1653.1 2.63 -4.37 5.70 1E-3 0 0',
];
const noon = Date.UTC(2022, 1, 11, 12) / 1000;

function oemOf(text: string): Oem {
  const read = readOem(text);
  return read.ok ? read.oem : expect.fail(read.message);
}

describe('readOem', () => {
  it('reads KVN with both date formats, and ignores accelerations and covariances', () => {
    expect(oemOf(kvn())).toEqual({
      object: 'ISS',
      states: [
        { t: noon, position: [-4945.2, -3625.9, -2944.7], velocity: [1.19, -5.67, 4.99] },
        { t: noon + 240.5, position: [-4483.2, -4839.4, -1653.1], velocity: [2.63, -4.37, 5.7] },
      ],
      events: [],
    });
  });

  it('reads the same message from XML as from KVN', () => {
    const state = (line: string): string => {
      const [epoch, x, y, z, vx, vy, vz] = line.split(' ');
      return `<stateVector><EPOCH>${epoch}</EPOCH><X units="km">${x}</X><Y>${y}</Y><Z>${z}</Z>
        <X_DOT>${vx}</X_DOT><Y_DOT>${vy}</Y_DOT><Z_DOT>${vz}</Z_DOT></stateVector>`;
    };
    const xml = `<?xml version="1.0"?><ndm><oem id="CCSDS_OEM_VERS" version="2.0"><body><segment>
      <metadata><OBJECT_NAME>ISS</OBJECT_NAME><CENTER_NAME>EARTH</CENTER_NAME>
      <REF_FRAME>EME2000</REF_FRAME><TIME_SYSTEM>UTC</TIME_SYSTEM></metadata>
      <data>${defaultStates.map(state).join('\n')}</data></segment></body></oem></ndm>`;
    expect(oemOf(xml)).toEqual(oemOf(kvn()));
  });

  it('reads events with and without the orbit number, including an event of the following year', () => {
    const eventIn = (comment: string) => oemOf(kvn({ comment })).events;
    expect(eventIn(' GMT057 Reboost  057:01:37:00.000        0.4     423.8     409.1')).toEqual([
      { name: 'GMT057 Reboost', at: Date.UTC(2022, 1, 26, 1, 37) / 1000, deltaV: 0.4 },
    ]);
    expect(eventIn('Undock 041:01:00:30.500 1234 0.0 420.0 410.0')).toEqual([
      { name: 'Undock', at: Date.UTC(2022, 1, 10, 1, 0, 30) / 1000 + 0.5, deltaV: 0 },
    ]);
    const december = ['2022-12-30T00:00:00 1 2 3 4 5 6', '2022-12-30T00:04:00 1 2 3 4 5 6'];
    const comment = 'Burn 002:12:00:00.000 1.0 420.0 410.0';
    expect(oemOf(kvn({ comment }, december)).events).toMatchObject([
      { at: Date.UTC(2023, 0, 2, 12) / 1000 },
    ]);
    expect(eventIn('|                    |     GMT     |  M/S   |   KM    |')).toEqual([]);
  });

  it('keeps the second of two states with the same time', () => {
    const [first = '', second = ''] = defaultStates;
    const { states } = oemOf(kvn({}, [first, second, second.replace('2.63', '2.64')]));
    expect(states.map(({ velocity }) => velocity[0])).toEqual([1.19, 2.64]);
  });

  it.each([
    ['nothing', 'not an Orbit Ephemeris Message'],
    ['<html><body>no</body></html>', 'not an Orbit Ephemeris Message'],
    [kvn({ version: '1.0' }), 'version 1.0 is not 2'],
    [kvn({ frame: 'ITRF2000' }), 'REF_FRAME is ITRF2000, not EME2000'],
    [kvn({ time: 'TDB' }), 'TIME_SYSTEM is TDB, not UTC'],
    [kvn({ center: 'MOON' }), 'CENTER_NAME is MOON, not EARTH'],
    [kvn().replace(/REF_FRAME.*\r\n/, ''), 'REF_FRAME is missing'],
    [kvn({}, defaultStates.slice(0, 1)), 'fewer than two states'],
    [kvn({}, defaultStates.toReversed()), 'state 2 is earlier than the one before it'],
    [kvn({}, ['2022-02-11T12:00:00 1 2 3 4 5']), 'state 1 cannot be read: 2022-02-11T12:00:00'],
    [kvn({}, ['2022-02-11 12:00 1 2 3 4 5 6']), 'state 1 cannot be read'],
    [kvn({}, ['2022-02-11T12:00:00 1 2 x 4 5 6']), 'state 1 cannot be read'],
  ])('refuses %j', (text, message) => {
    expect(readOem(text)).toEqual({
      ok: false,
      message: expect.stringContaining(message) as unknown,
    });
  });

  // In the second file, the tag of CENTER_NAME is damaged.
  it.for([
    ['2022-02-11', 'GMT057 Reboost', '2022-02-26T01:37:00Z', 0.4, 5],
    ['2023-02-17', 'GMT 051 ISS Reboost', '2023-02-20T04:20:00Z', 1.8, 6],
    ['2023-02-22', 'GMT 067 ISS Reboost', '2023-03-08T20:02:00Z', 0.9, 6],
  ] as const)(
    'reads the NASA file of %s (skipped: no shared data)',
    ([name, burn, at, deltaV, count], { skip }) => {
      const file = sharedData(`sky/nasa-oem-${name}.xml.gz`);
      if (file === null) return skip('no shared data');
      const { states, events } = oemOf(readText(file));
      expect((states.at(-1)?.t ?? NaN) - (states[0]?.t ?? NaN)).toBe(15 * 86_400);
      expect(events).toHaveLength(count);
      expect(events.filter((event) => event.deltaV > 0)).toEqual([
        { name: burn, at: Date.parse(at) / 1000, deltaV },
      ]);
      // During the burn, the file has a state every 2 s.
      const burning = states.filter(
        (_, index) => states[index + 1]?.t === (states[index]?.t ?? NaN) + 2,
      );
      expect(Math.abs((burning[0]?.t ?? NaN) - Date.parse(at) / 1000)).toBeLessThan(240);
    },
  );
});
