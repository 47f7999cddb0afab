// Carries out six tasks by keyboard while the screen reader Orca reads the app, and writes down what Orca says.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Desktop } from '#stand-in/desktop/desktop.ts';
import { missingCommands } from '#stand-in/system/packages.ts';
import { waitUntil } from '#stand-in/system/until.ts';
import { root } from '../setup/paths.ts';
import { RefusalError } from '../setup/process.ts';
import { showView, type Studio } from './studio.ts';
import { findPlace } from './views.ts';

/**
 * An action, and the line of Orca that answers it. `key` presses a key, `type` types a text, `Tab` is pressed until Orca
 * says the answer. `wait` does nothing for some seconds: Orca must say nothing.
 */
type Step = readonly [action: string, answer: RegExp | null];

const tasks: Readonly<Record<string, readonly Step[]>> = {
  'When do I look up, and where?': [['key ctrl+l', /^Look up: /]],
  'The way of a pass': [
    ['key ctrl+3', /^Station$/],
    ['Tab', /^Next pass you can see push button/],
    ['key Return', /^Passes region/],
    ['Tab', /^Along the pass .*° high/],
    ['key Right', /° high/],
  ],
  'A search without a result': [
    ['key ctrl+2', /^Archive$/],
    ['key ctrl+f', /^Search the archive /],
    ['type violet', /^Nothing found$/],
  ],
  'A day of the archive': [
    ['key ctrl+a', null],
    ['type Teal', /^1 picture found$/],
    ['Tab', /^Teal Clouds above the High Pass .*button/],
    ['key Return', /^Teal Clouds above the High Pass/],
  ],
  'A post is written, published, deleted and restored': [
    ['key ctrl+4', /^Journal$/],
    ['key ctrl+n', /^Title entry/],
    ['type Clouds', /^Draft saved\.$/],
    ['Tab', /^Text entry/],
    ['type Seen', null],
    ['key ctrl+Return', /^Published: “Clouds”$/],
    ['Tab', /^Delete.*Clouds/],
    ['key Return', /^Ctrl\+Z undoes it\.$/],
    ['wait 15', null],
    ['key ctrl+z', /^Undone\.$/],
  ],
  'A setting': [
    ['key ctrl+5', /^Settings$/],
    ['key ctrl+f', /^Search the settings /],
    ['type autost', /^1 setting found$/],
  ],
};

const transcriptFile = join(root, 'docs', 'spoken.txt');
/** Orca has said everything when it has been silent for this long, in milliseconds. */
const silenceMs = 2_000;
const answerLimitMs = 15_000;
const tabLimit = 60;

const run = promisify(execFile);

/** Lets screen readers read the desktop that is started next. Throws if Orca is not installed. */
export function requireOrca(): void {
  if (missingCommands(['orca']).length > 0)
    throw new RefusalError('Orca is missing: apt-get install --no-install-recommends orca');
  process.env['ACCESSIBILITY_ENABLED'] = '1';
}

/**
 * Starts Orca, which ends with the desktop. Returns a function that reads what Orca has said so far. A module that
 * cannot be imported takes the place of Orca's voices, so that Orca waits for none. It lets the log be written line by
 * line.
 */
async function startOrca(desktop: Desktop): Promise<() => string[]> {
  await writeFile(
    join(desktop.dir, 'tmp', 'speechd.py'),
    'from orca import debug\ndebug.debugFile.reconfigure(line_buffering=True)\nraise ImportError\n',
  );
  const log = join(desktop.dir, 'log', 'orca-speech.log');
  const env = { ...desktop.env, PYTHONPATH: join(desktop.dir, 'tmp'), LANG: 'C.UTF-8' };
  const child = spawn('orca', ['--disable', 'braille', '--debug-file', log], {
    env,
    stdio: 'ignore',
  });
  await once(child, 'spawn');
  child.unref();
  return () =>
    existsSync(log)
      ? // The names of pressed keys have a space before the brace. They are left out.
        [
          ...readFileSync(log, 'utf8').matchAll(/SPEECH OUTPUT: '(.*)'(?: voice=\w+)?(?:[{N]|$)/gm),
        ].flatMap(([, words = '']) => (words.trim() === '' ? [] : [words.trim()]))
      : [];
}

/**
 * Writes the transcript of all tasks to `docs/spoken.txt`. Throws if an answer is missing, a line is spoken twice after
 * one action, or something is spoken without an action.
 */
export async function recordSpoken({ app, desktop, signal, log }: Studio): Promise<void> {
  const xdotool = (...args: readonly string[]) => run('xdotool', args, { env: desktop.env });
  await findPlace(app, signal);
  await app.writePost('Stars', 'Two of them.', signal);
  await showView(app, 'today');
  const said = await startOrca(desktop);
  const isSaid = (answer: RegExp, from: number): boolean =>
    said()
      .slice(from)
      .some((line) => answer.test(line));
  const waitFor = (answer: RegExp, from: number, timeoutMs: number): Promise<boolean> =>
    waitUntil(() => isSaid(answer, from), {
      message: 'not spoken',
      timeoutMs,
      intervalMs: 200,
      signal,
    }).catch(() => {
      signal.throwIfAborted();
      return false;
    });
  const waitForSilence = async (): Promise<void> => {
    for (let count = -1; count !== said().length;) {
      count = said().length;
      await delay(silenceMs, undefined, { signal });
    }
  };
  if (!(await waitFor(/^Screen reader on\.$/, 0, answerLimitMs)))
    throw new RefusalError('Orca does not start');
  // Orca reads a window from the moment at which the window becomes active.
  const { stdout } = await xdotool(
    'search',
    '--sync',
    '--onlyvisible',
    '--name',
    '^Today – Overhead$',
  );
  const windowId = stdout.trim().split('\n')[0] ?? '';
  await xdotool('windowminimize', '--sync', windowId);
  await xdotool('windowactivate', '--sync', windowId);
  await waitFor(/Overhead/, 1, answerLimitMs);
  await waitForSilence();

  const faults: string[] = [];
  const transcript: string[] = [];
  for (const [title, steps] of Object.entries(tasks)) {
    transcript.push('', title);
    for (const [action, answer] of steps) {
      const [kind = '', text = ''] = action.split(' ');
      let start = said().length;
      let isAnswered = true;
      let shownAction = action;
      if (kind === 'Tab') {
        let count = 0;
        do {
          start = said().length;
          count += 1;
          await xdotool('key', 'Tab');
          await waitFor(/./, start, 5_000);
          await waitForSilence();
          isAnswered = answer === null || isSaid(answer, start);
        } while (!isAnswered && count < tabLimit);
        if (count > 1) shownAction = `Tab × ${count}: the last`;
      } else {
        if (kind === 'wait') await delay(Number(text) * 1_000, undefined, { signal });
        else if (kind === 'type') await xdotool('type', '--delay', '100', text);
        else await xdotool('key', '--clearmodifiers', text);
        if (answer !== null) isAnswered = await waitFor(answer, start, answerLimitMs);
        await waitForSilence();
      }
      const lines = said().slice(start);
      transcript.push(`  > ${shownAction}`, ...lines.map((line) => `    ${line}`));
      if (!isAnswered) faults.push(`${title}, ${action}: ${String(answer)} is not spoken`);
      if (kind === 'wait' && lines.length > 0) faults.push(`${title}: spoken without an action`);
      for (const line of new Set(lines))
        if (lines.filter((other) => other === line).length > 1)
          faults.push(`${title}, ${action}: “${line}” is spoken twice`);
    }
  }
  const { stdout: version } = await run('orca', ['--version'], { env: desktop.env });
  const head = [
    `What Orca ${version.trim()} says in six tasks, by \`npm run screenshots -- --spoken\`.`,
    'Some lines are not in every run: Orca also reads a select that appears, and a field again while text is typed.',
  ];
  await writeFile(transcriptFile, `${[...head, ...transcript].join('\n')}\n`);
  log(transcript.join('\n'));
  log(relative(root, transcriptFile));
  if (faults.length > 0) throw new RefusalError(faults.join('\n'));
}
