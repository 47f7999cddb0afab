import { describe, expect, it } from 'vitest';
import { readFixes } from './fixes.ts';

const line = (timestamp: unknown, latitude: unknown = '10.0000', longitude: unknown = '20.0000') =>
  JSON.stringify({ timestamp, iss_position: { longitude, latitude }, message: 'success' });

describe('readFixes', () => {
  it('reads strings and numbers in any order of fields and lines, without duplicates', () => {
    const { fixes, skipped } = readFixes(
      [
        line(200),
        line(100, 10, 20),
        '',
        line(200),
        '{"message":"success","iss_position":{"latitude":"1","longitude":2},"timestamp":"150"}',
      ].join('\n'),
    );
    expect(skipped).toBe(0);
    expect(fixes.map(({ time }) => time)).toEqual([100.5, 150.5, 200.5]);
    expect(fixes[0]).toMatchObject({ longitude: 20, receivedAt: 100_500 });
  });

  it('counts unreadable lines and reads the rest', () => {
    const text = [
      'nothing',
      '{"timestamp": 1',
      line(1, '91'),
      JSON.stringify({ message: 'failure' }),
      '[]',
      line(300),
      '   ',
    ].join('\r\n');
    const { fixes, skipped } = readFixes(text);
    expect(fixes).toHaveLength(1);
    expect(skipped).toBe(5);
  });

  it('reads a file of one line, and an empty file', () => {
    expect(readFixes(`${line(1)}\n`)).toMatchObject({ fixes: [{ time: 1.5 }], skipped: 0 });
    expect(readFixes('')).toEqual({ fixes: [], skipped: 0 });
  });
});
