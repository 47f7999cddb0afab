import { m } from '#words';
import { afterEach, describe, expect, it } from 'vitest';
import { emptyTarget } from '#test/support/command-target.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { fail, ok } from '#shared/failure.ts';
import { zeroPostCounts, type JournalStatus } from '#shared/journal/journal.ts';
import { setLanguage } from '#shared/language/language.ts';
import { statusSchema } from '#shared/status/status-schema.ts';
import { statusOf } from '#shared/status/status.ts';
import type { AppState } from '#shared/state.ts';
import type { Wallpaper } from '#shared/picture/picture.ts';
import type { WallpaperDecision } from '#shared/wallpaper/selection.ts';
import { wallpaperActions } from '#wallpaper/index.ts';
import { promptAnswerMs } from '#runtime/command-row.ts';
import { answerLimitMs, usage, type CommandName, type RemoteCommand } from './command-table.ts';
import {
  answerOutcome,
  appActions,
  localOutcome,
  notRunningOutcome,
  queryAnswer,
  runCommand,
  secondStartOutcome,
  statusQuery,
  watchEndOutcome,
  writtenOutcome,
} from './commands.ts';
import { answerSchema } from './hand-over.ts';

const now = new Date(2026, 10, 20, 12, 0).getTime();
const state = { ...emptyContent, revision: 1 };
const status = statusOf(state, now);

const asking = (name: CommandName, more: Partial<RemoteCommand> = {}): RemoteCommand => ({
  name,
  date: null,
  json: false,
  watch: false,
  days: null,
  visible: false,
  ...more,
});

describe('the outcome of a command', () => {
  const done = { kind: 'done', status } as const;
  const answer = { kind: 'answer', content: { ...status }, text: 'All is well.' } as const;
  const list = { kind: 'answer', content: { list: [1] }, text: '' } as const;
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
      notRunningOutcome(asking('status', { json: true })),
      3,
      '',
      /not running/,
    ],
    [
      '--set-wallpaper without an instance',
      notRunningOutcome(asking('set-wallpaper')),
      3,
      '',
      /not running/,
    ],
    [
      '--quit without an instance',
      notRunningOutcome(asking('quit')),
      0,
      'Overhead is not running.',
      /^$/,
    ],
    ['no answer', answerOutcome(asking('check-now'), null, now), 4, '', /does not answer/],
    ['--quit', answerOutcome(asking('quit'), done, now), 0, 'Overhead has quit.', /^$/],
    ['another answer', answerOutcome(asking('status'), done, now), 4, '', /does not answer/],
    ['--watch after the end', watchEndOutcome(), 3, '', /not running/],
    ['a second start', secondStartOutcome(['--services']), 0, '', /^.*--services.*$/],
    [
      '--json',
      answerOutcome(asking('status', { json: true }), list, now),
      0,
      '{\n  "list": [\n    1\n  ]\n}',
      /^$/,
    ],
    [
      '--json --watch',
      answerOutcome(asking('status', { json: true, watch: true }), list, now),
      0,
      '{"list":[1]}',
      /^$/,
    ],
    [
      'a failure',
      answerOutcome(
        asking('set-wallpaper'),
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
        asking('set-wallpaper', { date: '2030-01-01' }),
        { kind: 'failed', failure: { kind: 'not-found' } },
        now,
      ),
      1,
      '',
      /^That day is still to come/,
    ],
  ] as const)('is printed with its exit code: %s', (_what, outcome, code, stdout, stderr) => {
    expect(outcome.code).toBe(code);
    expect(outcome.stdout.trim()).toBe(stdout);
    expect(outcome.stderr.trim()).toMatch(stderr);
  });

  it('prints a title without its control characters', () => {
    const text = 'A\u001b\u0007[31m \u009b title\u0007\nand\u2028a\u2029line';
    const evil = { kind: 'answer', content: { text }, text } as const;
    const printed = (more: Partial<RemoteCommand>): string =>
      answerOutcome(asking('picture', more), evil, now).stdout;
    expect(printed({})).toBe('A [31m   title \nand\u2028a\u2029line\n');
    expect(printed({ watch: true })).toBe('A [31m   title and a line\n');
    for (const json of [printed({ json: true }), printed({ json: true, watch: true })]) {
      expect(json.trimEnd()).not.toMatch(/[^\P{Cc}\n]|[\u2028\u2029]/u);
      expect(JSON.parse(json)).toEqual({ text });
    }
  });

  it('prints the status as JSON, or the text of the running instance', () => {
    const json = answerOutcome(asking('status', { json: true }), answer, now).stdout;
    expect(statusSchema.parse(JSON.parse(json))).toEqual(status);
    expect(answerOutcome(asking('status'), answer, now).stdout).toBe('All is well.\n');
  });
});

it('runCommand runs a command and returns an answer that JSON preserves', async () => {
  const asked: (string | null)[] = [];
  const ports = {
    ...emptyTarget,
    clock: new FakeClock(new Date(now).toISOString()),
    actions: {
      ...emptyTarget.actions,
      'check-now'() {
        asked.push('check');
        return ok(null);
      },
      'set-wallpaper'(date: string | null) {
        asked.push(date);
        return Promise.resolve(date === null ? ok(null) : fail({ kind: 'not-found' }));
      },
      restore() {
        asked.push('restore');
        return ok(null);
      },
    },
    files: { report: () => 'the report' },
  };
  const run = async (command: RemoteCommand) =>
    answerSchema.parse(JSON.parse(JSON.stringify(await runCommand(command, ports))));
  expect(await run(asking('status', { json: true }))).toEqual({
    kind: 'answer',
    content: { ...status, tray: true },
    text: expect.stringContaining(status.headline) as string,
  });
  expect((await run(asking('check-now'))).kind).toBe('done');
  expect((await run(asking('restore'))).kind).toBe('done');
  expect((await run(asking('set-wallpaper'))).kind).toBe('done');
  expect(await run(asking('set-wallpaper', { date: '2026-11-20' }))).toEqual({
    kind: 'failed',
    failure: { kind: 'not-found' },
  });
  expect(await run(asking('report', { file: 'x' }))).toEqual({ kind: 'file', text: 'the report' });
  expect(asked).toEqual(['check', 'restore', null, '2026-11-20']);
});

describe('queryAnswer', () => {
  afterEach(() => setLanguage({ language: 'en', formats: 'en' }));
  const target = { ...emptyTarget, state: () => state, clock: new FakeClock() };
  const answerTo = (more: Partial<RemoteCommand>) =>
    queryAnswer('status', asking('status', more), target);

  it('answers in English for --json, and otherwise in the language of the app', async () => {
    setLanguage({ language: 'de', formats: 'de' });
    const { headline } = statusOf(state, target.clock.now());
    expect(headline).not.toBe(status.headline);
    expect((await answerTo({ json: true })).content).toMatchObject({ headline: status.headline });
    expect((await answerTo({})).text).toContain(headline);
  });

  it('has one line for --watch', async () => {
    expect((await answerTo({ watch: true })).text).toBe(status.headline);
    expect((await answerTo({})).text).toContain('\n');
  });
});

it.each([
  ...Object.keys(emptyTarget.queries),
  ...Object.keys(emptyTarget.actions),
  ...Object.keys(emptyTarget.files),
] as CommandName[])('answerLimitMs gives --%s at least the time of a prompt answer', (name) => {
  expect(answerLimitMs(name)).toBeGreaterThanOrEqual(promptAnswerMs);
});

it('the answer to --status says whether a tray shows the icon', () => {
  for (const isShown of [true, false])
    expect(statusQuery(() => isShown).answer(state, now, asking('status')).content).toMatchObject({
      tray: isShown,
    });
});

describe('--report', () => {
  const answer = { kind: 'file', text: 'the report' } as const;

  it('writes the report to standard output for the file name -, and without a file name', () => {
    for (const command of [asking('report', { file: '-' }), asking('status')])
      expect(answerOutcome(command, answer, now)).toEqual({
        code: 0,
        stdout: 'the report',
        stderr: '',
      });
  });

  it.each([
    [ok(null), 0, /^The report is in a\.json\. Read it before you send it\.\n$/],
    [fail({ kind: 'storage', code: 'EEXIST' } as const), 1, /There is a file at a\.json already/],
    [fail({ kind: 'storage', code: 'EROFS' } as const), 1, /The disk is read-only/],
  ])('reports the result of writing the file: %j', (written, code, words) => {
    const { file } = answerOutcome(asking('report', { file: 'a.json' }), answer, now);
    expect(file).toEqual({ path: 'a.json', text: 'the report' });
    const outcome = writtenOutcome(asking('report', { file: 'a.json' }), written);
    expect(outcome.code).toBe(code);
    expect(outcome.stdout + outcome.stderr).toMatch(words);
  });
});

describe('a command that changes the picture on the desktop', () => {
  const set = {
    kind: 'set',
    date: '2026-11-20',
    path: '/w/a.jpg',
    backend: 'test',
    verified: true,
    at: 1,
  } as const satisfies Wallpaper;
  const refused = {
    kind: 'failed',
    date: '2026-11-19',
    backend: 'test',
    detail: 'no',
    at: 2,
    retryAt: null,
  } as const satisfies Wallpaper;

  /** Runs the command on a desktop that shows `before`, and `after` a decision. Returns the decisions and outcome. */
  async function decide(
    name: CommandName,
    before: Wallpaper,
    after: Wallpaper,
    enabled: boolean | null = true,
  ) {
    const { settings } = state;
    let wallpaper = before;
    const decided: WallpaperDecision[] = [];
    const shown = (): AppState => ({
      ...state,
      wallpaper,
      settings: { ...settings, wallpaper: { ...settings.wallpaper, enabled } },
    });
    const refuse = () => Promise.reject(new Error('not asked for'));
    const feature = {
      choose: refuse,
      restore: refuse,
      decide(one: WallpaperDecision) {
        decided.push(one);
        wallpaper = after;
        return Promise.resolve();
      },
    };
    const ports = {
      ...emptyTarget,
      state: shown,
      actions: { ...emptyTarget.actions, ...wallpaperActions(feature, shown) },
    };
    const command = asking(name);
    return { decided, ...answerOutcome(command, await runCommand(command, ports), now) };
  }

  it.each<[CommandName, WallpaperDecision, RegExp]>([
    ['next', { kind: 'next' }, /^Wallpaper: The picture of .*19/],
    ['previous', { kind: 'previous' }, /^Wallpaper: The picture of .*19/],
    ['pin', { kind: 'pin', pinned: true }, /stays/],
    ['unpin', { kind: 'pin', pinned: false }, /may replace/],
    ['favorite', { kind: 'favour', date: '2026-11-20', favourite: true }, /is a favorite/],
    [
      'unfavorite',
      { kind: 'favour', date: '2026-11-20', favourite: false },
      /no longer a favorite/,
    ],
  ])('passes --%s to the running app, and prints the result', async (name, expected, words) => {
    const { decided, code, stdout } = await decide(name, set, { ...set, date: '2026-11-19' });
    expect(decided).toEqual([expected]);
    expect(code).toBe(0);
    expect(stdout).toMatch(words);
  });

  it.each<[string, CommandName, Wallpaper, Wallpaper, RegExp]>([
    ['no other picture', 'next', set, set, /^The wallpaper stays/],
    ['a desktop that refuses it', 'previous', set, refused, /^It did not work\./],
    [
      'the reason why the desktop refuses it',
      'next',
      set,
      { ...refused, why: 'policy' },
      /administrator’s policy/,
    ],
    ['no picture of the app on the desktop', 'pin', { kind: 'untouched' }, set, /shows no picture/],
    [
      'no picture that can be a favourite',
      'favorite',
      { kind: 'untouched' },
      set,
      /shows no picture/,
    ],
  ])('fails with %s', async (_what, name, before, after, words) => {
    const { code, stderr } = await decide(name, before, after);
    expect(code).toBe(1);
    expect(stderr).toMatch(words);
  });

  it('reports the reason for no change: no other picture exists, or new wallpapers are off', async () => {
    const none = await decide('next', set, set);
    expect(none.stderr).toBe(`${m.command_no_other_picture()}\n`);
    for (const enabled of [false, null]) {
      const off = await decide('next', set, set, enabled);
      expect(off.stderr).toBe(`${m.command_failed({ why: m.failure_wallpaper_off() })}\n`);
    }
  });
});

const counts = { ...zeroPostCounts, draft: 1 };

async function askToQuit(journal: Partial<JournalStatus>) {
  const state = { ...emptyContent, revision: 1, journal: { ...emptyContent.journal, ...journal } };
  const actions = {
    ...emptyTarget.actions,
    ...appActions(
      () => state,
      () => undefined,
    ),
  };
  const ports = { ...emptyTarget, state: () => state, actions };
  return answerOutcome(asking('quit'), await runCommand(asking('quit'), ports), 0);
}

describe('--quit', () => {
  it.each<[string, Partial<JournalStatus>]>([
    ['everything is saved', { counts }],
    [
      'the disk refuses writes, and there is nothing to save',
      { durable: false, counts: zeroPostCounts },
    ],
  ])('succeeds when %s', async (_why, journal) => {
    expect((await askToQuit(journal)).code).toBe(0);
  });

  it('fails while the journal has posts that are not saved', async () => {
    const { code, stdout, stderr } = await askToQuit({ durable: false, counts });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Overhead keeps running: the disk has not stored .* from the tray/);
  });
});

it('--check-now checks all services', async () => {
  let askedCount = 0;
  const actions = {
    ...emptyTarget.actions,
    ...appActions(
      () => state,
      () => (askedCount += 1),
    ),
  };
  const answer = await runCommand(asking('check-now'), { ...emptyTarget, actions });
  expect([answer.kind, askedCount]).toEqual(['done', 1]);
});

it('queryAnswer waits until the query can be answered', async () => {
  let isPrepared = false;
  const query = {
    prepare: async () => {
      await Promise.resolve();
      isPrepared = true;
    },
    answer: () => ({ content: {}, text: isPrepared ? 'prepared' : 'too early', line: '' }),
  };
  const queries = { ...emptyTarget.queries, status: { ...emptyTarget.queries.status, ...query } };
  expect(await queryAnswer('status', asking('status'), { ...emptyTarget, queries })).toMatchObject({
    text: 'prepared',
  });
});

it('a report is printed, or written to its file', () => {
  const answer = { kind: 'file', text: 'report' } as const;
  const printed = { code: 0, stdout: 'report', stderr: '' };
  expect(answerOutcome(asking('report', { file: '-' }), answer, now)).toEqual(printed);
  expect(answerOutcome(asking('report', { file: 'a.json' }), answer, now)).toEqual({
    ...{ code: 0, stdout: '', stderr: '' },
    file: { path: 'a.json', text: 'report' },
  });
});
