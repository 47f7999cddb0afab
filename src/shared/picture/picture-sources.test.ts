import { describe, expect, it } from 'vitest';
import { emptyContent } from '#test/support/surroundings.ts';
import { noonMs } from '#test/support/any-state.ts';
import { m } from '#words';
import { failureSentence } from '../failure-words.ts';
import type { Failure } from '../failure.ts';
import type { AppState } from '../state.ts';
import { sinceTime, untilInWords } from '../time-words.ts';
import { joinSentences } from '../words.ts';
import { lastAnswerInWords, sourceLines } from './picture-sources.ts';
import { providers } from './providers.ts';

type Source = AppState['supply']['providers'][number];
const unasked: Omit<Source, 'name'> = {
  failure: null,
  failedAt: null,
  notBefore: null,
  answeredAt: null,
};
const dns: Failure = { kind: 'offline', reason: 'dns' };
const unreachable: Failure = { kind: 'offline', reason: 'unreachable' };
const reset: Failure = { kind: 'offline', reason: 'reset' };
const quota: Failure = { kind: 'quota', retryAt: null };
const [at, failedAt] = [noonMs - 3_600_000, noonMs - 7_200_000];
const time = (ms: number) => untilInWords(ms, noonMs);
const answered = m.status_last_answer({ when: time(at) });

/** The sentences for a source while the last request of the service had this failure. */
const sentencesOf = (
  source: Partial<Source>,
  failure: Failure | null = null,
  lastSuccessAt: number | null = null,
) => {
  const { picture } = emptyContent.activities;
  const lastFailure = failure && { at: failedAt, firstAt: failedAt, failure };
  return sourceLines(
    {
      supply: { ...emptyContent.supply, providers: [{ name: 'successor', ...unasked, ...source }] },
      activities: {
        ...emptyContent.activities,
        picture: { ...picture, lastFailure, lastSuccessAt },
      },
    },
    noonMs,
  ).map(({ words }) => words);
};

describe('sourceLines', () => {
  it.each<[string, Parameters<typeof sentencesOf>, string[]]>([
    ['not asked', [{}], [m.status_source_not_asked()]],
    ['answered', [{ answeredAt: at }], [answered]],
    [
      'failed',
      [{ failure: quota, failedAt, answeredAt: at }],
      [m.status_failed_at({ when: time(failedAt) }), failureSentence(quota), answered],
    ],
    [
      'failed at an unknown time, without an answer, and rests',
      [{ failure: quota, notBefore: noonMs + 1 }],
      [
        failureSentence(quota),
        m.status_no_answer_yet(),
        m.status_source_rests({ when: time(noonMs + 1) }),
      ],
    ],
    ['answered, no rest any more', [{ answeredAt: at, notBefore: noonMs }], [answered]],
    [
      'answered, while there is no network',
      [{ answeredAt: at }, unreachable],
      [m.status_no_network_since({ since: sinceTime(failedAt, noonMs) }), answered],
    ],
    [
      'not asked, while one name is unknown',
      [{}, dns],
      [failureSentence(dns), m.status_no_answer_yet()],
    ],
    [
      'not asked, while the connection breaks',
      [{}, reset],
      [failureSentence(reset), m.status_no_answer_yet()],
    ],
    [
      'failed by itself, while there is no network',
      [{ failure: quota }, unreachable],
      [failureSentence(quota), m.status_no_answer_yet()],
    ],
    ['not asked, after another failure', [{}, quota], [m.status_source_not_asked()]],
    ['not asked, after a later success', [{}, unreachable, at], [m.status_source_not_asked()]],
  ])('describes a source: %s', (_what, given, sentences) => {
    expect(sentencesOf(...given)).toEqual([joinSentences(sentences)]);
  });

  it('numbers the sources in the order of requests', () => {
    const names = ['legacy', 'successor'] as const;
    const supply = {
      ...emptyContent.supply,
      providers: names.map((name) => ({ name, ...unasked })),
    };
    expect(sourceLines({ ...emptyContent, supply }, noonMs).map(({ name }) => name)).toEqual(
      names.map((name, index) =>
        m.status_source_numbered({ number: index + 1, source: providers[name].label() }),
      ),
    );
  });
});

it('lastAnswerInWords names the time of the last answer', () => {
  expect([lastAnswerInWords(null, noonMs), lastAnswerInWords(at, noonMs)]).toEqual([
    m.status_no_answer_yet(),
    answered,
  ]);
});
