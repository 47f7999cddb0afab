import { describe, expect, it } from 'vitest';
import type { Failure } from '#shared/failure.ts';
import { zeroPostCounts } from '#shared/journal/journal.ts';
import type { Activity, AppState } from '#shared/state.ts';
import {
  appState,
  failingActivity,
  journalOf,
  quietActivity,
  unreachableFailure,
} from '#renderer-test/states.ts';
import { overviewOf } from './overview.ts';

const noon = new Date(2026, 10, 20, 12, 0).getTime();
const failingWith = (failure: Failure = unreachableFailure): Activity => ({
  ...failingActivity,
  lastSuccessAt: noon - 3_600_000,
  lastFailure: { at: noon - 1000, firstAt: noon - 60_000, failure },
  next: { at: noon + 120_000, reason: 'retrying' },
});
const held: Activity = {
  ...failingWith({ kind: 'quota', retryAt: null }),
  next: { at: noon + 2 * 3_600_000, reason: 'retrying', held: true },
};
const untried: Activity = { ...quietActivity, lastSuccessAt: null };
const activities = (
  picture: Activity,
  position: Activity = quietActivity,
  posts: Activity = quietActivity,
): Partial<AppState> => ({ activities: { picture, position, posts } });
const offline = failingWith({ kind: 'offline', reason: 'unreachable' });
const refusing = { journal: journalOf([], { durable: false }) };

const failure = { kind: 'offline', reason: 'unreachable' } as const;
const suppliedBy = (...failures: (typeof failure | null)[]): AppState['supply'] => ({
  ...appState().supply,
  providers: failures.map((one, index) => ({
    name: index === 0 ? 'successor' : 'legacy',
    failure: one,
    failedAt: one && noon,
    notBefore: null,
    answeredAt: noon,
  })),
});

describe('the status in one sentence', () => {
  it.each<[string, Partial<AppState>, 'good' | 'calm' | 'fair' | 'bad', RegExp]>([
    ['all works', {}, 'good', /^Everything works\.$/],
    ['nothing was asked yet', activities(untried, untried, untried), 'calm', /is starting/],
    [
      'one service was not asked yet',
      activities(quietActivity, untried),
      'calm',
      /^Everything that was asked works\. Not asked yet: Position service\.$/,
    ],
    [
      'nothing is to be published',
      activities(quietActivity, quietActivity, untried),
      'good',
      /^Everything works\.$/,
    ],
    ...(['waiting', 'sending', 'deleting'] as const).map(
      (kind): [string, Partial<AppState>, 'calm', RegExp] => [
        `a post is ${kind} while its service was not asked yet`,
        {
          ...activities(quietActivity, quietActivity, untried),
          journal: { ...appState().journal, counts: { ...zeroPostCounts, [kind]: 1 } },
        },
        'calm',
        /^Everything that was asked works\. Not asked yet: Posts service\.$/,
      ],
    ),
    [
      'one of the two asked services fails',
      activities(failingWith(), quietActivity, untried),
      'bad',
      /^The picture service does not work at the moment/,
    ],
    [
      'one of two sources fails',
      { supply: suppliedBy(null, failure) },
      'fair',
      /^Some parts do not work/,
    ],
    [
      'all sources fail',
      { supply: suppliedBy(failure, failure) },
      'bad',
      /^The picture service does not work at the moment; everything else works\.$/,
    ],
    [
      'the picture fails',
      activities(failingWith()),
      'bad',
      /^The picture service does not work at the moment; everything else works\.$/,
    ],
    [
      'the station fails',
      activities(quietActivity, failingWith()),
      'bad',
      /^The position service does not/,
    ],
    [
      'the journal fails',
      activities(quietActivity, quietActivity, failingWith()),
      'bad',
      /^The posts service does/,
    ],
    [
      'the picture service asked to wait',
      activities(held),
      'bad',
      /^No request is sent to the picture service for now; .* Next check: 2:00\sPM\.$/,
    ],
    [
      'the position service asked to wait',
      activities(quietActivity, held),
      'bad',
      /^No request is sent to the position service/,
    ],
    [
      'the posts service asked to wait',
      activities(quietActivity, quietActivity, held),
      'bad',
      /^No request is sent to the posts service/,
    ],
    [
      'only the journal works',
      activities(failingWith(), failingWith()),
      'bad',
      /^Only the posts service/,
    ],
    [
      'two services fail, and the third was not asked yet',
      activities(failingWith(), failingWith(), untried),
      'bad',
      /^No service that was asked works at the moment\. Not asked yet: Posts service\./,
    ],
    [
      'one service fails, and the others were not asked yet',
      activities(untried, failingWith(), untried),
      'bad',
      /^No service that was asked works at the moment\. Not asked yet: Picture service, Posts service\./,
    ],
    [
      'only the picture works',
      activities(quietActivity, failingWith(), held),
      'bad',
      /^Only the picture serv/,
    ],
    [
      'only the station works',
      activities(held, quietActivity, held),
      'bad',
      /^Only the position service/,
    ],
    [
      'no service works',
      activities(failingWith(), failingWith(), failingWith()),
      'bad',
      /^No service works at the/,
    ],
    [
      'no network',
      activities(offline, offline, offline),
      'bad',
      /^There has been no network since 11:59/,
    ],
    ['a problem for the user', refusing, 'bad', /^The disk does not store what you write$/],
    [
      'two problems for the user',
      { ...refusing, settingsReset: { reason: 'newer', file: '/a', aside: true } },
      'bad',
      /^2 things need attention\.$/,
    ],
    [
      'a pause before any problem',
      {
        ...refusing,
        ...activities(failingWith()),
        suspension: { paused: 'indefinite', power: 'awake' },
      },
      'calm',
      /^Paused until you resume\./,
    ],
    [
      'a locked screen',
      { suspension: { paused: null, power: 'locked' } },
      'calm',
      /^The screen is/,
    ],
  ])('describes the case: %s', (_what, part, tone, words) => {
    const overview = overviewOf(appState(part), noon);
    expect(overview.words).toMatch(words);
    expect(overview.tone).toBe(tone);
  });
});
