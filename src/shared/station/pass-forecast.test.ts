import { m } from '#words';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visiblePassInWords } from '#renderer/station/visible-pass.ts';
import { anyState, noonMs, passAt, observerAtNoon } from '#test/support/any-state.ts';
import { passLine } from '#tray/lines.ts';
import {
  noPassInWords,
  passInWords,
  passesUnknownInWords,
  positionUnknownInWords,
  reasonsInWords,
  passForecast,
  type PassForecast,
} from './pass-forecast.ts';
import { failureSentence } from '../failure-words.ts';
import { failedRemote, readyRemote } from '../remote.ts';
import { statusOf } from '../status/status.ts';
import { unknownStation, type Station } from './station.ts';
import { runs } from '#test/support/runs.ts';

const hour = 3600_000;
const minute = 60_000;
const until = noonMs + 5 * 24 * hour;
const fix = readyRemote({ time: 1, latitude: 1, longitude: 2, receivedAt: 1 }, 1);
const offline = { kind: 'offline', reason: 'dns' } as const;
const station = (part: Partial<Station>): Station => ({
  ...unknownStation,
  fix,
  observer: observerAtNoon,
  polling: { mode: 'learning', everySeconds: 60 },
  ...part,
});
const hidden = passAt(30);
const visible = passAt(60, { visible: true, reason: null });
const learning = (minutes: number | null): PassForecast => ({
  kind: 'unknown',
  why: { kind: 'learning', minutes },
});

describe('passForecast', () => {
  it.each<[string, Partial<Station>, PassForecast]>([
    ['no observer', { observer: null }, { kind: 'unknown', why: { kind: 'no-observer' } }],
    [
      'no observer, whatever else is known',
      { observer: null, passes: [visible], passesUntil: until },
      { kind: 'unknown', why: { kind: 'no-observer' } },
    ],
    ['an orbit that is not known yet', {}, learning(null)],
    [
      'an orbit that is not known yet, with an estimate',
      { passesExpectedAt: noonMs + 10 * minute },
      learning(10),
    ],
    ['an estimate that is over', { passesExpectedAt: noonMs - minute }, learning(0)],
    [
      'no pass in the few hours known so far',
      { passesUntil: noonMs + 7 * hour, passesExpectedAt: noonMs + 5 * minute },
      learning(5),
    ],
    [
      'no pass in the known hours, and no answer of the service',
      { passesUntil: noonMs + 7 * hour, fix: failedRemote(fix, offline, 2) },
      { kind: 'none', until: noonMs + 7 * hour },
    ],
    [
      'no answer',
      { fix: failedRemote(fix, offline, 2) },
      { kind: 'unknown', why: { kind: 'no-answer', failure: offline } },
    ],
    [
      'a pause',
      { fix: failedRemote(fix, offline, 2), polling: { mode: 'paused', everySeconds: null } },
      { kind: 'unknown', why: { kind: 'paused' } },
    ],
    ['a forecast that has run out', { passes: [visible], passesUntil: noonMs }, learning(null)],
    ['no pass', { passesUntil: until }, { kind: 'none', until }],
    [
      'passes that are over',
      { passes: [passAt(-30)], passesUntil: until },
      { kind: 'none', until },
    ],
    [
      'invisible passes',
      {
        passes: [
          hidden,
          passAt(120, { reason: 'in-shadow' }),
          passAt(200, { reason: 'in-shadow' }),
        ],
        passesUntil: until,
      },
      { kind: 'hidden', next: hidden, reasons: ['in-shadow', 'daylight'], until },
    ],
    [
      'a pass in the few hours known so far',
      { passes: [hidden], passesUntil: noonMs + 7 * hour },
      { kind: 'hidden', next: hidden, reasons: ['daylight'], until: noonMs + 7 * hour },
    ],
    [
      'visible passes',
      { passes: [hidden, visible], passesUntil: until },
      { kind: 'visible', next: hidden, nextVisible: visible, until },
    ],
  ])('returns the forecast for %s', (_what, part, forecast) => {
    expect(passForecast(station(part), noonMs)).toEqual(forecast);
  });
});

describe('the words of a pass forecast', () => {
  it.each([
    [null, 'The orbit is not known yet'],
    [0, 'Available in a few minutes'],
    [3, 'Available in a few minutes'],
    [4, 'Available in about 5 minutes'],
    [14, 'Available in about 15 minutes'],
    [57, 'Available in about 55 minutes'],
    [59, 'Available in about an hour'],
    [110, 'Available in about 2 hours'],
  ])('for an estimate of %s minutes are: %s', (minutes, words) => {
    expect(passesUnknownInWords({ kind: 'learning', minutes })).toBe(words);
  });

  it.each([
    [5 * 24, '5 days'],
    [5 * 24 - 1, '5 days'],
    [4.5 * 24, '4 days'],
    [30, '30 hours'],
    [7.9, '7 hours'],
    [1.5, '60 minutes'],
  ])('write %d hours without a pass as %s', (hours, words) => {
    expect(noPassInWords(noonMs + hours * hour, noonMs)).toBe(`None in the next ${words}`);
  });

  const saysUnknown = /\bknown\b|\bavailable in\b|\bset your place\b/i;

  it('never state that there is no pass while the passes are unknown', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const forecast = passForecast(state.station, noonMs);
        const texts = [
          visiblePassInWords(state, noonMs).words,
          passLine(state, noonMs),
          statusOf(state, noonMs).nextPass,
        ];
        for (const words of texts)
          if (forecast.kind === 'unknown') expect(words).toMatch(saysUnknown);
          else expect(words).not.toMatch(saysUnknown);
        const tellsNone = texts.filter((words) => /\bnone in the next\b/i.test(words)).length;
        expect(tellsNone).toBe({ unknown: 0, none: 3, hidden: 1, visible: 0 }[forecast.kind]);
      }),
      { numRuns: runs(500) },
    );
  });

  it.each([
    [24, '24\u00a0s'],
    [59.4, '59\u00a0s'],
    [59.6, '1\u00a0min'],
    [89, '1\u00a0min'],
    [200, '3\u00a0min'],
  ])('write the length of a visible stretch of %d s as %s', (seconds, words) => {
    const from = noonMs / 1000 + 60;
    const seen = { visible: true, reason: null, visibleFrom: from, visibleTo: from + seconds };
    expect(passInWords(passAt(0, seen), null, noonMs).words).toContain(` · ${words}, `);
  });

  it('name the brightness of a visible pass', () => {
    const bright = { magnitude: -3.14, band: 'jupiter' } as const;
    const seen = passAt(60, { visible: true, reason: null, brightness: bright });
    expect(passInWords(seen, observerAtNoon, noonMs).words).toMatch(
      /· 10\smin, like Jupiter \(magnitude\s−3\.1\)$/,
    );
  });

  it('join the reasons why no pass is visible, and name the failure of the service', () => {
    expect(reasonsInWords(['in-shadow', 'daylight', 'too-low'])).toBe(
      [m.forecast_hidden_shadow(), m.forecast_hidden_daylight(), m.forecast_hidden_low()].join(
        ' · ',
      ),
    );
    const failed = { kind: 'no-answer', failure: offline } as const;
    expect(positionUnknownInWords(failed)).toBe(failureSentence(offline));
    expect(passesUnknownInWords(failed)).toBe(m.forecast_no_answer());
    for (const inWords of [positionUnknownInWords, passesUnknownInWords])
      expect(inWords({ kind: 'paused' })).toBe(m.forecast_paused());
  });
});
