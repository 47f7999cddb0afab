import { STATUS_CODES } from 'node:http';
import { m } from '#words';
import { describe, expect, it } from 'vitest';
import type { PostState, PostSummary } from '#shared/journal/journal.ts';
import { postKinds } from '#shared/journal/post-kinds.ts';
import { appState, post, sendingState, unreachableFailure } from '#renderer-test/states.ts';
import { failureSentence } from '#shared/failure-words.ts';
import type { Activity } from '#shared/state.ts';
import { kindInWords, postStateInWords, publishOutcomeOf, titleInWords } from './post-state.ts';

const waiting = { kind: 'waiting', turn: 1, attempts: 1, lastFailure: null } as const;
const deleting = { ...waiting, kind: 'deleting' } as const;
const refusal = (status: number, message = ''): PostState => ({
  kind: 'refused',
  operation: 'create',
  at: 0,
  failure: { kind: 'refused', status, message },
});
const unavailable = (retryAt: number | null) =>
  ({ kind: 'unavailable', status: 503, retryAt }) as const;

describe('postStateInWords', () => {
  it.each<[PostState, string]>([
    [{ kind: 'draft' }, 'Draft'],
    [waiting, 'Waiting to be sent'],
    [{ ...waiting, lastFailure: unreachableFailure }, 'Will be sent when the service is back'],
    [{ ...waiting, lastFailure: unavailable(null) }, 'Will be sent when the service is back'],
    [{ ...waiting, lastFailure: unavailable(1) }, 'Waiting to be sent'],
    [{ ...waiting, lastFailure: { kind: 'quota', retryAt: null } }, 'Waiting to be sent'],
    [sendingState, 'Sending…'],
    [{ ...sendingState, operation: 'delete' } as PostState, 'Deleting…'],
    [{ kind: 'accepted' }, 'Published'],
    [deleting, 'Will be deleted'],
    [{ ...deleting, lastFailure: unreachableFailure }, 'Will be deleted when the service is back'],
    [{ kind: 'deleted', at: 0, status: null }, 'Deleted'],
    [refusal(400, 'bad JSON'), 'The service refused this post: “bad JSON”'],
    [refusal(400, 'Bad Request: no title'), 'The service refused this post: “no title”'],
    [
      refusal(400, 'Bad request'),
      'The service could not read this post. Change the title or the text and publish it again.',
    ],
    [
      refusal(413, 'Payload Too Large'),
      'The service refused this post: it is too long. Shorten it and publish it again.',
    ],
    [refusal(403), 'The service takes no posts from Overhead. Check its address in the settings.'],
    [
      refusal(422, 'Unprocessable Entity'),
      'The service refused this post. Change the title or the text and publish it again.',
    ],
    [
      { kind: 'refused', operation: 'replace', at: 0, failure: { kind: 'not-found' } },
      'The service does not know this post.',
    ],
    [
      { kind: 'refused', operation: 'delete', at: 0, failure: unavailable(null) },
      'The service refused to delete this post.',
    ],
  ])('describes %o: %s', (state, words) => {
    expect(postStateInWords({ state, lastAccepted: null })).toBe(words);
  });

  it('distinguishes changes of a published post from a first draft', () => {
    const { lastAccepted } = post('A pass', { kind: 'accepted' });
    const words = postStateInWords({ state: { kind: 'draft' }, lastAccepted });
    expect(words).toBe(m.journal_state_changed());
  });

  it.each([
    [401, 'The service takes no posts from Overhead. Check its address in the settings.'],
    [405, 'The service takes no posts from Overhead. Check its address in the settings.'],
    [
      415,
      'The service could not read this post. Change the title or the text and publish it again.',
    ],
    [409, 'The service refused this post. Change the title or the text and publish it again.'],
  ])('explains the status %d: %s', (status, words) => {
    expect(postStateInWords({ state: refusal(status), lastAccepted: null })).toBe(words);
  });

  it('does not quote the standard text of a status, which says no more than the status', () => {
    const texts = [400, 401, 403, 405, 406, 409, 410, 413, 415, 422].map(
      (status) => STATUS_CODES[status] ?? expect.fail(),
    );
    for (const text of [...texts, 'Content Too Large', 'Unprocessable Content', 'Error'])
      for (const message of [text, `${text}.`, text.toUpperCase()])
        expect(postStateInWords({ state: refusal(418, message), lastAccepted: null })).toBe(
          m.journal_refused_content(),
        );
    expect(postStateInWords({ state: refusal(418, 'A. B: C: D'), lastAccepted: null })).toBe(
      m.journal_refused_words({ words: 'A. B: C: D' }),
    );
    expect(postStateInWords({ state: refusal(418, 'Gone: C: D'), lastAccepted: null })).toBe(
      m.journal_refused_words({ words: 'C: D' }),
    );
  });

  it('gives the reason of a failure that is not a refusal', () => {
    const state: PostState = {
      ...{ kind: 'refused', operation: 'create', at: 0, failure: unreachableFailure },
    };
    expect(postStateInWords({ state, lastAccepted: null })).toBe(
      m.journal_refused_other({ reason: failureSentence(unreachableFailure) }),
    );
  });

  it('shows no HTTP status code', () => {
    for (const status of [400, 401, 403, 404, 405, 413, 415, 418, 422])
      expect(postStateInWords({ state: refusal(status), lastAccepted: null })).not.toMatch(/\d/);
  });
});

it('kindInWords has a label with the number of posts for each kind', () => {
  expect(postKinds.map((kind) => kindInWords(kind, '7'))).toEqual(
    postKinds.map((kind) => m[`journal_kind_${kind}`]({ count: '7' })),
  );
});

it.each([
  ['A pass', 'A pass'],
  [' ', m.journal_untitled()],
])('titleInWords of %j is %s', (title, words) => expect(titleInWords(title)).toBe(words));

describe('publishOutcomeOf', () => {
  const now = 1_790_000_000_000;
  const app = appState();
  const { lastAccepted: once } = post('A pass', { kind: 'accepted' });
  const { next: plan } = app.activities.posts;
  const at = (time: number | null): Activity['next'] => ({ ...plan, at: time });
  const [due, soon, unplanned] = [at(now), at(now + 1), at(null)];
  const tried = { ...waiting, lastFailure: unavailable(null) };

  it.each<
    [PostState, PostSummary['lastAccepted'], Activity['next'], ReturnType<typeof publishOutcomeOf>]
  >([
    [{ kind: 'accepted' }, once, due, 'published'],
    [refusal(400), null, due, 'refused'],
    [sendingState, null, soon, null],
    // The service accepted the post, and then the user edited it, which makes it a draft again.
    [{ kind: 'draft' }, once, due, 'published'],
    [{ kind: 'draft' }, null, due, 'gone'],
    [deleting, once, due, 'gone'],
    [{ kind: 'deleted', at: now, status: null }, once, due, 'gone'],
    [waiting, null, due, null],
    [waiting, null, unplanned, null],
    [waiting, null, soon, 'service'],
    [waiting, null, { ...soon, held: true }, 'wait'],
    [{ ...tried, attempts: 0 }, null, due, null],
    [tried, null, due, 'service'],
    [{ ...tried, lastFailure: unavailable(now + 60_000) }, null, due, 'wait'],
  ])('of %j, accepted before: %j, with the next request at %j, is %s', (...row) => {
    const [state, lastAccepted, next, outcome] = row;
    const activities = { ...app.activities, posts: { ...app.activities.posts, next } };
    expect(publishOutcomeOf({ state, lastAccepted }, { ...app, activities }, now)).toBe(outcome);
  });

  it('is a pause while the journal or the app is paused', () => {
    const suspension = { paused: 'indefinite', power: 'awake' } as const;
    for (const paused of [{ journal: { ...app.journal, paused: true } }, { suspension }])
      expect(
        publishOutcomeOf({ state: tried, lastAccepted: null }, { ...app, ...paused }, now),
      ).toBe('paused');
  });
});
