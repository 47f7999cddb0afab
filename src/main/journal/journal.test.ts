import { describe, expect, it } from 'vitest';
import { reportedDefects } from '#test/support/defects.ts';
import { acceptedPost, journalPost, postId } from '#test/support/journal-posts.ts';
import { JournalDisk } from '#test/support/journal-disk.ts';
import { fakeActivityOptions } from '#test/support/surroundings.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { JournalPost } from '#shared/journal/journal.ts';
import { startJournal, type Journal } from './journal.ts';
import type { Receipt } from './ports.ts';
import { deletionDelayMs } from './publisher.ts';
import { postAfterSendStart } from './rules.ts';

function world() {
  const surroundings = fakeActivityOptions();
  const disk = new JournalDisk();
  const sent: string[] = [];
  const purged: number[] = [];
  let ids = 0;
  let answer: Result<Receipt> = ok({ status: 201, id: 101 });
  let breaks = false;
  /** The user's actions while the service answers. */
  let meanwhile = (): void => undefined;
  const run = () =>
    startJournal({
      ...surroundings,
      newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
      authorId: () => 7,
      service: {
        create: ({ title, userId }) => {
          if (breaks) {
            breaks = false;
            return Promise.reject(new Error('bug'));
          }
          sent.push(`${title} by ${userId}`);
          meanwhile();
          return Promise.resolve(answer);
        },
        replace: ({ id, title, userId }) => {
          sent.push(`${id} := ${title} by ${userId}`);
          return Promise.resolve(answer);
        },
        delete: (id) => {
          sent.push(`delete ${id}`);
          return Promise.resolve(answer);
        },
      },
      values: disk.values,
      store: {
        ...disk.open(),
        purge(before) {
          purged.push(before);
          return ok([{ id: postId(1), at: 5 }]);
        },
      },
    });
  const states = () => disk.list().map(({ state }) => state.kind);
  const app = {
    ...surroundings,
    disk,
    sent,
    purged,
    run,
    states,
    answerWith: (next: Result<Receipt>) => (answer = next),
    breakOnce: () => (breaks = true),
    doMeanwhile: (work: () => void) => (meanwhile = work),
    failDisk: (code: string | null) =>
      (disk.failure = code === null ? null : { kind: 'storage', code }),
  };
  return app;
}

const minute = 60_000;
const waiting = { kind: 'waiting', attempts: 0, lastFailure: null } as const;
const draft = (title: string) => ({ title, body: 'text' });

describe('startJournal', () => {
  it.each([
    ['sends at once to a new address', 'http://127.0.0.1:2', ['one by 7', 'one by 7']],
    ['waits for the same address', 'http://127.0.0.1:1', ['one by 7']],
  ])('%s although the service has asked for a wait', async (_what, address, sent) => {
    const app = world();
    app.answerWith(fail({ kind: 'unavailable', status: 503, retryAt: app.clock.now() + 3600_000 }));
    const journal = app.run();
    journal.useAddress('http://127.0.0.1:1');
    journal.create(draft('one'));
    await app.clock.advance(minute);
    journal.useAddress(address);
    journal.wake();
    await app.clock.advance(minute);
    expect(app.sent).toEqual(sent);
    await journal.dispose();
  });

  it('restores the last success of an earlier run at the same address only', async () => {
    const app = world();
    const firstRun = app.run();
    firstRun.useAddress('http://127.0.0.1:1');
    firstRun.create(draft('one'));
    await app.clock.advance(0);
    await firstRun.dispose();
    const sentAt = app.disk.list()[0]?.lastAccepted?.at;
    expect(sentAt).toBe(app.state.current.activities.posts.lastSuccessAt);

    app.state.forgetOutcomes('posts');
    await app.clock.advance(1_000);
    const journal = app.run();
    journal.useAddress('http://127.0.0.1:1');
    expect(app.state.current.activities.posts.lastSuccessAt).toBe(sentAt);
    app.state.noteOutcome('posts', app.clock.now(), { kind: 'offline', reason: 'dns' });
    journal.useAddress('http://127.0.0.1:2');
    expect(app.state.current.activities.posts).toMatchObject({
      lastSuccessAt: null,
      lastFailure: null,
    });
    await journal.dispose();
  });

  it('saves each post, then sends the posts in the order in which they were written', async () => {
    const app = world();
    const journal = app.run();
    for (const title of ['one', 'two', 'three']) {
      expect(journal.create(draft(title))).toMatchObject({ ok: true });
      expect(app.disk.list()[0]?.title).toBe(title);
    }
    await app.clock.advance(0);
    expect(app.sent).toEqual(['one by 7', 'two by 7', 'three by 7']);
    expect(app.states()).toEqual(['accepted', 'accepted', 'accepted']);
    expect(app.disk.list()[0]).toMatchObject({
      lastAccepted: { operation: 'create', status: 201, serviceId: 101, title: 'three' },
    });
    await journal.dispose();
  });

  it('retries a post until the service is back, with waits of up to a minute', async () => {
    const app = world();
    app.answerWith(fail({ kind: 'offline', reason: 'refused' }));
    const journal = app.run();
    await app.clock.advance(0);
    journal.create(draft('one'));
    await app.clock.advance(3600_000);
    expect(app.states()).toEqual(['waiting']);
    expect(app.sent.length).toBeGreaterThan(55);
    expect(app.sent.length).toBeLessThan(130);
    app.answerWith(ok({ status: 201, id: 101 }));
    journal.publish();
    await app.clock.advance(0);
    expect(app.states()).toEqual(['accepted']);
    await journal.dispose();
  });

  it.each<[string, Result<Receipt>]>([
    ['accepted', ok({ status: 201, id: 101 })],
    ['refused', fail({ kind: 'refused', status: 400, message: '' })],
  ])('starts with short waits again after a post was %s', async (_what, answer) => {
    const app = world();
    app.answerWith(fail({ kind: 'offline', reason: 'refused' }));
    const journal = app.run();
    await app.clock.advance(0);
    journal.create(draft('one'));
    await app.clock.advance(3600_000);
    app.answerWith(answer);
    journal.publish();
    await app.clock.advance(0);
    app.answerWith(fail({ kind: 'offline', reason: 'refused' }));
    journal.create(draft('two'));
    await app.clock.advance(0);
    app.sent.length = 0;
    await app.clock.advance(5_000);
    expect(app.sent).toEqual(['two by 7']);
    await journal.dispose();
  });

  it('starts with short waits at another address, also for a wait from an earlier run', async () => {
    const app = world();
    const quota = { kind: 'quota', retryAt: app.clock.now() + 3600_000 } as const;
    const state = { kind: 'waiting', turn: 1, attempts: 1, lastFailure: quota } as const;
    app.disk.posts.set(postId(1), journalPost(1, { state }));
    app.disk.values.address.set({ address: 'http://127.0.0.1:1', since: 0 });
    app.answerWith(fail({ kind: 'offline', reason: 'refused' }));
    const journal = app.run();
    for (const port of [2, 3]) {
      journal.useAddress(`http://127.0.0.1:${port}`);
      app.sent.length = 0;
      await app.clock.advance(5_000);
      expect(app.sent).toHaveLength(2);
      await app.clock.advance(600_000);
    }
    await journal.dispose();
  });

  it('records the outcome of each request, and why the outbox waits', async () => {
    const app = world();
    const journal = app.run();
    const seen = async () => {
      await app.clock.advance(0);
      const { next, lastFailure } = app.state.current.activities.posts;
      return [next.reason, lastFailure?.failure ?? null];
    };
    expect(await seen()).toEqual(['posts-none', null]);
    app.answerWith(fail({ kind: 'cancelled' }));
    journal.create(draft('one'));
    expect(await seen()).toEqual(['posts-none', null]);
    const offline = { kind: 'offline', reason: 'refused' } as const;
    app.answerWith(fail(offline));
    journal.publish();
    expect(await seen()).toEqual(['retrying', offline]);
    app.sent.length = 0;
    await app.clock.advance(4_000);
    expect(app.sent).toHaveLength(1);
    journal.pause(true);
    await app.clock.advance(3600_000);
    expect(await seen()).toEqual(['posts-held', offline]);
    app.answerWith(ok({ status: 201, id: 101 }));
    journal.pause(false);
    expect(await seen()).toEqual(['posts-none', offline]);
    app.failDisk('SQLITE_FULL');
    journal.create(draft('two'));
    expect(await seen()).toEqual(['posts-unsaved', offline]);
    app.failDisk(null);
    await app.clock.advance(60_000);
    expect(await seen()).toEqual(['posts-none', offline]);
    await journal.dispose();
  });

  it('counts each change of a post, and none without one', async () => {
    const app = world();
    const journal = app.run();
    await app.clock.advance(0);
    const changes = (work: () => unknown): unknown => {
      const { change } = app.state.current.journal;
      work();
      const { journal: now } = app.state.current;
      return [now.change - change, now.changed, now.paused];
    };
    const id = postId(1);
    const write = (title: string) => () => journal.write({ id, publish: false, ...draft(title) });
    const photo = (at: number) => () => journal.usePhoto({ id, at });
    expect(changes(write('one'))).toEqual([1, [id], false]);
    expect(changes(write('one'))).toEqual([0, [id], false]);
    expect(changes(photo(5))).toEqual([1, [id], false]);
    expect(changes(photo(5))).toEqual([0, [id], false]);
    expect(changes(() => journal.pause(true))).toEqual([1, [], true]);
    expect(changes(() => journal.publish())).toEqual([1, [], false]);
    await journal.dispose();
  });

  it('counts the posts and stores the time at its start, and stores the time at its end', async () => {
    const app = world();
    const since = app.clock.now();
    app.disk.posts.set(postId(1), acceptedPost(1));
    const journal = app.run();
    expect(app.disk.values.clock.get()).toEqual({ since, last: since });
    expect(app.state.current.journal.counts.accepted).toBe(1);
    await app.clock.advance(5_000);
    await journal.dispose();
    expect(app.disk.values.clock.get()).toEqual({ since, last: since + 5_000 });
  });

  it('saves an unsaved draft when it is written again, or within a minute', async () => {
    const app = world();
    const journal = app.run();
    await app.clock.advance(0);
    const write = (n: number) => journal.write({ id: postId(n), publish: false, ...draft('one') });
    app.failDisk('SQLITE_FULL');
    expect(write(1).ok).toBe(false);
    app.failDisk(null);
    expect(write(1).ok).toBe(true);
    expect(app.disk.posts.size).toBe(1);
    app.failDisk('SQLITE_FULL');
    expect(write(2).ok).toBe(false);
    app.failDisk(null);
    await app.clock.advance(60_000);
    expect(app.disk.posts.size).toBe(2);
    await journal.dispose();
  });

  it('saves within a minute what the service answered while the disk was full', async () => {
    const app = world();
    const journal = app.run();
    await app.clock.advance(0);
    app.doMeanwhile(() => app.failDisk('SQLITE_FULL'));
    journal.create(draft('one'));
    await app.clock.advance(0);
    expect(app.states()).toEqual(['sending']);
    app.failDisk(null);
    await app.clock.advance(60_000);
    expect(app.states()).toEqual(['accepted']);
    await journal.dispose();
  });

  it('saves a post within a minute that was written while the disk was full and the service asked to wait', async () => {
    const app = world();
    app.answerWith(fail({ kind: 'quota', retryAt: app.clock.now() + 3600_000 }));
    const journal = app.run();
    await app.clock.advance(0);
    journal.create(draft('one'));
    await app.clock.advance(1_000);
    app.failDisk('SQLITE_FULL');
    journal.create(draft('two'));
    app.failDisk(null);
    await app.clock.advance(60_000);
    expect(app.disk.posts.size).toBe(2);
    await journal.dispose();
  });

  it('holds back each deletion for its own time, also that of a post that is being sent', async () => {
    const app = world();
    app.disk.posts.set(postId(8), acceptedPost(8));
    app.disk.posts.set(postId(9), acceptedPost(9));
    const journal = app.run();
    await app.clock.advance(1_000);
    app.doMeanwhile(() => {
      app.doMeanwhile(() => undefined);
      journal.delete(app.disk.list()[0]?.id ?? '');
    });
    journal.create(draft('one'));
    await app.clock.advance(1_000);
    journal.delete(postId(9));
    await app.clock.advance(1_000);
    journal.delete(postId(8));
    journal.restore(postId(8));
    await app.clock.advance(deletionDelayMs - 2_001);
    expect(app.sent).toEqual(['one by 7']);
    await app.clock.advance(1);
    expect(app.sent).toEqual(['one by 7', 'delete 10']);
    await app.clock.advance(1_000);
    expect(app.sent).toEqual(['one by 7', 'delete 10', 'delete 9']);
    expect(app.state.current.activities.posts.next).toMatchObject({
      at: null,
      reason: 'posts-none',
    });
    await journal.dispose();
  });

  it('sends nothing after the present post if the user pauses, and keeps the edit of another', async () => {
    const app = world();
    const journal = app.run();
    await app.clock.advance(0);
    journal.pause(true);
    journal.create(draft('one'));
    const two = journal.create(draft('two'));
    app.doMeanwhile(() => {
      journal.write({ id: two.ok ? two.value.id : '', ...draft('two, edited'), publish: true });
      journal.pause(true);
    });
    journal.pause(false);
    await app.clock.advance(0);
    expect(app.sent).toEqual(['one by 7']);
    expect(app.states()).toEqual(['waiting', 'accepted']);
    journal.pause(false);
    await app.clock.advance(0);
    expect(app.sent).toEqual(['one by 7', 'two, edited by 7']);
    await journal.dispose();
  });

  it('sends a post again before the next posts if the post was edited while it was sent', async () => {
    const app = world();
    const journal = app.run();
    await app.clock.advance(0);
    journal.pause(true);
    const one = journal.create(draft('one'));
    journal.create(draft('two'));
    const id = one.ok ? one.value.id : '';
    app.doMeanwhile(() => {
      app.doMeanwhile(() => undefined);
      journal.write({ id, ...draft('one, edited'), publish: true });
    });
    journal.pause(false);
    await app.clock.advance(0);
    expect(app.sent).toEqual(['one by 7', '1 := one, edited by 7', 'two by 7']);
    await journal.dispose();
  });

  it.each([
    ['keeps a deleted post for 30 days', 7, true],
    [
      'keeps every deleted post while the clock has run for less than a week without a jump',
      6,
      false,
    ],
  ])('%s', async (_name, days, purges) => {
    const app = world();
    const now = app.clock.now();
    app.disk.values.clock.set({ since: now - days * 24 * 3600_000, last: now });
    const journal = app.run();
    expect(app.purged).toEqual(purges ? [now - 30 * 24 * 3600_000] : []);
    expect(journal.purgedPhotos).toEqual(purges ? [{ id: postId(1), at: 5 }] : null);
    await journal.dispose();
  });

  it('ignores a retry time of an earlier run that is more than a day away', async () => {
    const app = world();
    const until = (retryAt: number) => {
      const lastFailure = { kind: 'unavailable', status: 503, retryAt } as const;
      const state = { kind: 'waiting', turn: 1, attempts: 1, lastFailure } as const;
      app.disk.posts.set(postId(1), journalPost(1, { state }));
    };
    until(Date.UTC(2099, 0));
    const journal = app.run();
    await app.clock.advance(0);
    expect(app.states()).toEqual(['accepted']);
    await journal.dispose();
    // `publish` does not end a wait that the service may have asked for.
    until(app.clock.now() + 3600_000);
    const next = app.run();
    await app.clock.advance(0);
    next.publish();
    await app.clock.advance(60_000);
    expect(app.states()).toEqual(['waiting']);
    expect(app.state.current.activities.posts.next).toMatchObject({ held: true });
    await app.clock.advance(3600_000);
    expect(app.states()).toEqual(['accepted']);
    await next.dispose();
  });

  it('waits after a restart no longer than the service asked for, if the clock was set back by an hour', async () => {
    const app = world();
    const hour = 3_600_000;
    const before = app.clock.now() + hour;
    const lastFailure = { kind: 'quota', retryAt: before + 600_000 } as const;
    const state = { kind: 'waiting', turn: 1, attempts: 1, lastFailure } as const;
    app.disk.posts.set(postId(1), journalPost(1, { state }));
    app.disk.values.clock.set({ since: before - 60_000, last: before });
    const journal = app.run();
    await app.clock.advance(599_000);
    expect(app.states()).toEqual(['waiting']);
    await app.clock.advance(2_000);
    expect(app.states()).toEqual(['accepted']);
    await journal.dispose();
  });

  it('keeps a refused post, and sends the next', async () => {
    const app = world();
    app.answerWith(fail({ kind: 'refused', status: 400, message: 'title' }));
    const journal = app.run();
    await app.clock.advance(0);
    journal.create(draft('one'));
    await app.clock.advance(0);
    app.answerWith(ok({ status: 201, id: 101 }));
    journal.create(draft('two'));
    await app.clock.advance(3600_000);
    expect(app.states()).toEqual(['accepted', 'refused']);
    expect(app.sent).toEqual(['one by 7', 'two by 7']);
    await journal.dispose();
  });

  it('sends the next post without a wait after a refused one', async () => {
    const app = world();
    const journal = app.run();
    await app.clock.advance(0);
    journal.pause(true);
    for (const title of ['one', 'two']) journal.create(draft(title));
    app.answerWith(fail({ kind: 'refused', status: 400, message: 'title' }));
    app.doMeanwhile(() => {
      if (app.sent.length === 2) app.answerWith(ok({ status: 201, id: 101 }));
    });
    journal.pause(false);
    await app.clock.advance(0);
    expect(app.sent).toEqual(['one by 7', 'two by 7']);
    expect(app.states()).toEqual(['accepted', 'refused']);
    await journal.dispose();
  });

  const refusal = { kind: 'refused', status: 400, message: '' } as const;
  it.each<[string, JournalPost, (journal: Journal) => unknown, string]>([
    [
      'restore',
      journalPost(1, { state: { kind: 'deleted', at: 1, status: 200 } }),
      (journal) => journal.restore(postId(1)),
      'post 1 by 7',
    ],
    [
      'revert',
      { ...acceptedPost(1), possiblyAccepted: true, title: 'changed', state: { kind: 'draft' } },
      (journal) => journal.revert(postId(1)),
      '1 := post 1 by 7',
    ],
    [
      'retry',
      journalPost(1, { state: { kind: 'refused', operation: 'create', at: 1, failure: refusal } }),
      (journal) => journal.retry(postId(1)),
      'post 1 by 7',
    ],
    [
      'retry of a deletion',
      {
        ...acceptedPost(1),
        state: { kind: 'refused', operation: 'delete', at: 1, failure: refusal },
      },
      (journal) => journal.retry(postId(1)),
      'delete 1',
    ],
    [
      'write',
      acceptedPost(1),
      (journal) => journal.write({ id: postId(1), publish: true, ...draft('changed') }),
      '1 := changed by 7',
    ],
  ])('sends the post immediately after: %s', async (_name, post, change, request) => {
    const app = world();
    app.disk.posts.set(post.id, post);
    const journal = app.run();
    await app.clock.advance(0);
    expect(app.sent).toEqual([]);
    change(journal);
    await app.clock.advance(0);
    expect(app.sent).toEqual([request]);
    await journal.dispose();
  });

  it('restores a published post unchanged if the request for its deletion has not been sent yet', async () => {
    const app = world();
    const post = acceptedPost(1);
    app.disk.posts.set(post.id, post);
    const journal = app.run();
    await app.clock.advance(0);
    journal.delete(post.id);
    await app.clock.advance(deletionDelayMs - 1);
    expect(app.states()).toEqual(['deleting']);
    journal.restore(post.id);
    await app.clock.advance(deletionDelayMs);
    expect(app.sent).toEqual([]);
    expect(app.disk.list()).toEqual([post]);
    await journal.dispose();
  });

  it.each([
    ['when Undo is no longer offered', (): void => undefined, deletionDelayMs],
    ['at once when the user publishes everything', (journal: Journal) => journal.publish(), 0],
  ])('sends the request to delete a post %s', async (_when, also, ms) => {
    const app = world();
    app.disk.posts.set(postId(1), acceptedPost(1));
    const journal = app.run();
    await app.clock.advance(0);
    journal.delete(postId(1));
    await app.clock.advance(0);
    expect(app.sent).toEqual([]);
    also(journal);
    await app.clock.advance(ms);
    expect(app.sent).toEqual(['delete 1']);
    expect(app.states()).toEqual(['deleted']);
    await journal.dispose();
  });

  it('sends other posts while the request for a deletion is delayed', async () => {
    const app = world();
    app.disk.posts.set(postId(9), acceptedPost(9));
    const journal = app.run();
    await app.clock.advance(0);
    journal.delete(postId(9));
    journal.create(draft('two'));
    await app.clock.advance(0);
    expect(app.sent).toEqual(['two by 7']);
    await journal.dispose();
  });

  it('sends a deletion after a restart, even if the request was still delayed when the app ended', async () => {
    const app = world();
    app.disk.posts.set(postId(1), acceptedPost(1));
    const first = app.run();
    await app.clock.advance(0);
    first.delete(postId(1));
    await first.dispose();
    const second = app.run();
    await app.clock.advance(0);
    expect(app.sent).toEqual(['delete 1']);
    await second.dispose();
  });

  it('sends imported posts without waiting for the next check', async () => {
    const app = world();
    const journal = app.run();
    await app.clock.advance(0);
    const portions = async function* () {
      yield ok([journalPost(1)]);
      await Promise.resolve();
    };
    await journal.importPosts(portions());
    expect(app.state.current.journal).toMatchObject({ changed: null, counts: { waiting: 1 } });
    await app.clock.advance(0);
    expect(app.sent).toEqual(['post 1 by 7']);
    const { change } = app.state.current.journal;
    expect(await journal.importPosts(portions())).toEqual(ok({ added: 0, known: 1 }));
    expect(app.state.current.journal.change).toBe(change);
    await journal.dispose();
  });

  it('waits for the back-off when the service asks for a shorter wait', async () => {
    const app = world();
    const journal = app.run();
    await app.clock.advance(0);
    const unavailable = () =>
      fail({ kind: 'unavailable', status: 503, retryAt: app.clock.now() } as const);
    app.answerWith(unavailable());
    app.doMeanwhile(() => {
      const isLoop = app.sent.length > 100;
      app.answerWith(isLoop ? ok({ status: 201, id: 101 }) : unavailable());
    });
    journal.create(draft('one'));
    await app.clock.advance(60_000);
    expect(app.sent.length).toBeGreaterThan(1);
    expect(app.sent.length).toBeLessThan(10);
    await journal.dispose();
  });

  it('deletes a post at the service after a crash if the user deleted the post while it was sent', async () => {
    const app = world();
    const sending = {
      kind: 'sending',
      operation: 'create',
      turn: 1,
      attempts: 1,
      edit: 'none',
      remove: true,
    } as const;
    app.disk.posts.set(postId(1), journalPost(1, { state: sending }));
    const journal = app.run();
    await app.clock.advance(0);
    expect(app.sent).toEqual(['delete 1']);
    expect(app.states()).toEqual(['deleted']);
    await journal.dispose();
  });

  it('after a restart, sends a post again whose request was interrupted, and sends no accepted post', async () => {
    const app = world();
    const first = app.run();
    await app.clock.advance(0);
    first.create(draft('done'));
    await app.clock.advance(0);
    await first.dispose();
    const [done] = app.disk.list();
    if (done === undefined) throw new Error('nothing was saved');
    const id = '00000000-0000-4000-8000-00000000beef';
    app.disk.posts.set(id, {
      ...done,
      id,
      sequence: 2,
      title: 'cut off',
      lastAccepted: null,
      state: {
        kind: 'sending',
        operation: 'create',
        turn: 9,
        attempts: 1,
        edit: 'none',
        remove: false,
      },
    });
    const second = app.run();
    await app.clock.advance(0);
    expect(app.sent).toEqual(['done by 7', 'cut off by 7']);
    expect(app.states()).toEqual(['accepted', 'accepted']);
    await second.dispose();
  });

  it('sends a post again after an unexpected error during its request', async () => {
    const app = world();
    const journal = app.run();
    await app.clock.advance(0);
    app.breakOnce();
    journal.create(draft('one'));
    await app.clock.advance(0);
    expect(app.states()).toEqual(['sending']);
    expect(reportedDefects.splice(0)).toHaveLength(1);
    await app.clock.advance(15 * 60_000);
    expect(app.states()).toEqual(['accepted']);
    await journal.dispose();
  });

  it('shows the posts of a database that replaced the present one, without an edit by the user', async () => {
    const app = world();
    const journal = app.run();
    await app.clock.advance(0);
    app.disk.posts.set(postId(1), acceptedPost(1));
    app.disk.isReopened = true;
    app.disk.tellReplaced();
    await app.clock.advance(0);
    expect(app.state.current.journal).toMatchObject({ changed: null, counts: { accepted: 1 } });
    await journal.dispose();
  });

  it('keeps posts in memory while the disk is full, and saves them when there is room', async () => {
    const app = world();
    const journal = app.run();
    await app.clock.advance(0);
    app.failDisk('SQLITE_FULL');
    expect(journal.create(draft('one'))).toMatchObject({ failure: { code: 'SQLITE_FULL' } });
    expect(app.state.current.journal).toMatchObject({ durable: false, counts: { waiting: 1 } });
    await app.clock.advance(60_000);
    expect(app.disk.posts.size).toBe(0);
    app.failDisk(null);
    await app.clock.advance(120_000);
    expect(app.state.current.journal.durable).toBe(true);
    expect(app.disk.list()).toMatchObject([{ title: 'one', state: { kind: 'accepted' } }]);
    await journal.dispose();
  });

  it('saves unsaved posts within a minute after the disk has room, even while the service asks to wait', async () => {
    const app = world();
    const hour = 3_600_000;
    app.answerWith(fail({ kind: 'quota', retryAt: app.clock.now() + 5 * hour }));
    const journal = app.run();
    await app.clock.advance(0);
    app.failDisk('SQLITE_FULL');
    journal.create(draft('one'));
    await app.clock.advance(hour);
    expect(app.state.current.journal.durable).toBe(false);
    app.failDisk(null);
    await app.clock.advance(60_000);
    expect(app.state.current.journal.durable).toBe(true);
    expect(app.disk.list()).toMatchObject([{ title: 'one', state: { kind: 'waiting' } }]);
    expect(app.sent).toHaveLength(1);
    await journal.dispose();
  });

  it.each(['next', 'sending'] as const)(
    'sends a waiting post within a minute after a read of `%s` from the disk has failed',
    async (read) => {
      const app = world();
      const first = app.run();
      await app.clock.advance(0);
      first.pause(true);
      const one = first.create(draft('one'));
      await first.dispose();
      if (!one.ok) throw new Error('not saved');
      // The process ended during the request for the post.
      const { id, sequence } = one.value;
      if (read === 'sending')
        app.disk.posts.set(
          id,
          postAfterSendStart({ ...one.value, state: { ...waiting, turn: sequence } }),
        );
      app.disk.values.paused.set(false);
      app.disk.failingRead = read;
      const journal = app.run();
      await app.clock.advance(0);
      expect(app.sent).toEqual([]);
      app.disk.failingRead = null;
      await app.clock.advance(60_000);
      expect(app.sent).toEqual(['one by 7']);
      expect(app.states()).toEqual(['accepted']);
      await journal.dispose();
    },
  );

  it('saves unsaved posts in the order of their creation, before the next post and at the end of the app', async () => {
    const app = world();
    app.answerWith(fail({ kind: 'offline', reason: 'refused' }));
    const journal = app.run();
    await app.clock.advance(0);
    app.failDisk('SQLITE_FULL');
    journal.create(draft('one'));
    journal.create(draft('two'));
    app.failDisk(null);
    journal.create(draft('three'));
    const titles = () =>
      app.disk
        .list()
        .map(({ title }) => title)
        .reverse();
    expect(titles()).toEqual(['one', 'two', 'three']);
    app.failDisk('SQLITE_FULL');
    journal.create(draft('four'));
    app.failDisk(null);
    await journal.dispose();
    expect(titles()).toEqual(['one', 'two', 'three', 'four']);
  });
});
