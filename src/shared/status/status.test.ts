import fc from 'fast-check';
import { m } from '#words';
import { describe, expect, it } from 'vitest';
import { anyState, noonMs } from '#test/support/any-state.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { statusText } from './status-text.ts';
import { zeroPostCounts, emptyJournalStatus } from '../journal/journal.ts';
import { readyRemote } from '../remote.ts';
import type { Failure } from '../failure.ts';
import { noManagedState } from '../settings/managed.ts';
import { sinceTime } from '../time-words.ts';
import { asSentence } from '../words.ts';
import {
  serviceNames,
  type Activity,
  type AppState,
  type ServiceName,
  type WaitReason,
} from '../state.ts';
import type { ServiceState } from './status-of-service.ts';
import { holdEndOf } from './standing.ts';
import { apiKeyWords, statusOf } from './status.ts';
import { statusSchema } from './status-schema.ts';
import { runs } from '#test/support/runs.ts';

const now = new Date(2026, 10, 20, 12, 0).getTime();
const minutes = (count: number): number => now + count * 60_000;
const time = (at: number): string => new Date(at).toLocaleTimeString('en', { timeStyle: 'short' });

/** A time within a minute, in the format of the status. */
const exactly = (at: number): string =>
  new Date(at).toLocaleTimeString('en', { timeStyle: 'medium' });

const waits = (at: number | null, reason: WaitReason, part: Partial<Activity> = {}): Activity => ({
  lastSuccessAt: null,
  lastFailure: null,
  since: minutes(-5),
  next: { at, reason },
  ...part,
});
const failedWith = (failure: Failure): Partial<Activity> => ({
  lastSuccessAt: minutes(-60),
  lastFailure: { at: minutes(-1), firstAt: minutes(-10), failure },
});
const activities = {
  picture: waits(minutes(90), 'picture-here'),
  position: waits(minutes(4), 'station-known'),
  posts: waits(null, 'posts-none'),
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

describe('the headline of the status', () => {
  const refused: Partial<AppState> = {
    activities: {
      ...activities,
      picture: waits(null, 'retrying', failedWith({ kind: 'key-refused' })),
    },
  };
  it.each<[string, Partial<AppState>, string | RegExp]>([
    [
      'the next check',
      {},
      `Station: The orbit is known. A position now and then keeps it up to date. Next check: ${time(minutes(4))}.`,
    ],
    [
      'a check that is due',
      { activities: { ...activities, position: waits(minutes(-1), 'station-learning') } },
      'Station: The orbit is not known yet. Next check: now.',
    ],
    [
      'a state without a next check',
      {
        activities: {
          picture: waits(null, 'picture-here'),
          position: waits(null, 'picture-here'),
          posts: waits(null, 'picture-here'),
        },
      },
      'Everything is up to date.',
    ],
    [
      'a pause',
      { suspension: { paused: minutes(60), power: 'locked' } },
      `Paused until ${time(minutes(60))}. No service is asked.`,
    ],
    [
      'a pause until midnight',
      { suspension: { paused: new Date(now).setHours(24, 0, 0, 0), power: 'awake' } },
      'Paused until midnight. No service is asked.',
    ],
    [
      'a pause without an end',
      { suspension: { paused: 'indefinite', power: 'awake' } },
      /^Paused until you/,
    ],
    ['a pause that is over', { suspension: { paused: minutes(-1), power: 'awake' } }, /^Station: /],
    ['sleep', { suspension: { paused: null, power: 'asleep' } }, /^The computer is asleep/],
    ['a locked screen', { suspension: { paused: null, power: 'locked' } }, /^The screen is locked/],
    [
      'a refused key',
      { ...refused, apiKey: { isSet: true, storage: 'plain' } },
      /refuses your API key/,
    ],
    ['the refused shared key', refused, /refuses the shared key/],
    [
      'a full disk',
      { journal: { ...emptyJournalStatus, durable: false } },
      /^The disk does not store/,
    ],
    [
      'a refused post',
      { journal: { ...emptyJournalStatus, counts: { ...zeroPostCounts, refused: 2 } } },
      /refused 2 posts/,
    ],
    [
      'a failure and the next try, the picture before the station',
      {
        activities: {
          picture: waits(minutes(1), 'retrying', failedWith({ kind: 'offline', reason: 'reset' })),
          position: waits(
            minutes(0.5),
            'retrying',
            failedWith({ kind: 'offline', reason: 'refused' }),
          ),
          posts: waits(null, 'retrying'),
        },
      },
      `Picture: The connection broke off. Next try: ${exactly(minutes(1))}.`,
    ],
    [
      'the next check after a refused post was deleted',
      { activities: { ...activities, posts: waits(null, 'retrying', failedWith(refusal)) } },
      /^Station: The orbit is known/,
    ],
    [
      'no network',
      {
        activities: {
          picture: waits(minutes(1), 'retrying', offline),
          position: waits(minutes(2), 'retrying', offline),
          posts: waits(null, 'retrying', offline),
        },
      },
      `No network since ${time(minutes(-10))}. Next try: ${exactly(minutes(1))}.`,
    ],
  ])('describes %s', (_what, part, words) => {
    if (typeof words === 'string') expect(headline(part)).toBe(words);
    else expect(headline(part)).toMatch(words);
  });

  it('comes with an empty `needsYou` when a request succeeded after the API key was refused', () => {
    const over = { ...failedWith({ kind: 'key-refused' }), lastSuccessAt: now };
    const again = { ...activities, picture: waits(minutes(9), 'retrying', over) };
    expect(statusOf(state({ activities: again }), now).needsYou).toEqual([]);
  });
});

describe('a status', () => {
  const quota = { limit: 40, remaining: 12, at: minutes(-3) };
  const full = state({
    picture: readyRemote(dayPicture('2026-11-20', { title: 'Pillars' }), now),
    supply: {
      ...emptyContent.supply,
      quota,
      providers: [
        {
          name: 'successor',
          failure: null,
          failedAt: null,
          notBefore: null,
          answeredAt: minutes(-7),
        },
        {
          name: 'legacy',
          failure: { kind: 'placeholder' },
          answeredAt: null,
          failedAt: minutes(-8),
          notBefore: minutes(60),
        },
        {
          name: 'editors',
          failure: null,
          failedAt: null,
          notBefore: null,
          answeredAt: null,
        },
      ],
    },
    activities: { ...activities, posts: waits(null, 'resuming', offline) },
    wallpaper: {
      kind: 'set',
      date: '2026-11-20',
      path: '/x',
      backend: 'xfce',
      verified: true,
      at: now,
    },
  });

  it('has the form of the schema for other programs', () => {
    const status = statusOf(full, now);
    expect(statusSchema.parse(JSON.parse(JSON.stringify(status)))).toEqual(status);
    expect(status.services.picture.quota).toEqual(quota);
    expect(status.services.posts.lastFailure?.words).toMatch(/cannot be found/);
  });

  it('is printed as lines of text with aligned labels and values', () => {
    const status = statusOf(full, now);
    const { picture, position, posts } = status.services;
    const [first, second, third] = status.pictureSources.map(({ name, words }) =>
      m.status_of_service({ service: name, sentence: words }),
    );
    const inHead = (label: string, words: string): string => label.padEnd(12) + words;
    const inService = (label: string, words = ''): string => `  ${label.padEnd(15)}${words}`;
    const since = (words: string): string => `${words} ${asSentence(sinceTime(minutes(-5), now))}`;
    expect(statusText(status, now).split('\n')).toEqual([
      m.tray_simulated(),
      status.headline,
      '',
      inHead(m.command_label_today(), 'Pillars (2026-11-20)'),
      inHead(m.command_label_wallpaper(), status.wallpaper),
      inHead(m.command_label_pass(), status.nextPass),
      '',
      m.status_service_picture(),
      inService(m.command_label_state(), since(picture.waitsFor)),
      inService(m.command_label_next(), time(minutes(90))),
      inService(m.command_label_success(), m.command_no_success()),
      inService(m.command_label_failure(), `${time(minutes(-8))}: ${picture.lastFailure?.words}`),
      inService(m.command_label_quota(), m.command_quota_of({ remaining: 12, limit: 40 })),
      inService(m.command_label_sources(), first),
      inService('', second),
      inService('', third),
      '',
      m.status_service_position(),
      inService(m.command_label_state(), since(position.waitsFor)),
      inService(m.command_label_next(), time(minutes(4))),
      inService(m.command_label_success(), m.command_no_success()),
      '',
      m.status_service_posts(),
      inService(m.command_label_state(), posts.words),
      inService(m.command_label_next(), m.status_when_to_publish()),
      inService(m.command_label_success(), time(minutes(-60))),
      inService(m.command_label_failure(), `${time(minutes(-1))}: ${posts.lastFailure?.words}`),
    ]);
  });

  it('lists only the counts of posts that are not 0, and an API key only for real services', () => {
    const counts = { ...emptyJournalStatus.counts, waiting: 2, sending: 1, refused: 4 };
    const labels = [
      m.command_label_unsent(),
      m.command_label_refused(),
      m.command_label_key(),
    ] as const;
    const rowsOf = (part: Partial<AppState>): string[] =>
      statusText(statusOf(state(part), now), now)
        .split('\n')
        .filter((line) => labels.some((label) => line.startsWith(label)))
        .map((line) => line.replaceAll(/ {2,}/g, ': '));
    const [unsent, refused, key] = labels;
    const real = { source: 'live', simulated: false } as const;
    expect(rowsOf({ services: real, journal: { ...emptyJournalStatus, counts } })).toEqual([
      `${unsent}: 3`,
      `${refused}: 4`,
      `${key}: ${m.status_key_none()}`,
    ]);
    expect(rowsOf({ services: { source: 'embedded', simulated: true } })).toEqual([]);
  });

  it('begins with the headline when the services are real', () => {
    const status = statusOf(state({ services: { source: 'live', simulated: false } }), now);
    expect(statusText(status, now).split('\n')[0]).toBe(status.headline);
  });

  it('reports in one line that Chromium runs without its sandbox', () => {
    const linesOf = (sandboxed: boolean): string[] =>
      statusText(statusOf(state({ sandboxed }), now), now).split('\n');
    expect(linesOf(false).filter((line) => line.includes('sandbox'))).toEqual([
      m.status_no_sandbox(),
    ]);
    expect(linesOf(true).filter((line) => line.includes('sandbox'))).toEqual([]);
  });

  it('reports whether the desktop confirmed the wallpaper', () => {
    const verifiedWith = (wallpaper: AppState['wallpaper']) =>
      statusOf(state({ wallpaper }), now).verified;
    const set = { kind: 'set', date: '2026-11-20', path: '/x', backend: 'xfce', at: now } as const;
    expect(verifiedWith({ ...set, verified: true })).toBe(true);
    expect(verifiedWith({ ...set, verified: false })).toBe(false);
    expect(verifiedWith({ kind: 'untouched' })).toBeNull();
  });

  it('names the settings of the administrator, and why some of them are ignored', () => {
    const place = '/etc/overhead/settings.json';
    const linesOf = (managed: AppState['managed']): string[] =>
      statusText(statusOf(state({ managed }), now), now)
        .split('\n')
        .filter((line) => line.includes('administrator'));
    expect(linesOf(noManagedState)).toEqual([]);
    const keys = ['services.proxy', 'picture.keepMiB'];
    const invalid = { reason: 'invalid', keys } as const;
    expect(
      linesOf({ place, locked: ['updates.automatic'], problem: { ...invalid, keys } }),
    ).toEqual([
      `Set by your administrator: updates.automatic (${place}).`,
      `Wrong values in the settings of your administrator; your own are used for services.proxy, picture.keepMiB (${place}).`,
    ]);
    for (const reason of ['unreadable', 'untrusted'] as const)
      expect(linesOf({ place, locked: [], problem: { reason, keys: [] } })).toEqual([
        expect.stringMatching(new RegExp(`administrator .*${place}$`)),
      ]);
  });

  it('names each problem of the user only once', () => {
    const needy = state({ journal: { ...emptyJournalStatus, durable: false } });
    const text = statusText(statusOf(needy, now), now);
    expect(text.split('The disk does not store').length).toBe(2);
  });
});

it.each([
  [{ isSet: false, storage: null }, /shared key/],
  [{ isSet: true, storage: 'keyring' }, /encrypted by this system/],
  [{ isSet: true, storage: 'plain' }, /every program that you run could read it/],
  [{ isSet: true, storage: 'memory' }, /until Overhead quits/],
  [{ isSet: false, storage: 'locked' }, /Quit and start Overhead again to unlock your key/],
  [{ isSet: true, storage: 'environment' }, /OVERHEAD_API_KEY/],
  [{ isSet: false, storage: 'keyring' }, /another picture service/],
  [{ isSet: false, storage: 'environment' }, /OVERHEAD_API_KEY is not for this/],
] as const)('apiKeyWords describes where an API key is stored: %j', (key, words) => {
  expect(apiKeyWords(key)).toMatch(words);
});

describe('a waiting service', () => {
  const suspension = (
    paused: AppState['suspension']['paused'],
    power: AppState['suspension']['power'] = 'awake',
  ) => ({
    suspension: { paused, power },
  });
  const refused = { ...emptyJournalStatus, counts: { ...zeroPostCounts, refused: 1 } };
  const idle = {
    ...activities,
    picture: waits(null, 'retrying'),
    posts: waits(null, 'posts-none'),
  };
  it.each<[string, Partial<AppState>, string, string]>([
    [
      'something to do',
      {},
      'when the key, the address or the settings change',
      'with your next post',
    ],
    ['the user resumes', suspension('indefinite'), 'when you resume', 'when you resume'],
    ['the pause ends', suspension(minutes(60)), 'when the pause ends', 'when the pause ends'],
    [
      'the user unlocks the screen',
      suspension(null, 'locked'),
      'when you come back',
      'with your next post',
    ],
    [
      'the computer wakes up',
      suspension(null, 'asleep'),
      'when the computer wakes up',
      'when the computer wakes up',
    ],
    [
      'the user resumes publishing',
      { journal: { ...emptyJournalStatus, paused: true } },
      'when the key, the address or the settings change',
      'when you resume publishing',
    ],
    [
      'the user changes a refused post',
      { journal: refused },
      'when the key, the address or the settings change',
      'when you change what was refused, or try it again',
    ],
    [
      'a refused post, and a journal that cannot be stored',
      { journal: { ...refused, durable: false } },
      'when the key, the address or the settings change',
      'with your next post',
    ],
  ])('names the event before its next request: %s', (_what, part, picture, posts) => {
    const { services } = statusOf(state({ activities: idle, ...part }), now);
    expect([services.picture.nextWhen, services.posts.nextWhen]).toEqual([picture, posts]);
  });

  it('reports a problem for a rejected post, and for a disk that cannot store the journal', () => {
    const posts = (journal: AppState['journal']) =>
      statusOf(state({ activities: idle, journal }), now).services.posts;
    expect(posts(emptyJournalStatus)).toMatchObject({
      hasProblem: false,
      waitsFor: m.status_wait_posts_none(),
    });
    expect(posts(refused)).toMatchObject({
      hasProblem: true,
      waitsFor: m.status_posts_refused({ count: 1 }),
    });
    expect(posts({ ...emptyJournalStatus, durable: false })).toMatchObject({
      hasProblem: true,
      lastFailure: { at: null, words: m.status_wait_posts_unsaved() },
    });
  });

  it('gives times in whole milliseconds', () => {
    const { services } = statusOf(
      state({ activities: { ...activities, posts: waits(now + 0.25, 'retrying') } }),
      now,
    );
    expect(services.posts.nextAt).toBe(now);
  });
});

describe('the state of a service', () => {
  const down = failedWith({ kind: 'offline', reason: 'unreachable' });
  const source = (
    part: object,
    others: AppState['supply']['providers'] = [],
  ): AppState['supply'] => ({
    ...emptyContent.supply,
    providers: [
      {
        ...({ name: 'successor', failure: null, failedAt: null, notBefore: null } as const),
        answeredAt: minutes(-30),
        ...part,
      },
      ...others,
    ],
  });
  const placeholder = { failure: { kind: 'placeholder' }, failedAt: minutes(-8) } as const;
  const ours = (picture: Activity): Partial<AppState> => ({
    activities: { ...activities, picture },
  });
  const worked = { lastSuccessAt: minutes(-30) };
  const here = 'picture-here';

  it.each<[string, Partial<AppState>, ServiceName, ServiceState, string]>([
    ['no answer yet', ours(waits(null, 'starting')), 'picture', 'untried', 'Overhead is starting.'],
    [
      'a success',
      ours(waits(null, here, worked)),
      'picture',
      'working',
      'Today’s picture is here.',
    ],
    [
      'a success after a failure',
      ours(waits(null, here, { ...offline, lastSuccessAt: now })),
      'picture',
      'working',
      'Today’s picture is here.',
    ],
    [
      'a failing source beside a working one',
      {
        ...ours(waits(null, here, worked)),
        supply: source(placeholder, source({ name: 'legacy' }).providers),
      },
      'picture',
      'degraded',
      'Today’s picture is here. One source fails.',
    ],
    [
      'failing sources after a success',
      { ...ours(waits(null, here, worked)), supply: source(placeholder) },
      'picture',
      'failing',
      `Failing since ${time(minutes(-5))}.`,
    ],
    [
      'a refused post that was deleted',
      {
        activities: {
          ...activities,
          posts: waits(null, 'posts-none', failedWith(refusal)),
        },
      },
      'posts',
      'degraded',
      'Nothing waits to be published.',
    ],
    [
      'a failure',
      ours(waits(minutes(1), 'retrying', failedWith({ kind: 'offline', reason: 'reset' }))),
      'picture',
      'failing',
      `Failing since ${time(minutes(-10))}. The connection broke off.`,
    ],
    [
      'a failed DNS lookup for one service only',
      ours(waits(minutes(1), 'retrying', offline)),
      'picture',
      'failing',
      `Failing since ${time(minutes(-10))}. The address of the service cannot be found. The network may be down.`,
    ],
    [
      'no network',
      ours(waits(minutes(1), 'retrying', down)),
      'picture',
      'no-network',
      `No network since ${time(minutes(-10))}. Last answer: ${time(minutes(-60))}.`,
    ],
    [
      'no network and no earlier answer',
      ours(waits(minutes(1), 'retrying', { ...down, lastSuccessAt: null })),
      'picture',
      'no-network',
      `No network since ${time(minutes(-10))}. No answer yet.`,
    ],
    [
      'a failure during a pause',
      {
        ...ours(waits(minutes(1), 'retrying', down)),
        suspension: { paused: minutes(60), power: 'awake' },
      },
      'picture',
      'suspended',
      `Paused until ${time(minutes(60))}.`,
    ],
    [
      'a locked screen',
      { suspension: { paused: null, power: 'locked' } },
      'position',
      'suspended',
      'The screen is locked.',
    ],
    [
      'a locked screen, which the journal ignores',
      { suspension: { paused: null, power: 'locked' } },
      'posts',
      'untried',
      'Nothing waits to be published.',
    ],
    [
      'paused publishing',
      { journal: { ...emptyJournalStatus, paused: true } },
      'posts',
      'suspended',
      'Publishing is paused.',
    ],
    [
      'a refused post',
      { journal: { ...emptyJournalStatus, counts: { ...zeroPostCounts, refused: 1 } } },
      'posts',
      'needs-you',
      'The service refused a post.',
    ],
  ])('is described for %s', (_what, part, name, is, words) => {
    const service = statusOf(state(part), now).services[name];
    expect([service.state, service.words]).toEqual([is, words]);
    expect(service.hasProblem).toBe(['failing', 'no-network', 'needs-you'].includes(is));
  });

  it('shows since when there is no network, and when each source answered last', () => {
    const part = { ...ours(waits(minutes(1), 'retrying', down)), supply: source({}) };
    const status = statusOf(state(part), now);
    const since = `since ${time(minutes(-10))}`;
    expect(status.headline).toMatch(new RegExp(`^No network ${since}\\. Next try: `));
    expect(status.pictureSources).toEqual([
      {
        name: '1. Picture service',
        words: `No network ${since}. Last answer: ${time(minutes(-30))}.`,
      },
    ]);
    expect(status.services.picture.since).toBe(minutes(-10));
  });

  it('states that there is no network only after failures later than the last success of any service', () => {
    const mixed = (lastSuccessAt: number) => ({
      activities: {
        ...activities,
        position: waits(null, 'retrying', { ...offline, lastSuccessAt: null }),
        picture: waits(null, 'retrying', { ...offline, lastSuccessAt }),
      },
    });
    const words = (at: number) => statusOf(state(mixed(at)), now).headline;
    expect(words(minutes(-5))).toMatch(`No network since ${time(minutes(-1))}`);
    const succeeded = { ...activities.posts, lastSuccessAt: now };
    const proof = { activities: { ...mixed(minutes(-5)).activities, posts: succeeded } };
    expect(statusOf(state(proof), now).headline).not.toMatch('No network');
  });

  it('names the failure of a source, or the rejected posts, as the last failure', () => {
    const supply = source(placeholder);
    const { services } = statusOf(state({ ...ours(waits(null, here, worked)), supply }), now);
    const words = m.failure_placeholder();
    expect(services.picture.lastFailure).toEqual({
      at: minutes(-8),
      words: `Picture service: ${words}`,
    });
    const refused = { ...emptyJournalStatus, counts: { ...zeroPostCounts, refused: 2 } };
    expect(statusOf(state({ journal: refused }), now).services.posts.lastFailure).toEqual({
      at: null,
      words: m.status_posts_refused({ count: 2 }),
    });
  });

  it('is consistent with the last failure and with the times of requests, in any state of the app', () => {
    fc.assert(
      fc.property(anyState, (any) => {
        const status = statusOf(any, noonMs);
        for (const name of serviceNames) {
          const { lastFailure, lastSuccessAt } = any.activities[name];
          const service = status.services[name];
          const parts = name === 'picture' ? any.supply.providers : [];
          const isNewer = lastFailure !== null && lastFailure.at > (lastSuccessAt ?? -Infinity);
          const isPartWrong = parts.some(({ failure }) => failure !== null);
          if (service.state === 'working' || service.state === 'untried')
            expect(isNewer || isPartWrong).toBe(false);
          if (service.state === 'working') expect(lastSuccessAt).not.toBeNull();
          const showsFailure =
            service.hasProblem ||
            /fail|refuse/i.test(service.words) ||
            (name === 'picture' &&
              status.pictureSources.some(({ words }) => words.startsWith('Failed')));
          if (showsFailure) expect(service.lastFailure).not.toBeNull();
          if (service.state === 'suspended') expect(service.nextAt).toBeNull();
          if (service.state === 'no-network') {
            expect(status.headline).not.toMatch(/Next check/);
            const { pictureSources: lines } = status;
            if (name === 'picture')
              for (const { words } of lines)
                expect(words).toMatch(/^(?:Failed|No network since|The |There )/);
          }
        }
        expect(() => statusSchema.parse(JSON.parse(JSON.stringify(status)))).not.toThrow();
      }),
      { numRuns: runs(1000) },
    );
  });
});

it.each([
  ['later', { at: now + 1, held: true }, now + 1],
  ['now', { at: now, held: true }, null],
  ['unknown', { at: null, held: true }, null],
  ['a planned request', { at: now + 1 }, null],
])('holdEndOf returns when the service accepts requests again: %s', (_when, next, end) => {
  expect(holdEndOf({ next: { ...next, reason: 'retrying' } }, now)).toBe(end);
});
