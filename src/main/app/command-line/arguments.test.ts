import { m } from '#words';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectRecord } from '#test/support/record.ts';
import { root } from '#tools/setup/paths.ts';
import { ownArguments, parseCommandLine } from './arguments.ts';
import { queriesWithOption, usage, type CommandName, type RemoteCommand } from './command-table.ts';

describe('parseCommandLine', () => {
  const start = (options = {}) => ({
    kind: 'start',
    options: {
      services: null,
      hidden: false,
      skipFirstRun: false,
      wallpaperCommand: null,
      ...options,
    },
  });
  const ask = (name: CommandName, more: Partial<RemoteCommand> = {}) => ({
    kind: 'ask',
    command: {
      name,
      date: null,
      json: false,
      watch: false,
      days: null,
      visible: false,
      ...more,
    },
  });
  it.each([
    [[], start()],
    [['--hidden'], start({ hidden: true })],
    [['--no-first-run'], start({ skipFirstRun: true })],
    [
      ['--wallpaper-command=wal -i "$OVERHEAD_WALLPAPER"'],
      start({ wallpaperCommand: 'wal -i "$OVERHEAD_WALLPAPER"' }),
    ],
    [['--services=live'], start({ services: 'live' })],
    [['--services=embedded', '--services=own'], start({ services: 'own' })],
    [['--user-data-dir=/x y', '--no-sandbox', '--remote-debugging-port=0'], start()],
    [['--ozone-platform-hint=auto', '--enable-features=A,B', '--inspect', '-psn_10_1234'], start()],
    [['--hidden', '--updated', '--lang=de'], start({ hidden: true })],
    // A click on a notification of an app that no longer runs opens the window.
    [['-Embedding'], start()],
    [['-ToastActivated', '-Embedding'], start()],
    [['/Embedding'], start()],
    [['-AppleLanguages', '(de)', '--hidden'], start({ hidden: true })],
    [['--status', '-NSDocumentRevisionsDebugMode', 'YES'], ask('status')],
    [['--status'], ask('status')],
    [['--json', '--status', '--user-data-dir=/x'], ask('status', { json: true })],
    [['--status', '--watch'], ask('status', { watch: true })],
    [['--passes'], ask('passes')],
    [['--passes', '--days', '3', '--visible'], ask('passes', { days: 3, visible: true })],
    [['--days=1', '--passes', '--json'], ask('passes', { days: 1, json: true })],
    [['--watch', '--json', '--passes'], ask('passes', { json: true, watch: true })],
    [['--transits', '--json'], ask('transits', { json: true })],
    [['--position', '--watch'], ask('position', { watch: true })],
    [['--picture', '--json'], ask('picture', { json: true })],
    [['--check-now'], ask('check-now')],
    [['--next'], ask('next')],
    [['--unpin'], ask('unpin')],
    [['--favourite'], ask('favorite')],
    [['--favorite'], ask('favorite')],
    [['--unfavorite'], ask('unfavorite')],
    [['--unfavourite'], ask('unfavorite')],
    [['--restore'], ask('restore')],
    [['--set-wallpaper'], ask('set-wallpaper')],
    [['--set-wallpaper', '2026-11-20'], ask('set-wallpaper', { date: '2026-11-20' })],
    [['--set-wallpaper=2024-02-29'], ask('set-wallpaper', { date: '2024-02-29' })],
    [['--set-wallpaper', '--no-sandbox'], ask('set-wallpaper')],
    [['--report', 'a.json'], ask('report', { file: 'a.json' })],
    [['--report=/tmp/a.json'], ask('report', { file: '/tmp/a.json' })],
    [['--report', '-'], ask('report', { file: '-' })],
    [['--quit'], ask('quit')],
    [['--version'], { kind: 'version' }],
    [['--help'], { kind: 'help' }],
    [['-h'], { kind: 'help' }],
    [['--help', '--status'], { kind: 'help' }],
  ])('parses %j', (args, line) => {
    expect(parseCommandLine(args)).toEqual(line);
  });

  const oneOf = new Intl.ListFormat('en', { type: 'disjunction' });
  const needsReport = (option: '--json' | '--watch'): string =>
    m.command_needs({
      option,
      commands: oneOf.format(queriesWithOption('json').map((name) => `--${name}`)),
    });
  it.each([
    [['--hiden'], 'Unknown option: --hiden.'],
    [['--my-enable-x'], 'Unknown option: --my-enable-x.'],
    [['---json'], 'Unknown argument: “---json”.'],
    [['--json!'], 'Unknown argument: “--json!”.'],
    [['x-AppleLanguages'], 'Unknown argument: “x-AppleLanguages”.'],
    [['-AppleLanguages!'], 'Unknown argument: “-AppleLanguages!”.'],
    [[`--${'x'.repeat(60)}`], `Unknown option: --${'x'.repeat(60)}.`],
    [[`--${'x'.repeat(61)}`], `Unknown option: --${'x'.repeat(59)}….`],
    [['y'.repeat(100)], `Unknown argument: “${'y'.repeat(59)}…”.`],
    [['--services=elsewhere'], '--services takes live, embedded or own.'],
    [['--services'], '--services takes live, embedded or own.'],
    [['--wallpaper-command='], '--wallpaper-command needs a command: --wallpaper-command=COMMAND.'],
    [
      ['--wallpaper-command= '],
      '--wallpaper-command needs a command: --wallpaper-command=COMMAND.',
    ],
    [['--wallpaper-command'], '--wallpaper-command needs a command: --wallpaper-command=COMMAND.'],
    [['status'], 'Unknown argument: “status”.'],
    [['-v'], 'Unknown argument: “-v”.'],
    [['-Applets'], 'Unknown argument: “-Applets”.'],
    [['-Embedding=1'], 'Unknown argument: “-Embedding=1”.'],
    [['x-Embedding'], 'Unknown argument: “x-Embedding”.'],
    [['x-psn_0_1'], 'Unknown argument: “x-psn_0_1”.'],
    [['-ToastActivated2'], 'Unknown argument: “-ToastActivated2”.'],
    [['--'], 'Unknown argument: “--”.'],
    [[''], 'Unknown argument: “”.'],
    [['--STATUS'], 'Unknown argument: “--STATUS”.'],
    [['--status=yes'], '--status takes no value.'],
    [['--hidden=1'], '--hidden takes no value.'],
    [['--no-first-run=1'], '--no-first-run takes no value.'],
    [['--json'], needsReport('--json')],
    [['--quit', '--json'], needsReport('--json')],
    [['--set-wallpaper=2026-11-20', '--json'], needsReport('--json')],
    [['--version', '--json'], needsReport('--json')],
    [['--watch'], needsReport('--watch')],
    [['--next', '--watch'], needsReport('--watch')],
    [['--visible'], '--visible needs --passes.'],
    [['--transits', '--visible'], '--visible needs --passes.'],
    [['--status', '--days', '2'], '--days needs --passes.'],
    [['--passes', '--days'], '--days takes a whole number from 1 to 5.'],
    [['--passes', '--days='], '--days takes a whole number from 1 to 5.'],
    [['--passes', '--days', '0'], '--days takes a whole number from 1 to 5.'],
    [['--passes', '--days=6'], '--days takes a whole number from 1 to 5.'],
    [['--passes', '--days', '1.5'], '--days takes a whole number from 1 to 5.'],
    [['--passes', '--days', '1', '2'], 'Unknown argument: “2”.'],
    [['--passes', '3'], 'Unknown argument: “3”.'],
    [['--passes=3'], '--passes takes no value.'],
    [['--passes', '--watch=yes'], '--watch takes no value.'],
    [['--passes', '--transits'], '--passes and --transits cannot be combined.'],
    [['--hidden', '--position'], '--hidden and --position cannot be combined.'],
    [['--status', '--quit'], '--status and --quit cannot be combined.'],
    [['--hidden', '--quit'], '--hidden and --quit cannot be combined.'],
    [['--set-wallpaper', 'today'], '--set-wallpaper takes a day like 2026-11-20.'],
    [['--set-wallpaper', '2026-02-30'], '--set-wallpaper takes a day like 2026-11-20.'],
    [['--set-wallpaper', '2026-13-40'], '--set-wallpaper takes a day like 2026-11-20.'],
    [['--next', '2026-11-20'], 'Unknown argument: “2026-11-20”.'],
    [['--set-wallpaper', '2026-'], '--set-wallpaper takes a day like 2026-11-20.'],
    [['--set-wallpaper', '2026'], '--set-wallpaper takes a day like 2026-11-20.'],
    [['--quit', '--set-wallpaper'], '--quit and --set-wallpaper cannot be combined.'],
    [['--quit', '--report=a'], '--quit and --report cannot be combined.'],
    [['--set-wallpaper='], '--set-wallpaper takes a day like 2026-11-20.'],
    [['--set-wallpaper', '2026-11-20', '2026-11-19'], 'Unknown argument: “2026-11-19”.'],
    [['--set-wallpaper=2026-11-20', '2026-11-19'], 'Unknown argument: “2026-11-19”.'],
    [['--set-wallpaper', ''], '--set-wallpaper takes a day like 2026-11-20.'],
    [['--set-wallpaper', '-'], 'Unknown argument: “-”.'],
    [['--report'], '--report needs the name of a file, or - to print it.'],
    [['--report='], '--report needs the name of a file, or - to print it.'],
    [['--report', '--hidden'], '--report needs the name of a file, or - to print it.'],
    [['--report', 'a', 'b'], 'Unknown argument: “b”.'],
    [['-psn_0_1=2'], 'Unknown argument: “-psn_0_1=2”.'],
    [['--no-hidden'], 'Unknown option: --no-hidden.'],
  ])('refuses %j', (args, message) => {
    expect(parseCommandLine(args)).toEqual({ kind: 'wrong', message });
  });

  it('parses any arguments without throwing, and returns short error messages', () => {
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

it.each([
  [['/opt/overhead', '--report', 'a'], true, ['--report', 'a']],
  [['/node_modules/electron', '--no-sandbox', '.', '--status'], false, ['--status']],
  [
    ['/usr/bin/node', '/home/me/overhead', '--set-wallpaper', '2026-11-20'],
    false,
    ['--set-wallpaper', '2026-11-20'],
  ],
  [['/usr/bin/node', '--hidden'], false, ['--hidden']],
] as const)('ownArguments finds the arguments of the app in %j', (argv, isPackaged, args) => {
  expect(ownArguments(argv, isPackaged)).toEqual(args);
});

it('usage prints the recorded text', async () => {
  await expectRecord(usage().split('\n'), join(import.meta.dirname, 'usage-record.txt'));
});

it('usage lists exactly the options in the tables of docs/command-line.md', () => {
  const page = readFileSync(join(root, 'docs/command-line.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `-'));
  const optionsIn = (text: string): string[] =>
    [...text.matchAll(/-[a-z-]*[a-z](?=[^a-z-]|$)/g)].map(String);
  const documented = rows.flatMap((row) => optionsIn(row.split('|')[1] ?? ''));
  const printed = usage()
    .split('\n')
    .flatMap((line) => optionsIn(/^ {2}(-.*?) {3}/.exec(line)?.[1] ?? ''));
  expect(printed.toSorted()).toEqual(documented.toSorted());
});
