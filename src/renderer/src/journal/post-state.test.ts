import { m } from '#words';
import { describe, expect, it } from 'vitest';
import type { PostState } from '#shared/journal/journal.ts';
import { post, sendingState, unreachableFailure } from '#renderer-test/states.ts';
import { postStateInWords } from './post-state.ts';

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

  it('shows no HTTP status code', () => {
    for (const status of [400, 401, 403, 404, 405, 413, 415, 418, 422])
      expect(postStateInWords({ state: refusal(status), lastAccepted: null })).not.toMatch(/\d/);
  });
});
