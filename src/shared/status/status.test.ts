import { describe, expect, it } from 'vitest';
import { dayPicture } from '#test/support/pictures.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { statusText } from '#runtime/status/status-text.ts';
import { noPosts, quietJournal } from '../journal/journal.ts';
import { ready } from '../remote.ts';
import type { Failure } from '../failure.ts';
import type { Activity, AppState } from '../state.ts';
import { apiKeyWords, statusOf } from './status.ts';
import { statusSchema } from './status-schema.ts';

const now = new Date(2026, 10, 20, 12, 0).getTime();
const minutes = (count: number): number => now + count * 60_000;
const time = (at: number): string =>
  new Date(at).toLocaleTimeString(undefined, { timeStyle: 'short' });

/** As times are written that are only a minute away. */
const exactly = (at: number): string =>
  new Date(at).toLocaleTimeString(undefined, { timeStyle: 'medium' });

const waits = (at: number | null, reason: string, part: Partial<Activity> = {}): Activity => ({
  ...{ lastSuccessAt: null, lastFailure: null, since: minutes(-5), next: { at, reason } },
  ...part,
});
const failedWith = (failure: Failure): Partial<Activity> => ({
  lastSuccessAt: minutes(-60),
  lastFailure: { at: minutes(-1), failure },
});
const activities = {
  picture: waits(minutes(90), 'the next picture is due'),
  position: waits(minutes(4), 'a fix now and then keeps the orbit known'),
  posts: waits(null, 'nothing to publish'),
};
const state = (part: Partial<AppState> = {}): AppState => ({
  ...emptyContent,
  revision: 1,
  activities,
  ...part,
});
const headline = (part: Partial<AppState>): string => statusOf(state(part), now).headline;
const refusal: Failure = { kind: 'refused', status: 422, message: '' };
const offline = failedWith({ kind: 'offline', reason: 'dns' });

describe('the headline', () => {
  const refused: Partial<AppState> = {
    activities: { ...activities, picture: waits(null, 'x', failedWith({ kind: 'key-refused' })) },
  };
  it.each<[string, Partial<AppState>, string | RegExp]>([
    [
      'what comes next',
      {},
      `Station: a fix now and then keeps the orbit known. Next request at ${time(minutes(4))}.`,
    ],
    [
      'what is due',
      { activities: { ...activities, position: waits(minutes(-1), 'looking') } },
      'Station: looking. Next request now.',
    ],
    [
      'nothing',
      {
        activities: {
          ...{ picture: waits(null, ''), position: waits(null, ''), posts: waits(null, '') },
        },
      },
      'Nothing is due; the app waits for you.',
    ],
    [
      'a pause',
      { rest: { paused: minutes(60), power: 'locked' } },
      `Paused until ${time(minutes(60))}; nothing is asked of any service.`,
    ],
    [
      'a pause until midnight',
      { rest: { paused: new Date(now).setHours(24, 0, 0, 0), power: 'awake' } },
      'Paused until midnight; nothing is asked of any service.',
    ],
    [
      'a pause without an end',
      { rest: { paused: 'resumed', power: 'awake' } },
      /^Paused until you/,
    ],
    ['a pause that is over', { rest: { paused: minutes(-1), power: 'awake' } }, /^Station: /],
    ['sleep', { rest: { paused: null, power: 'asleep' } }, /^The computer sleeps/],
    ['a locked screen', { rest: { paused: null, power: 'locked' } }, /^The screen is locked/],
    [
      'a key refused',
      { ...refused, apiKey: { isSet: true, kept: 'plain' } },
      /refuses your API key/,
    ],
    ['the public key refused', refused, /refuses the public key/],
    ['a full disk', { journal: { ...quietJournal, durable: false } }, /^The disk does not take/],
    [
      'a post refused',
      { journal: { ...quietJournal, counts: { ...noPosts, refused: 2 } } },
      /refused 2 posts/,
    ],
    [
      'what fails, the picture before the station, and when it is tried again',
      {
        activities: {
          picture: waits(minutes(1), 'x', failedWith({ kind: 'offline', reason: 'reset' })),
          position: waits(minutes(0.5), 'x', failedWith({ kind: 'offline', reason: 'refused' })),
          posts: waits(null, 'x'),
        },
      },
      `Picture: the connection broke off. Next try at ${exactly(minutes(1))}.`,
    ],
    [
      'nothing of a refused post that is gone',
      { activities: { ...activities, posts: waits(null, 'x', failedWith(refusal)) } },
      /^Station: a fix now and then/,
    ],
    [
      'no network',
      {
        activities: {
          picture: waits(minutes(1), 'x', offline),
          position: waits(minutes(2), 'x', offline),
          posts: waits(null, 'x', offline),
        },
      },
      `The network seems to be down; the app tries again at ${exactly(minutes(1))}.`,
    ],
  ])('says %s', (_what, part, words) => {
    if (typeof words === 'string') expect(headline(part)).toBe(words);
    else expect(headline(part)).toMatch(words);
  });

  it('a failure that a success came after is over', () => {
    const over = { ...failedWith({ kind: 'key-refused' }), lastSuccessAt: now };
    const again = { ...activities, picture: waits(minutes(9), 'x', over) };
    expect(statusOf(state({ activities: again }), now).needsYou).toEqual([]);
  });
});

describe('a status', () => {
  const quota = { limit: 40, remaining: 12, at: minutes(-3) };
  const full = state({
    picture: ready(dayPicture('2026-11-20', { title: 'Pillars' }), now),
    supply: {
      ...emptyContent.supply,
      quota,
      providers: [
        { name: 'successor', failure: null, restsUntil: null, answeredAt: minutes(-7) },
        {
          ...{ name: 'legacy', failure: { kind: 'placeholder' }, answeredAt: null },
          restsUntil: minutes(60),
        },
        { name: 'editors', failure: null, restsUntil: null, answeredAt: null },
      ],
    },
    activities: { ...activities, posts: waits(null, 'paused', offline) },
    wallpaper: {
      ...{ kind: 'set', date: '2026-11-20', path: '/x', backend: 'xfce', verified: true, at: now },
    },
  });

  it('has the shape that goes through the wire', () => {
    const status = statusOf(full, now);
    expect(statusSchema.parse(JSON.parse(JSON.stringify(status)))).toEqual(status);
    expect(status.services.picture.quota).toEqual(quota);
    expect(status.services.posts.lastFailure?.words).toMatch(/cannot be looked up/);
  });

  it('reads well on a terminal', () => {
    expect(statusText(statusOf(full, now), now).split('\n')).toEqual([
      'Simulated: nothing here is real.',
      'Journal: the service’s name cannot be looked up, so the network may be down.',
      '',
      'Today       Pillars (2026-11-20)',
      'Wallpaper   the picture of 2026-11-20',
      'Next pass   known once you say where you are',
      'Unsent      0, refused 0',
      'API key     No key is set. The public key is used, with its small quota.',
      '',
      'Picture',
      `  state          the next picture is due, since ${time(minutes(-5))}`,
      `  next request   ${time(minutes(90))}`,
      '  last success   none since the start',
      '  quota left     12 of 40',
      `  sources        1. Picture service: last answer ${time(minutes(-7))}`,
      `                 2. Legacy service: the service gives a placeholder in place of the picture; not asked until ${time(minutes(60))}`,
      '                 3. Site of the editors: not asked yet',
      '',
      'Station',
      `  state          a fix now and then keeps the orbit known, since ${time(minutes(-5))}`,
      `  next request   ${time(minutes(4))}`,
      '  last success   none since the start',
      '',
      'Journal',
      `  state          paused, since ${time(minutes(-5))}`,
      '  next request   when there is something to publish',
      `  last success   ${time(minutes(-60))}`,
      `  last failure   ${time(minutes(-1))}: the service’s name cannot be looked up, so the network may be down`,
    ]);
  });

  it('names what needs the person only once', () => {
    const needy = state({ journal: { ...quietJournal, durable: false } });
    const text = statusText(statusOf(needy, now), now);
    expect(text.split('The disk does not take').length).toBe(2);
  });
});

it.each([
  [{ isSet: false, kept: null }, /public key/],
  [{ isSet: true, kept: 'keyring' }, /encrypted by this system/],
  [{ isSet: true, kept: 'plain' }, /every program that you run could read it/],
  [{ isSet: true, kept: 'memory' }, /until the app ends/],
  [{ isSet: true, kept: 'environment' }, /OVERHEAD_API_KEY/],
  [{ isSet: false, kept: 'keyring' }, /another picture service/],
  [{ isSet: false, kept: 'environment' }, /OVERHEAD_API_KEY is not for this/],
] as const)('says where a key is kept: %j', (key, words) => {
  expect(apiKeyWords(key)).toMatch(words);
});

describe('what a service waits for', () => {
  const rest = (
    paused: AppState['rest']['paused'],
    power: AppState['rest']['power'] = 'awake',
  ) => ({
    rest: { paused, power },
  });
  const refused = { ...quietJournal, counts: { ...noPosts, refused: 1 } };
  const idle = { ...activities, picture: waits(null, 'x'), posts: waits(null, 'nothing waits') };
  it.each<[string, Partial<AppState>, string, string]>([
    ['nothing', {}, 'when something changes', 'when there is something to publish'],
    ['a resume', rest('resumed'), 'when you resume', 'when you resume'],
    ['the end of a pause', rest(minutes(60)), 'when the pause ends', 'when the pause ends'],
    [
      'a person who comes back',
      rest(null, 'locked'),
      'when you come back',
      'when there is something to publish',
    ],
    [
      'the morning',
      rest(null, 'asleep'),
      'when the computer wakes up',
      'when the computer wakes up',
    ],
    [
      'a journal that is held back',
      { journal: { ...quietJournal, paused: true } },
      'when something changes',
      'when you let posts go out again',
    ],
    [
      'a decision about a post',
      { journal: refused },
      'when something changes',
      'when you change what was refused, or try it again',
    ],
  ])('%s', (_what, part, picture, posts) => {
    const { services } = statusOf(state({ activities: idle, ...part }), now);
    expect([services.picture.nextWhen, services.posts.nextWhen]).toEqual([picture, posts]);
  });

  it('is in trouble with a refused post, and with a disk that does not take the journal', () => {
    const posts = (journal: AppState['journal']) =>
      statusOf(state({ activities: idle, journal }), now).services.posts;
    expect(posts(quietJournal)).toMatchObject({ troubled: false, waitsFor: 'nothing waits' });
    expect(posts(refused)).toMatchObject({
      troubled: true,
      waitsFor: 'the service refused a post',
    });
    expect(posts({ ...quietJournal, durable: false }).troubled).toBe(true);
  });

  it('is told in whole milliseconds', () => {
    const { services } = statusOf(
      state({ activities: { ...activities, posts: waits(now + 0.25, 'x') } }),
      now,
    );
    expect(services.posts.nextAt).toBe(now);
  });
});
