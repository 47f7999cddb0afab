import { m } from '#words';
import { expect, it } from 'vitest';
import { fakeActivityOptions } from '#test/support/surroundings.ts';
import type { Failure } from '#shared/failure.ts';
import { zeroPostCounts, emptyJournalStatus } from '#shared/journal/journal.ts';
import type { ServiceName } from '#shared/state.ts';
import { logStateChanges } from './state-log.ts';

const offline: Failure = { kind: 'offline', reason: 'reset' };
const unavailable: Failure = { kind: 'unavailable', status: 503, retryAt: null };

function start(state = fakeActivityOptions().state) {
  const lines: string[] = [];
  const stop = logStateChanges(state, (line) => lines.push(line));
  let at = 0;
  const outcome = (service: ServiceName, failure: Failure | null): void =>
    state.noteOutcome(service, (at += 1), failure);
  return { state, lines, stop, outcome };
}

it('logStateChanges logs a repeated failure once, and logs once that the service works again', () => {
  const { lines, outcome, stop } = start();
  outcome('picture', null);
  for (const failure of [offline, offline, unavailable, offline]) outcome('position', failure);
  outcome('picture', offline);
  outcome('position', null);
  outcome('position', null);
  stop();
  outcome('position', offline);
  expect(lines).toEqual([
    'Station: the connection broke off.',
    expect.stringMatching(/^Station: .*503/),
    'Station: the connection broke off.',
    'Picture: the connection broke off.',
    'Station: it works again.',
  ]);
});

it('logStateChanges logs a failure that began before', () => {
  const { state } = fakeActivityOptions();
  state.noteOutcome('position', 1, offline);
  expect(start(state).lines).toEqual(['Station: the connection broke off.']);
});

it('logStateChanges logs each refused post without its text', () => {
  const { state, lines, outcome } = start();
  const refused = (count: number): void => {
    outcome('posts', { kind: 'refused', status: 422, message: 'my secret diary' });
    state.update(() => ({
      journal: { ...emptyJournalStatus, counts: { ...zeroPostCounts, refused: count } },
    }));
  };
  refused(1);
  refused(2);
  // The user deletes the refused posts.
  refused(0);
  refused(3);
  const words = 'Journal: the service refused a post. The journal says why.';
  expect(lines).toEqual([words, words, words.replace('a post', '3 posts')]);
});

it('logStateChanges logs that the disk refuses writes, and when it works again', () => {
  const { state, lines } = start();
  state.update(() => ({ journal: { ...emptyJournalStatus, durable: false } }));
  state.update(() => ({ version: '2' }));
  state.update(() => ({ journal: emptyJournalStatus }));
  expect(lines).toEqual([
    `${m.status_need_disk_refuses()}.`,
    `Over: ${m.status_need_disk_refuses()}.`,
  ]);
});

it('logStateChanges logs a failed wallpaper once, not each attempt', () => {
  const { state, lines } = start();
  const failed = { kind: 'failed', date: '2026-11-20', backend: null, detail: 'no way' };
  for (const at of [1, 2]) {
    state.update(() => ({ wallpaper: { kind: 'setting', date: failed.date } }));
    state.update(() => ({ wallpaper: { ...failed, kind: 'failed', at, retryAt: null } }));
  }
  state.update(() => ({ wallpaper: { kind: 'untouched' } }));
  expect(lines).toEqual([`${m.notice_not_set()}: no way.`, `Over: ${m.notice_not_set()}: no way.`]);
});

it('logStateChanges logs that the service works again when the service refuses a post', () => {
  const { lines, outcome } = start();
  outcome('posts', offline);
  outcome('posts', { kind: 'refused', status: 422, message: '' });
  outcome('posts', null);
  expect(lines).toEqual(['Journal: the connection broke off.', 'Journal: it works again.']);
});

it('logStateChanges logs that a service other than that of the posts refuses requests', () => {
  const { lines, outcome } = start();
  outcome('picture', { kind: 'refused', status: 422, message: '' });
  expect(lines).toEqual([expect.stringMatching(/^Picture: .*422/)]);
});

it('logStateChanges logs the detail of a failed wallpaper, also when it changes, but not with another problem', () => {
  const { state, lines } = start();
  const failed = {
    kind: 'failed',
    date: '2026-11-20',
    backend: null,
    at: 1,
    retryAt: null,
  } as const;
  state.update(() => ({ wallpaper: { ...failed, detail: 'no way' } }));
  state.update(() => ({ journal: { ...emptyJournalStatus, durable: false } }));
  state.update(() => ({ wallpaper: { ...failed, detail: 'no room' } }));
  state.update(() => ({ wallpaper: { ...failed, detail: '' } }));
  expect(lines).toEqual([
    `${m.notice_not_set()}: no way.`,
    `${m.status_need_disk_refuses()}.`,
    `${m.notice_not_set()}: no room.`,
    `${m.notice_not_set()}.`,
  ]);
});
