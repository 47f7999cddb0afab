import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { emptyContent } from '#test/support/surroundings.ts';
import { fail, ok } from '#shared/failure.ts';
import { statusOf } from '#shared/status/status.ts';
import { statusSchema } from '#shared/status/status-schema.ts';
import { answerSchema } from './hand-over.ts';
import { outcomeAlone, outcomeNobody, outcomeOf } from './outcome.ts';
import { parseCommandLine, usage } from './parse.ts';
import { serveCommand } from './serve.ts';

const now = new Date(2026, 10, 20, 12, 0).getTime();
const state = { ...emptyContent, revision: 1 };
const status = statusOf(state, now);

describe('parseCommandLine', () => {
  const start = (options = {}) => ({
    kind: 'start',
    options: { services: null, hidden: false, ...options },
  });
  const ask = (command: object) => ({ kind: 'ask', command });
  it.each([
    [[], start()],
    [['--hidden'], start({ hidden: true })],
    [['--services=live'], start({ services: 'live' })],
    [['--services=embedded', '--services=own'], start({ services: 'own' })],
    [['--user-data-dir=/x y', '--no-sandbox', '--remote-debugging-port=0'], start()],
    [['--ozone-platform-hint=auto', '--enable-features=A,B', '--inspect', '-psn_0_1234'], start()],
    [['--hidden', '--updated', '--lang=de'], start({ hidden: true })],
    // A click on a notification of an app that no longer runs: the person wants to see it.
    [['-Embedding'], start()],
    [['-ToastActivated', '-Embedding'], start()],
    [['/Embedding'], start()],
    [['--status'], ask({ kind: 'status', json: false })],
    [['--json', '--status', '--user-data-dir=/x'], ask({ kind: 'status', json: true })],
    [['--check-now'], ask({ kind: 'check-now' })],
    [['--set-wallpaper'], ask({ kind: 'set-wallpaper', date: null })],
    [['--set-wallpaper', '2026-11-20'], ask({ kind: 'set-wallpaper', date: '2026-11-20' })],
    [['--set-wallpaper=2024-02-29'], ask({ kind: 'set-wallpaper', date: '2024-02-29' })],
    [['--set-wallpaper', '--no-sandbox'], ask({ kind: 'set-wallpaper', date: null })],
    [['--quit'], ask({ kind: 'quit' })],
    [['--version'], { kind: 'version' }],
    [['--help'], { kind: 'help' }],
    [['--help', '--status'], { kind: 'help' }],
  ])('%j', (args, line) => {
    expect(parseCommandLine(args)).toEqual(line);
  });

  it.each([
    [['--hiden'], '--hiden is not known'],
    [['--services=elsewhere'], '--services takes live, embedded or own'],
    [['--services'], '--services takes live, embedded or own'],
    [['status'], 'what is ‘status’?'],
    [['-v'], 'what is ‘-v’?'],
    [['-Embedding=1'], 'what is ‘-Embedding=1’?'],
    [['--'], 'what is ‘--’?'],
    [[''], 'what is ‘’?'],
    [['--STATUS'], 'what is ‘--STATUS’?'],
    [['--status=yes'], '--status takes no value'],
    [['--hidden=1'], '--hidden takes no value'],
    [['--json'], '--json goes with --status'],
    [['--quit', '--json'], '--json goes with --status'],
    [['--set-wallpaper=2026-11-20', '--json'], '--json goes with --status'],
    [['--status', '--quit'], '--status and --quit do not go together'],
    [['--hidden', '--quit'], '--hidden and --quit do not go together'],
    [['--set-wallpaper', 'today'], '--set-wallpaper takes a day as YYYY-MM-DD, not ‘today’'],
    [
      ['--set-wallpaper', '2026-02-30'],
      '--set-wallpaper takes a day as YYYY-MM-DD, not ‘2026-02-30’',
    ],
    [['--set-wallpaper='], '--set-wallpaper takes a day as YYYY-MM-DD, not ‘’'],
    [['--set-wallpaper', '2026-11-20', '2026-11-19'], 'what is ‘2026-11-19’?'],
  ])('%j makes no sense', (args, message) => {
    expect(parseCommandLine(args)).toEqual({ kind: 'wrong', message });
  });

  it('takes whatever comes', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.string().map((s) => `--${s}`),
          ),
        ),
        (args) => {
          const line = parseCommandLine(args);
          if (line.kind === 'wrong') expect(line.message.length).toBeLessThan(120);
        },
      ),
    );
  });
});

describe('how a command ends', () => {
  const done = { kind: 'done', status, text: 'All is well.' } as const;
  it.each([
    [
      'no sense',
      outcomeAlone({ kind: 'wrong', message: 'what?' }, '1'),
      2,
      '',
      /^overhead: what\?\n.*--help.*$/,
    ],
    ['help', outcomeAlone({ kind: 'help' }, '1'), 0, usage, /^$/],
    ['a version', outcomeAlone({ kind: 'version' }, '1.2.3'), 0, 'Overhead 1.2.3', /^$/],
    ['nobody asked', outcomeNobody({ kind: 'status', json: true }), 3, '', /not running/],
    [
      'nobody to set it',
      outcomeNobody({ kind: 'set-wallpaper', date: null }),
      3,
      '',
      /not running/,
    ],
    ['nobody to end', outcomeNobody({ kind: 'quit' }), 0, 'Overhead is not running.', /^$/],
    ['silence', outcomeOf({ kind: 'check-now' }, null, now), 4, '', /does not answer/],
    ['an end', outcomeOf({ kind: 'quit' }, done, now), 0, 'Overhead has ended.', /^$/],
    [
      'a failure',
      outcomeOf(
        { kind: 'set-wallpaper', date: null },
        { kind: 'failed', failure: { kind: 'not-found' } },
        now,
      ),
      1,
      '',
      /It did not work: the service does not have it/,
    ],
    [
      'a day to come',
      outcomeOf(
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

  it('as JSON is for programs, and in words what the instance said that runs', () => {
    const json = outcomeOf({ kind: 'status', json: true }, done, now).stdout;
    expect(statusSchema.parse(JSON.parse(json))).toEqual(status);
    expect(outcomeOf({ kind: 'status', json: false }, done, now).stdout).toBe('All is well.\n');
  });
});

it('does what is asked, and answers what fits through the wire', async () => {
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
  const serve = async (command: Parameters<typeof serveCommand>[0]) =>
    answerSchema.parse(JSON.parse(JSON.stringify(await serveCommand(command, ports))));
  expect(await serve({ kind: 'status', json: true })).toEqual({
    ...{ kind: 'done', status },
    text: expect.stringContaining(status.headline) as string,
  });
  expect((await serve({ kind: 'check-now' })).kind).toBe('done');
  expect((await serve({ kind: 'set-wallpaper', date: null })).kind).toBe('done');
  expect(await serve({ kind: 'set-wallpaper', date: '2026-11-20' })).toEqual({
    kind: 'failed',
    failure: { kind: 'not-found' },
  });
  expect(asked).toEqual(['check', null, '2026-11-20']);
});
