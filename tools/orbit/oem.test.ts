import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../setup/command.ts';
import { RefusalError } from '../setup/process.ts';
import { convertOem } from './oem.ts';

const noon = Date.UTC(2022, 1, 11, 12) / 1000;
/** The first three states of NASA's trajectory of 2022-02-11. */
const text = `CCSDS_OEM_VERS = 2.0
META_START
OBJECT_NAME = ISS
CENTER_NAME = EARTH
REF_FRAME = EME2000
TIME_SYSTEM = UTC
META_STOP
COMMENT  GMT057 Reboost        057:01:37:00.000             0.4     423.8     409.1
2022-042T12:00:00.000 -4945.2048874258298 -3625.9704508659102 -2944.7433487186099 1.19203952554952 -5.67286420497775 4.99593211898374
2022-042T12:04:00.000 -4483.2181885642003 -4839.4374260438099 -1653.1850590663901 2.63479158884966 -4.3774148889971602 5.7014974180323597
2022-042T12:08:00.000 -3695.6839305584599 -5701.4615380576097 -241.26082396278599 3.8882496358081502 -2.76192821703326 5.9926262142539501
`;

let folder = '';
let file = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-oem-'));
  file = join(folder, 'oem.txt');
  writeFileSync(file, text);
});
afterAll(() => rmSync(folder, { recursive: true }));

const rowsOf = (printed: string): unknown[] =>
  printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

describe('orbit -- oem', () => {
  it('prints positions at the given step, up to the last state', () => {
    const rows = rowsOf(convertOem([file], { step: '120' }));
    expect(rows.map((row) => (row as { t: number }).t - noon)).toEqual([0, 120, 240, 360, 480]);
    // In the file, the orbit crosses the equator northwards at 12:08:41.5 and 84.715 degrees west.
    expect(rows[4]).toEqual({
      t: noon + 480,
      latitude: expect.closeTo(-2.1, 0) as unknown,
      longitude: expect.closeTo(-86.3, 0) as unknown,
      altitudeKm: expect.closeTo(418, -1) as unknown,
    });
  });

  it('prints a part of a compressed file', () => {
    const packed = join(folder, 'oem.gz');
    writeFileSync(packed, gzipSync(text));
    const rows = rowsOf(convertOem([packed], { from: String(noon + 60), hours: '0.05' }));
    expect(rows.map((row) => (row as { t: number }).t - noon)).toEqual([60, 120, 180, 240]);
  });

  it('prints the planned events', () => {
    expect(rowsOf(convertOem([file], { events: true }))).toEqual([
      { at: Date.UTC(2022, 1, 26, 1, 37) / 1000, name: 'GMT057 Reboost', deltaV: 0.4 },
    ]);
  });

  it.each([
    [[], {}],
    [['a', 'b'], {}],
    [['a'], { step: '0' }],
    [['a'], { hours: '0' }],
  ])('refuses %j with %j', (files, values) => {
    expect(() => convertOem(files, values)).toThrow(UsageError);
  });

  it('throws an error with the reason when it cannot print positions', () => {
    const bad = join(folder, 'bad.txt');
    writeFileSync(bad, text.replace('EME2000', 'ITRF'));
    expect(() => convertOem([bad], {})).toThrow('REF_FRAME is ITRF, not EME2000');
    expect(() => convertOem([join(folder, 'nothing')], {})).toThrow('ENOENT');
    expect(() => convertOem([file], { hours: '1' })).toThrow(RefusalError);
    expect(() => convertOem([file], { from: '1' })).toThrow('has positions from');
  });
});
