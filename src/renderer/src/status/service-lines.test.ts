import { expect, it } from 'vitest';
import { m } from '#words';
import { knownStation } from '#renderer-test/station-states.ts';
import { untilInWords } from '#shared/time-words.ts';
import { appState, journalOf, post, waitingState } from '#renderer-test/states.ts';
import { quotaInWords, serviceDetails } from './service-lines.ts';

const wordsOf = (journal: ReturnType<typeof journalOf>): readonly string[] =>
  serviceDetails(appState({ journal }), Date.parse('2026-11-23T12:00:00Z')).posts.map(
    ({ words }) => words,
  );

it('serviceDetails counts the waiting posts, or shows that no post waits or was refused', () => {
  expect(wordsOf(journalOf([])).slice(0, 2)).toEqual(['nothing', 'nothing']);
  expect(wordsOf(journalOf([post('First light', waitingState)])).slice(0, 2)).toEqual([
    '1 post',
    'nothing',
  ]);
});

it('serviceDetails has the next pass, the number of positions and the interval of the requests', () => {
  const now = Date.parse('2026-11-23T12:00:00Z');
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
  const never = knownStation({ polling: { mode: 'paused', everySeconds: null } });
  expect(serviceDetails(appState({ station: never }), now).position[2]?.words).toBe(
    m.status_view_asked_never(),
  );
});

it('quotaInWords names the rest of the quota, of the limit if it is known', () => {
  const now = Date.parse('2026-11-23T12:00:00Z');
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

const serviceStatus = (quota: Parameters<typeof quotaInWords>[0]['quota']) =>
  ({ quota }) as Parameters<typeof quotaInWords>[0];
