import { afterEach, describe, expect, it, vi } from 'vitest';
import { dateFormat, numberFormat } from './formats.ts';
import { setLanguage } from './language.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  setLanguage({ language: 'en', formats: 'en' });
});

describe('the formats of Intl', () => {
  it('are created once for the same locale and options', () => {
    expect(numberFormat({ style: 'percent' })).toBe(numberFormat({ style: 'percent' }));
    expect(numberFormat({ style: 'percent' })).not.toBe(numberFormat({}));
  });

  it('follow the locale', () => {
    expect(numberFormat({}).format(1234.5)).toBe('1,234.5');
    setLanguage({ language: 'de', formats: 'de-DE' });
    expect(numberFormat({}).format(1234.5)).toBe('1.234,5');
  });

  it('follow the time zone, also to one that differs only in summer', () => {
    const noon = Date.parse('2026-07-15T12:00:00Z');
    vi.stubEnv('TZ', 'America/Phoenix');
    expect(dateFormat({ hour: 'numeric' }).format(noon)).toMatch(/^5\sAM$/);
    vi.stubEnv('TZ', 'America/Denver');
    expect(dateFormat({ hour: 'numeric' }).format(noon)).toMatch(/^6\sAM$/);
  });
});
