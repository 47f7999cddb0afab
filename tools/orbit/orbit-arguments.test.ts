import { describe, expect, it } from 'vitest';
import { UsageError } from '../setup/command.ts';
import { joinOptionValues, parseRequest } from './orbit-arguments.ts';

describe('parseRequest', () => {
  it('sets defaults for everything except the file', () => {
    expect(parseRequest({ fixes: 'a.jsonl' })).toEqual({
      fixes: 'a.jsonl',
      at: [],
      observer: null,
      from: null,
      hours: 24,
    });
  });

  it('accepts southern and western places, with and without a height', () => {
    const observer = (text: string) =>
      parseRequest({ fixes: 'a', observer: text, hours: '1.5', at: '1,2.5' }).observer;
    expect(observer('48.137,11.575')).toEqual({
      latitude: 48.137,
      longitude: 11.575,
      altitude: 524,
    });
    expect(observer('-33.9,-70.5')).toMatchObject({ latitude: -33.9, longitude: -70.5 });
    expect(observer('-33.9, 18.4, 20')).toEqual({ latitude: -33.9, longitude: 18.4, altitude: 20 });
    expect(observer('51,-0.5')?.longitude).toBe(-0.5);
  });

  it.each([
    {},
    { at: '1,,2' },
    { at: 'now' },
    { at: '' },
    { observer: '52' },
    { observer: '91,0' },
    { observer: '1,2,3,4' },
    { hours: '0' },
    { hours: '-1' },
    { hours: '100000' },
    { from: '1e9' },
  ])('refuses %j', (values) => {
    const fixes = Object.keys(values).length > 0 ? { fixes: 'a' } : {};
    expect(() => parseRequest({ ...fixes, ...values })).toThrow(UsageError);
  });

  it('takes a southern latitude as the value of an option', () => {
    expect(joinOptionValues(['--observer', '-33.9,18.4', '--hours', '2'])).toEqual([
      '--observer=-33.9,18.4',
      '--hours',
      '2',
    ]);
  });
});
