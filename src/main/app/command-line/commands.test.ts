import { describe, expect, it } from 'vitest';
import { emptyContent } from '#test/support/surroundings.ts';
import { fail, ok } from '#shared/failure.ts';
import { noPosts, type JournalStatus } from '#shared/journal/journal.ts';
import { statusSchema } from '#shared/status/status-schema.ts';
import { statusOf } from '#shared/status/status.ts';
import { usage, type RemoteCommand } from './arguments.ts';
import { answerOutcome, localOutcome, notRunningOutcome, runCommand } from './commands.ts';
import { answerSchema } from './hand-over.ts';

const now = new Date(2026, 10, 20, 12, 0).getTime();
const state = { ...emptyContent, revision: 1 };
const status = statusOf(state, now);

describe('outcomes', () => {
  const done = { kind: 'done', status, text: 'All is well.' } as const;
  it.each([
    [
      'wrong arguments',
      localOutcome({ kind: 'wrong', message: 'what?' }, '1'),
      2,
      '',
      /^overhead: what\? .*--help.*$/,
    ],
    ['help', localOutcome({ kind: 'help' }, '1'), 0, usage(), /^$/],
    ['a version', localOutcome({ kind: 'version' }, '1.2.3'), 0, 'Overhead 1.2.3', /^$/],
    [
      '--status without an instance',
      notRunningOutcome({ kind: 'status', json: true }),
      3,
      '',
      /not running/,
    ],
    [
      '--set-wallpaper without an instance',
      notRunningOutcome({ kind: 'set-wallpaper', date: null }),
      3,
      '',
      /not running/,
    ],
    [
      '--quit without an instance',
      notRunningOutcome({ kind: 'quit' }),
      0,
      'Overhead is not running.',
      /^$/,
    ],
    ['no answer', answerOutcome({ kind: 'check-now' }, null, now), 4, '', /does not answer/],
    ['--quit', answerOutcome({ kind: 'quit' }, done, now), 0, 'Overhead has ended.', /^$/],
    [
      'a failure',
      answerOutcome(
        { kind: 'set-wallpaper', date: null },
        { kind: 'failed', failure: { kind: 'not-found' } },
        now,
      ),
      1,
      '',
      /It did not work\. The service found nothing/,
    ],
    [
      'a day in the future',
      answerOutcome(
        { kind: 'set-wallpaper', date: '2030-01-01' },
        { kind: 'failed', failure: { kind: 'not-found' } },
        now,
      ),
      1,
      '',
      /^That day is still to come/,
    ],
  ] as const)('%s', (_what, outcome, code, stdout, stderr) => {
    expect(outcome.code).toBe(code);
    expect(outcome.stdout.trim()).toBe(stdout);
    expect(outcome.stderr.trim()).toMatch(stderr);
  });

  it('prints the status as JSON, or the text of the running instance', () => {
    const json = answerOutcome({ kind: 'status', json: true }, done, now).stdout;
    expect(statusSchema.parse(JSON.parse(json))).toEqual(status);
    expect(answerOutcome({ kind: 'status', json: false }, done, now).stdout).toBe('All is well.\n');
  });
});

it('runs a command and returns an answer that survives JSON', async () => {
  const asked: (string | null)[] = [];
  const ports = {
    state: () => state,
    now: () => now,
    checkAll: () => void asked.push('check'),
    setWallpaper(date: string | null) {
      asked.push(date);
      return Promise.resolve(date === null ? ok(null) : fail({ kind: 'not-found' }));
    },
  };
  const run = async (command: RemoteCommand) =>
    answerSchema.parse(JSON.parse(JSON.stringify(await runCommand(command, ports))));
  expect(await run({ kind: 'status', json: true })).toEqual({
    kind: 'done',
    status,
    text: expect.stringContaining(status.headline) as string,
  });
  expect((await run({ kind: 'check-now' })).kind).toBe('done');
  expect((await run({ kind: 'set-wallpaper', date: null })).kind).toBe('done');
  expect(await run({ kind: 'set-wallpaper', date: '2026-11-20' })).toEqual({
    kind: 'failed',
    failure: { kind: 'not-found' },
  });
  expect(asked).toEqual(['check', null, '2026-11-20']);
});

const counts = { ...noPosts, draft: 1 };

async function askToQuit(journal: Partial<JournalStatus>) {
  const state = { ...emptyContent, revision: 1, journal: { ...emptyContent.journal, ...journal } };
  const ports = {
    state: () => state,
    now: () => 0,
    checkAll: () => undefined,
    setWallpaper: () => Promise.reject(new Error('not asked for')),
  };
  return answerOutcome({ kind: 'quit' }, await runCommand({ kind: 'quit' }, ports), 0);
}

describe('--quit', () => {
  it.each<[string, Partial<JournalStatus>]>([
    ['everything is saved', { counts }],
    ['the disk refuses writes, and there is nothing to save', { durable: false, counts: noPosts }],
  ])('succeeds when %s', async (_why, journal) => {
    expect((await askToQuit(journal)).code).toBe(0);
  });

  it('fails while the journal has posts that are not saved', async () => {
    const { code, stdout, stderr } = await askToQuit({ durable: false, counts });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Overhead goes on running: the disk has not stored .* from the tray/);
  });
});
