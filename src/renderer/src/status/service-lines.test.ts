import { expect, it } from 'vitest';
import { m } from '#words';
import { knownStation } from '#renderer-test/station-states.ts';
import { idleRemote } from '#shared/remote.ts';
import { nextPassInWords } from '#shared/station/pass-forecast.ts';
import { untilInWords } from '#shared/time-words.ts';
import { noSelection } from '#shared/wallpaper/selection.ts';
import { desktopInWords, rotationInWords } from '#shared/wallpaper/wallpaper-words.ts';
import {
  appState,
  dayPicture,
  journalOf,
  passAt,
  post,
  unreachableFailure,
  waitingState,
} from '#renderer-test/states.ts';
import { quotaInWords, serviceDetails } from './service-lines.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const wordsOf = (journal: ReturnType<typeof journalOf>): readonly string[] =>
  serviceDetails(appState({ journal }), now).posts.map(({ words }) => words);

it('serviceDetails counts the waiting posts, or shows that no post waits or was refused', () => {
  expect(wordsOf(journalOf([]))).toEqual(['nothing', 'nothing']);
  const refused = { kind: 'refused', operation: 'create', at: now } as const;
  const posts = [
    post('First light', waitingState),
    ...['A', 'B'].map((title) => post(title, { ...refused, failure: unreachableFailure })),
  ];
  expect(wordsOf(journalOf(posts))).toEqual(['1 post', '2 posts']);
});

it('serviceDetails has the next pass, the number of positions and the interval of the requests', () => {
  const station = knownStation({ fixesKept: 12_345 });
  const position = serviceDetails(appState({ station }), now).position;
  expect(position.map(({ name }) => name)).toEqual([
    m.status_view_next_pass(),
    m.status_view_fixes(),
    m.status_view_asked(),
  ]);
  expect(position.slice(1).map(({ words }) => words)).toEqual([
    '12,345',
    m.status_view_asked_every({ duration: '5\u00a0min' }),
  ]);
  for (const [minutes, isNow] of [
    [60, false],
    [-1, true],
  ] as const) {
    const passes = [passAt(now + minutes * 60_000, true)];
    const passing = knownStation({ passes, passesUntil: now + 86_400_000 });
    const next = nextPassInWords(passing, now);
    expect(next.isNow).toBe(isNow);
    expect(serviceDetails(appState({ station: passing }), now).position[0]?.words).toBe(
      isNow ? m.status_view_next_pass_now({ words: next.words }) : next.words,
    );
  }
  const never = knownStation({ polling: { mode: 'paused', everySeconds: null } });
  expect(serviceDetails(appState({ station: never }), now).position[2]?.words).toBe(
    m.status_view_asked_never(),
  );
});

it('quotaInWords names the rest of the quota, of the limit if it is known', () => {
  const status = serviceStatus({ remaining: 1999, limit: 2000, at: now - 60_000 });
  const when = untilInWords(now - 60_000, now);
  expect(quotaInWords(status, now)).toBe(
    m.status_view_quota_left_of({ remaining: '1,999', limit: '2,000', when }),
  );
  expect(quotaInWords(serviceStatus({ remaining: 1, limit: null, at: now - 60_000 }), now)).toBe(
    m.status_view_quota_left({ count: 1, remaining: '1', when }),
  );
  expect(quotaInWords(serviceStatus(null), now)).toBeNull();
});

it('serviceDetails has the wallpaper and the reason for each picture on the desktop, if there are any', () => {
  const { date } = dayPicture.record;
  const display = { id: 1, label: 'A', date, path: '/a' };
  const app = appState({
    wallpaper: {
      ...{ kind: 'set', date, path: '/a', backend: 'sway', verified: true, at: now },
      displays: [display, { ...display, id: 2, label: 'B', date: '2020-01-01' }],
    },
    selection: {
      ...{ ...noSelection, allHidden: true },
      rotation: { kind: 'planned', at: now + 3_600_000 },
    },
  });
  const rotation = rotationInWords(app, now) ?? expect.fail();
  expect(serviceDetails(app, now).picture).toEqual([
    {
      name: m.status_view_wallpaper(),
      words: `${m.picture_on_desktop()} ${m.wallpaper_all_hidden()} ${rotation}`,
    },
    { name: m.status_view_pictures(), words: desktopInWords(app).join(' · ') },
  ]);
  expect(desktopInWords(app)).toHaveLength(2);
  expect(serviceDetails(appState(), now).picture).toEqual([
    { name: m.status_view_wallpaper(), words: m.picture_not_on_desktop() },
  ]);
  expect(serviceDetails(appState({ picture: idleRemote }), now).picture).toEqual([]);
});

const serviceStatus = (quota: Parameters<typeof quotaInWords>[0]['quota']) =>
  ({ quota }) as Parameters<typeof quotaInWords>[0];
