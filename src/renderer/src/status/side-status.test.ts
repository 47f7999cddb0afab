import { m } from '#words';
import { describe, expect, it } from 'vitest';
import { appState, failingActivity, journalOf, quietActivity } from '#renderer-test/states.ts';
import { statusOf } from '#shared/status/status.ts';
import { dueInWords } from '#shared/time-words.ts';
import { sideStatusOf } from './side-status.ts';

const now = Date.now();

describe('sideStatusOf', () => {
  it('describes what the app waits for', () => {
    expect(sideStatusOf(appState(), now)).toEqual({
      tone: 'calm',
      words: m.status_wait_picture_here(),
      kind: 'well',
    });
  });

  it('names the time of the next request for the picture', () => {
    const at = now + 3 * 3_600_000;
    const next = { ...quietActivity.next, at };
    const activities = {
      ...{ picture: { ...quietActivity, next }, position: quietActivity, posts: quietActivity },
    };
    const app = appState({ activities });
    const { waitsFor, nextAt } = statusOf(app, now).services.picture;
    expect(nextAt).toBe(at);
    expect(sideStatusOf(app, now)).toEqual({
      ...{ tone: 'calm', kind: 'well' },
      words: `${waitsFor} ${m.status_next_request({ when: dueInWords(at, now) })}`,
    });
  });

  it('announces a pause and each problem by its kind, and nothing during sleep', () => {
    const failing = { picture: failingActivity, position: failingActivity, posts: failingActivity };
    const kindOf = (changes: Parameters<typeof appState>[0]) =>
      sideStatusOf(appState(changes), now).kind;
    expect(kindOf({ activities: failing })).toBe('picture position posts');
    expect(kindOf({ suspension: { paused: 'indefinite', power: 'awake' } })).toBe('paused');
    expect(kindOf({ suspension: { paused: null, power: 'asleep' } })).toBeNull();
    expect(kindOf({ suspension: { paused: 'indefinite', power: 'asleep' } })).toBeNull();
  });

  it('names the picture before the station, and the time of the next attempt', () => {
    const activities = {
      picture: failingActivity,
      position: failingActivity,
      posts: quietActivity,
    };
    const status = sideStatusOf(appState({ activities }), now);
    expect(status.tone).toBe('bad');
    expect(status.words).toMatch(/^Picture: The service cannot be reached\. Next try: .+\.$/);
    expect(status.words).toBe(statusOf(appState({ activities }), now).headline);
  });

  it('stays calm while the posts service asks to wait, which the journal shows', () => {
    const next = { ...failingActivity.next, at: now + 3_600_000, held: true };
    const posts = { ...failingActivity, next };
    const activities = { picture: quietActivity, position: quietActivity, posts };
    expect(sideStatusOf(appState({ activities }), now)).toEqual(sideStatusOf(appState(), now));
    const others = { ...activities, picture: failingActivity };
    expect(sideStatusOf(appState({ activities: others }), now).tone).toBe('bad');
    const unheld = { ...activities, posts: failingActivity };
    expect(sideStatusOf(appState({ activities: unheld }), now).words).toMatch(/^Journal: /);
  });

  it('ignores a failure that was followed by a success', () => {
    const healed = { ...failingActivity, lastSuccessAt: now + 1 };
    const activities = { picture: quietActivity, position: healed, posts: quietActivity };
    expect(sideStatusOf(appState({ activities }), now).tone).toBe('calm');
  });

  it('mentions a disk that stores nothing before everything else, without the advice', () => {
    const activities = { picture: failingActivity, position: quietActivity, posts: quietActivity };
    const state = appState({ activities, journal: journalOf([], { durable: false }) });
    expect(sideStatusOf(state, now).words).toBe('The disk does not store what you write.');
  });

  it('describes a pause, even if a service has failed', () => {
    const activities = {
      picture: failingActivity,
      position: failingActivity,
      posts: quietActivity,
    };
    const suspension = { paused: 'indefinite', power: 'awake' } as const;
    const { tone, words } = sideStatusOf(appState({ activities, suspension }), now);
    expect(tone).toBe('calm');
    expect(words).toMatch(/^Paused until you resume/);
  });
});
