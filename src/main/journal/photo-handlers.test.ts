import { describe, expect, it } from 'vitest';
import { JournalDisk } from '#test/support/journal-disk.ts';
import { postId } from '#test/support/journal-posts.ts';
import { fakeActivityOptions } from '#test/support/surroundings.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { JournalPost } from '#shared/journal/journal.ts';
import { photoName, type PhotoRef } from '#shared/journal/photo.ts';
import { startJournal } from './journal.ts';
import { createPhotoHandlers } from './photo-handlers.ts';

/** The handlers on a journal in memory, and the requests that the service gets. */
function world() {
  const surroundings = fakeActivityOptions();
  const disk = new JournalDisk();
  const sent: object[] = [];
  const send = (post: object) => {
    sent.push(post);
    return Promise.resolve(ok({ status: 201, id: 101 }));
  };
  const journal = startJournal({
    ...surroundings,
    newId: () => postId(1),
    authorId: () => 7,
    service: { create: send, replace: send, delete: () => send({}) },
    values: disk.values,
    store: disk.open(),
  });
  const files = new Set<string>();
  let writeResult: Result<null> = ok(null);
  const handlers = createPhotoHandlers(
    journal,
    {
      has: (photo: PhotoRef) => files.has(photoName(photo)),
      write(photo: PhotoRef) {
        if (writeResult.ok) files.add(photoName(photo));
        return Promise.resolve(writeResult);
      },
    },
    () => surroundings.clock.now(),
  );
  const failWrites = (code: string) => (writeResult = fail({ kind: 'storage', code }));
  return { ...handlers, journal, disk, files, sent, failWrites, clock: surroundings.clock };
}
const file = new Uint8Array([1]);
const photoOf = (post: Result<JournalPost>) => (post.ok ? post.value.photo : post.failure);

describe('createPhotoHandlers', () => {
  it('adds a photo to a published post without a request to the service', async () => {
    const app = world();
    app.journal.create({ title: 'Seen', body: 'from the garden' });
    await app.clock.advance(0);
    expect(app.disk.list()).toMatchObject([{ state: { kind: 'accepted' }, photo: null }]);
    const added = await app.addPhoto({ id: postId(1), file });
    await app.clock.advance(60_000);
    expect(app.disk.list()).toMatchObject([
      {
        state: { kind: 'accepted' },
        photo: photoOf(added),
        changedAt: app.disk.list()[0]?.createdAt,
      },
    ]);
    expect(app.sent).toEqual([{ title: 'Seen', body: 'from the garden', userId: 7 }]);
  });

  it('keeps a photo that is added while the post is being sent', async () => {
    const app = world();
    app.journal.create({ title: 'Seen', body: 'text' });
    const added = app.addPhoto({ id: postId(1), file });
    await app.clock.advance(0);
    const photo = photoOf(await added);
    await app.clock.advance(60_000);
    expect(app.disk.list()).toMatchObject([{ state: { kind: 'accepted' }, photo }]);
  });

  it('creates a draft for a photo without text, which emptying the text does not delete', async () => {
    const app = world();
    const photo = photoOf(await app.addPhoto({ id: postId(2), file }));
    expect(app.disk.list()).toMatchObject([{ id: postId(2), photo, state: { kind: 'draft' } }]);
    const draft = { id: postId(2), publish: false as const };
    app.journal.write({ ...draft, title: 'a', body: '' });
    app.journal.write({ ...draft, title: '', body: '' });
    expect(app.disk.list()).toMatchObject([{ title: '', photo, state: { kind: 'draft' } }]);
  });

  it('gives each photo a name of its own, and keeps the last of two that are added at once', async () => {
    const app = world();
    const added = await Promise.all([1, 2].map(() => app.addPhoto({ id: postId(2), file })));
    expect(app.files.size).toBe(2);
    expect(app.disk.list()[0]?.photo).toBe(added[1] && photoOf(added[1]));
  });

  it('removes the photo of a post, and can show the same photo again', async () => {
    const app = world();
    const at = photoOf(await app.addPhoto({ id: postId(2), file })) as number;
    expect(photoOf(app.usePhoto({ id: postId(2), at: null }))).toBeNull();
    expect(app.files.size).toBe(1);
    expect(photoOf(app.usePhoto({ id: postId(2), at }))).toBe(at);
    app.journal.delete(postId(2));
    expect(photoOf(app.journal.restore(postId(2)))).toBe(at);
  });

  it('refuses a photo that was not added to the post, and creates no post for it', async () => {
    const app = world();
    const at = photoOf(await app.addPhoto({ id: postId(2), file })) as number;
    app.journal.create({ title: 'Other', body: 'text' });
    const missing = { kind: 'not-found' };
    expect(photoOf(app.usePhoto({ id: postId(1), at }))).toEqual(missing);
    expect(photoOf(app.usePhoto({ id: postId(2), at: at + 1 }))).toEqual(missing);
    expect(photoOf(app.usePhoto({ id: postId(3), at: null }))).toEqual(missing);
    expect(app.disk.list()).toHaveLength(2);
  });

  it('leaves the post unchanged if the file of the photo cannot be written', async () => {
    const app = world();
    app.failWrites('ENOSPC');
    expect(photoOf(await app.addPhoto({ id: postId(2), file }))).toMatchObject({ code: 'ENOSPC' });
    expect(app.disk.list()).toEqual([]);
  });
});
