import type { EventEmitter } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyContent } from '#test/support/surroundings.ts';
import { zeroPostCounts } from '#shared/journal/journal.ts';
import type { AppState } from '#shared/state.ts';
import { emptyTarget } from '#test/support/command-target.ts';
import { connectToCaller } from '#platform/process/answer-socket.ts';
import { appActions } from './commands.ts';
import { listenForAnswer, type Answer } from './hand-over.ts';
import { acquireInstance, serveSecondInstances, type CommandedApp } from './instance.ts';

interface FakeApp extends EventEmitter {
  readonly calls: string[];
  handedOver: unknown;
  isFirst: boolean;
  readonly paths: Record<string, string>;
}

const electron = vi.hoisted((): { app: unknown } => ({ app: null }));
vi.mock('electron', async () => {
  const events = await import('node:events');
  class App extends events.EventEmitter {
    readonly isPackaged = true;
    calls: string[] = [];
    handedOver: unknown = null;
    isFirst = true;
    readonly paths: Record<string, string> = {};
    getPath = (name: string) => this.paths[name];
    setPath = (name: string, path: string) => void (this.paths[name] = path);
    getVersion = () => '1.2.3';
    quit = () => void this.calls.push('quit');
    exit(code: number): void {
      this.calls.push(`exit ${code}`);
      this.emit('exited');
    }
    requestSingleInstanceLock(data: unknown): boolean {
      this.handedOver = data;
      return this.isFirst;
    }
    releaseSingleInstanceLock = () => void this.calls.push('release');
  }
  electron.app = new App();
  return { app: electron.app };
});

const app = electron.app as FakeApp;
const { argv } = process;
const onRefused = async (error: unknown): Promise<void> => {
  app.calls.push(String(error));
  // As long as the dialog is open.
  await Promise.resolve();
  app.calls.push('closed');
};
let folder = '';
const noLateStart = (): void => expect.unreachable('a start that came too late');

beforeEach(() => {
  app.calls.length = 0;
  app.handedOver = null;
  app.isFirst = true;
  folder = mkdtempSync(join(tmpdir(), 'overhead-instance-'));
  app.paths['userData'] = folder;
  delete app.paths['sessionData'];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((...args: unknown[]) => {
      (args.at(-1) as () => void)();
      return true;
    });
});
afterEach(() => {
  process.argv = argv;
  vi.restoreAllMocks();
  app.removeAllListeners();
  // The exit of an instance adds listeners for errors of these streams.
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
  rmSync(folder, { recursive: true, force: true });
});

describe('serveSecondInstances', () => {
  const state = (changes: Partial<AppState> = {}): AppState => ({
    ...emptyContent,
    revision: 1,
    ...changes,
  });

  /** Returns the answer of the running app when another instance is started with `args`. */
  async function ask(args: readonly string[], current: AppState | null): Promise<Answer | null> {
    const running: CommandedApp | null =
      current === null
        ? null
        : {
            commands: {
              ...emptyTarget,
              state: () => current,
              actions: {
                ...emptyTarget.actions,
                ...appActions(
                  () => current,
                  () => void app.calls.push('check'),
                ),
              },
            },
            openWindow: () => void app.calls.push('open'),
          };
    serveSecondInstances(() => Promise.resolve(running), noLateStart);
    const listener = listenForAnswer({ connect: 10_000, answer: 10_000 }, false);
    app.emit('second-instance', {}, [], '', { overhead: 1, args, answerAt: listener.address });
    return listener.answer();
  }

  it('answers a command and keeps running', async () => {
    expect(await ask(['--check-now'], state())).toMatchObject({ kind: 'done' });
    expect(app.calls).toEqual(['check']);
  });

  it('quits after it has answered --quit', async () => {
    expect(await ask(['--quit'], state())).toMatchObject({ kind: 'done' });
    await vi.waitFor(() => expect(app.calls).toEqual(['quit']));
  });

  it('keeps running after --quit while posts are only in memory', async () => {
    const journal = {
      ...emptyContent.journal,
      counts: { ...zeroPostCounts, waiting: 1 },
      durable: false,
    };
    expect(await ask(['--quit'], state({ journal }))).toEqual({
      kind: 'failed',
      failure: { kind: 'would-forget' },
    });
    // If --quit had been accepted, the app would have quit before the connection was closed.
    expect(app.calls).toEqual([]);
  });

  it('quits without an answer when the app ends before it has started', async () => {
    serveSecondInstances(() => Promise.resolve(null), noLateStart);
    const listener = listenForAnswer({ connect: 10_000, answer: 10_000 }, false);
    const quit = Promise.withResolvers<undefined>();
    vi.spyOn(app as unknown as { quit: () => void }, 'quit').mockImplementation(() =>
      quit.resolve(undefined),
    );
    const data = { overhead: 1, args: ['--quit'], answerAt: listener.address };
    app.emit('second-instance', {}, [], '', data);
    await quit.promise;
    listener.close();
  });

  it.each([
    [['--hidden'], []],
    [[], ['open']],
    [['--wrong'], []],
  ])('handles a second start with the arguments %j by the calls %j', async (args, calls) => {
    const opened = Promise.resolve({ openWindow: () => app.calls.push('open') });
    serveSecondInstances(() => opened as unknown as Promise<CommandedApp>, noLateStart);
    app.emit('second-instance', {}, [], '', { overhead: 1, args, answerAt: null });
    app.emit('second-instance', {}, [], '', 'the data of another app');
    await opened;
    await Promise.resolve();
    expect(app.calls).toEqual(calls);
  });

  it('reports the arguments of a start that comes while this instance ends', async () => {
    const late = Promise.withResolvers<readonly string[]>();
    serveSecondInstances(() => Promise.resolve(null), late.resolve);
    const args = ['--hidden', '--services=live'];
    app.emit('second-instance', {}, [], '', { overhead: 1, args, answerAt: null });
    expect(await late.promise).toEqual(args);
  });
});

describe('acquireInstance', () => {
  const startWith = (...args: string[]) => {
    process.argv = ['/usr/bin/overhead', ...args];
    return acquireInstance(onRefused);
  };

  it('starts as the first instance', () => {
    expect(startWith('--hidden')).toMatchObject({ hidden: true });
    expect(app.handedOver).toMatchObject({ overhead: 1, args: ['--hidden'], answerAt: null });
    expect(app.calls).toEqual([]);
  });

  it('exits with 0 if another instance is running', () => {
    app.isFirst = false;
    expect(startWith()).toBeNull();
    expect(app.calls).toEqual(['exit 0']);
    // Electron goes on starting until a slow reader has taken the output.
    expect(app.paths['sessionData']).toBe(join(folder, 'chromium'));
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    [['--services=own']],
    [['--wallpaper-command=true']],
    [['--services=own', '--wallpaper-command=true']],
  ])(
    'prints a message for each of %j if another instance is running and they have no effect, and exits with 0',
    async (options) => {
      app.isFirst = false;
      expect(startWith(...options)).toBeNull();
      await expect.poll(() => app.calls).toEqual(['exit 0']);
      const { calls } = vi.spyOn(process.stderr, 'write').mock;
      const lines = calls.map(([text]) => String(text)).join('');
      const names = options.map((option) => option.split('=')[0] ?? '');
      for (const name of names) expect(lines).toContain(`so ${name} has no effect`);
      expect(lines.split('\n')).toHaveLength(names.length + 1);
    },
  );

  it('reports the error and then exits with 1 when the data folder cannot be written', async () => {
    app.isFirst = false;
    app.paths['userData'] = join(folder, 'missing');
    expect(startWith()).toBeNull();
    await expect.poll(() => app.calls).toContain('exit 1');
    expect(app.calls).toEqual([expect.stringMatching(/^Error: ENOENT/), 'closed', 'exit 1']);
  });

  it.each([
    ['--version', 0],
    ['--help', 0],
    ['--wrong', 2],
  ])('prints the outcome of %s, takes no lock and exits with %d', (arg, code) => {
    expect(startWith(arg)).toBeNull();
    expect(app.calls).toEqual([`exit ${code}`]);
    expect(app.handedOver).toBeNull();
    // Electron goes on starting until a slow reader has taken the output.
    expect(app.paths['sessionData']).toBe(join(folder, 'chromium'));
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['stdout', 'stderr'] as const)(
    'exits when the reader of %s has closed the pipe',
    (stream) => {
      vi.spyOn(process[stream], 'write').mockReturnValue(true);
      startWith('--wrong');
      expect(app.calls).toEqual([]);
      process[stream].emit('error', new Error('EPIPE'));
      expect(app.calls).toEqual(['exit 2']);
    },
  );

  it('releases the lock and exits with 3 when no instance is running', () => {
    expect(startWith('--status')).toBeNull();
    expect(app.calls).toEqual(['release', 'exit 3']);
  });

  it.each([true, false])(
    'stores Electron’s files in the subfolder `chromium` of the data folder during a command (first instance: %s)',
    (isFirst) => {
      app.isFirst = isFirst;
      startWith('--status');
      expect(app.paths['sessionData']).toBe(join(folder, 'chromium'));
    },
  );

  it('leaves the data folder unchanged when no instance is running', () => {
    startWith('--status');
    expect(readdirSync(folder)).toEqual([]);
    mkdirSync(join(folder, 'chromium'));
    writeFileSync(join(folder, 'chromium', 'of-another-program'), '');
    delete app.paths['sessionData'];
    startWith('--status');
    expect(app.paths['sessionData']).toBeUndefined();
  });

  it('exits with the exit code for the answer of the first instance', async () => {
    app.isFirst = false;
    const exited = new Promise((resolve) => app.once('exited', resolve));
    expect(startWith('--check-now')).toBeNull();
    const { answerAt } = app.handedOver as { answerAt: string };
    const caller = connectToCaller(answerAt);
    await caller?.send({ kind: 'failed', failure: { kind: 'not-found' } });
    caller?.end();
    await exited;
    expect(app.calls).toEqual(['exit 1']);
  });

  it.skipIf(process.platform === 'win32')(
    'writes the report of the first instance to a new file that only the user can read',
    async () => {
      const file = join(folder, 'report.json');
      const run = async (text: string): Promise<void> => {
        app.isFirst = false;
        const exited = new Promise((resolve) => app.once('exited', resolve));
        startWith('--report', file);
        const { answerAt } = app.handedOver as { answerAt: string };
        const caller = connectToCaller(answerAt);
        await caller?.send({ kind: 'file', text });
        caller?.end();
        await exited;
      };
      await run('the report');
      await run('another report');
      expect(app.calls).toEqual(['exit 0', 'exit 1']);
      expect(readFileSync(file, 'utf8')).toBe('the report');
      expect(statSync(file).mode & 0o777).toBe(0o600);
    },
  );

  it('prints each answer to --watch, and exits with 3 when the first instance ends', async () => {
    app.isFirst = false;
    const exited = new Promise((resolve) => app.once('exited', resolve));
    expect(startWith('--picture', '--watch', '--json')).toBeNull();
    const { answerAt } = app.handedOver as { answerAt: string };
    const caller = connectToCaller(answerAt);
    const printed: unknown[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((...args: unknown[]) => {
      printed.push(args[0]);
      (args.at(-1) as () => void)();
      return true;
    });
    for (const title of ['a', 'b\u009b31m']) {
      const count = printed.length;
      caller?.sendNewest({ kind: 'answer', content: { version: 1, title }, text: '' });
      await vi.waitFor(() => expect(printed.length).toBe(count + 1));
    }
    expect(printed).toEqual([
      '{"version":1,"title":"a"}\n',
      '{"version":1,"title":"b\\u009b31m"}\n',
    ]);
    process.stdout.emit('error', new Error('EPIPE'));
    expect(app.calls.splice(0)).toEqual(['exit 0']);
    const ended = new Promise((resolve) => app.once('exited', resolve));
    caller?.end();
    await Promise.all([exited, ended]);
    expect(app.calls).toEqual(['exit 3']);
  });
});
