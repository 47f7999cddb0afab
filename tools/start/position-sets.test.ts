import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stationElements } from '#test/support/orbit.ts';
import { parseStartArguments } from './args.ts';
import { checkPositionSets } from './position-sets.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-start-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const check = (text: string) => checkPositionSets(parseStartArguments(['--position-sets', text]));

describe('checkPositionSets', () => {
  it('makes the path of a valid file absolute, and does not change the other settings', () => {
    const file = join(folder, 'good.jsonl');
    const [[line1, line2]] = stationElements;
    writeFileSync(file, JSON.stringify({ line1, line2 }));
    const settings = ',delay=5,from=2026-07-11T00:00:00Z';
    expect(check(relative(process.cwd(), file) + settings)).toMatchObject({
      kind: 'start',
      options: { positionSets: file + settings },
    });
  });

  it('refuses a missing file, a file without element sets, and a wrong setting', () => {
    const file = join(folder, 'bad.jsonl');
    writeFileSync(file, 'no set');
    const wrong = (part: string) => ({
      kind: 'wrong',
      message: expect.stringContaining(part) as unknown,
    });
    expect(check(join(folder, 'missing'))).toEqual(wrong('ENOENT'));
    expect(check(file)).toEqual(wrong('line 1 is no'));
    writeFileSync(file, JSON.stringify({ line1: '', line2: '' }), 'utf16le');
    expect(check(file)).toEqual(wrong('is not text in UTF-8 or UTF-16'));
    writeFileSync(file, 'no set');
    expect(check(`${file},delay=x`)).toEqual(wrong('delay must be'));
  });

  it('does not change arguments without --position-sets', () => {
    for (const args of [[], ['--help'], ['--bogus']]) {
      const parsed = parseStartArguments(args);
      expect(checkPositionSets(parsed)).toBe(parsed);
    }
  });
});
