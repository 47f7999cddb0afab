import { describe, expect, it } from 'vitest';
import { emptyContent } from '#test/support/surroundings.ts';
import { noPosts, type JournalStatus } from '#shared/journal/journal.ts';
import { outcomeOf } from './outcome.ts';
import { serveCommand } from './serve.ts';

const counts = { ...noPosts, draft: 1 };

async function askToQuit(journal: Partial<JournalStatus>) {
  const state = { ...emptyContent, revision: 1, journal: { ...emptyContent.journal, ...journal } };
  const ports = {
    state: () => state,
    now: () => 0,
    checkAll: () => undefined,
    setWallpaper: () => Promise.reject(new Error('not asked for')),
  };
  return outcomeOf({ kind: 'quit' }, await serveCommand({ kind: 'quit' }, ports), 0);
}

describe('--quit', () => {
  it.each<[string, Partial<JournalStatus>]>([
    ['everything is on the disk', { counts }],
    ['the disk takes nothing, and nothing was written', { durable: false, counts: noPosts }],
  ])('ends it when %s', async (_why, journal) => {
    expect((await askToQuit(journal)).code).toBe(0);
  });

  it('does not forget what is not on the disk: there is nobody to ask', async () => {
    const { code, stdout, stderr } = await askToQuit({ durable: false, counts });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Overhead goes on running: the disk has not taken .* from the tray/);
  });
});
