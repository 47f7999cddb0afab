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
 * An action, and the line of Orca that answers it. `key` presses a key, `type` types a text, `Tab` and `shift+Tab` are
 * pressed until Orca says the answer. `wait` does nothing for some seconds: Orca must say nothing.
 */
type Step = readonly [action: string, answer: RegExp | null];

interface Outcome {
  readonly shownAction: string;
  readonly lines: readonly string[];
  readonly isAnswered: boolean;
}

const lookUpKey = 'key ctrl+l';

const tasks: Readonly<Record<string, readonly Step[]>> = {
  'When do I look up, and where?': [[lookUpKey, /^Look up: /]],
  'The way of a pass': [
    ['key ctrl+3', /^Station$/],
    ['Tab', /^Next pass you can see push button/],
    ['key Return', /^18:07 .*° high/],
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
const silenceMs = 3_000;
const answerLimitMs = 30_000;
const tabAnswerLimitMs = 5_000;
const tabLimit = 60;
/** The most words that Orca may say until it is known when and where to look up. */
const lookUpWordLimit = 15;

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

/** Carries out steps by keyboard and listens to what Orca says meanwhile. */
class Listener {
  readonly #desktop: Desktop;
  readonly #said: () => readonly string[];
  readonly #signal: AbortSignal;

  constructor(desktop: Desktop, said: () => readonly string[], signal: AbortSignal) {
    this.#desktop = desktop;
    this.#said = said;
    this.#signal = signal;
  }

  /** Waits until Orca reads the window: it reads a window from the moment at which the window becomes active. */
  async enterWindow(title: RegExp): Promise<void> {
    if (!(await this.#isSpoken(/^Screen reader on\.$/, 0, answerLimitMs)))
      throw new RefusalError('Orca does not start');
    const { stdout } = await this.#xdotool(
      'search',
      '--sync',
      '--onlyvisible',
      '--name',
      title.source,
    );
    const windowId = stdout.trim().split('\n')[0] ?? '';
    await this.#xdotool('windowminimize', '--sync', windowId);
    await this.#xdotool('windowactivate', '--sync', windowId);
    await this.#isSpoken(/Overhead/, 1, answerLimitMs);
    await this.#silence();
  }

  async carryOut([action, answer]: Step): Promise<Outcome> {
    const [kind = '', text = kind] = action.split(' ');
    const isTab = text.endsWith('Tab');
    for (let presses = 1; ; presses += 1) {
      const start = this.#said().length;
      if (kind === 'wait') await delay(Number(text) * 1_000, undefined, { signal: this.#signal });
      else if (kind === 'type') await this.#xdotool('type', '--delay', '100', text);
      else await this.#xdotool('key', '--clearmodifiers', text);
      if (isTab) await this.#isSpoken(/./, start, tabAnswerLimitMs);
      else if (answer !== null) await this.#isSpoken(answer, start, answerLimitMs);
      await this.#silence();
      // The lines are those of the last press.
      const lines = this.#said().slice(start);
      const isAnswered = answer === null || lines.some((line) => answer.test(line));
      const shownAction = presses === 1 ? action : `${action} × ${presses}: the last`;
      if (isAnswered || !isTab || presses === tabLimit) return { shownAction, lines, isAnswered };
    }
  }

  #isSpoken(answer: RegExp, start: number, timeoutMs: number): Promise<boolean> {
    const isSaid = (): boolean =>
      this.#said()
        .slice(start)
        .some((line) => answer.test(line));
    const limits = { message: 'not spoken', timeoutMs, intervalMs: 200, signal: this.#signal };
    return waitUntil(isSaid, limits).catch(() => {
      this.#signal.throwIfAborted();
      return false;
    });
  }

  async #silence(): Promise<void> {
    for (let count = -1; count !== this.#said().length;) {
      count = this.#said().length;
      await delay(silenceMs, undefined, { signal: this.#signal });
    }
  }

  #xdotool(...args: readonly string[]): Promise<{ stdout: string }> {
    return run('xdotool', args, { env: this.#desktop.env });
  }
}

/** What is wrong with what Orca says after one action. */
function faultsOf([action, answer]: Step, { lines, isAnswered }: Outcome): string[] {
  const words = lines.join(' ').split(' ').length;
  const repeatedLines = new Set(lines.filter((line, k) => lines.indexOf(line) < k));
  return [
    ...(isAnswered ? [] : [`${action}: ${String(answer)} is not spoken`]),
    ...(action.startsWith('wait') && lines.length > 0 ? ['spoken without an action'] : []),
    ...(action === lookUpKey && words > lookUpWordLimit ? [`${action}: ${words} words`] : []),
    ...[...repeatedLines].map((line) => `${action}: “${line}” is spoken twice`),
  ];
}

/**
 * Writes the transcript of all tasks to `docs/spoken.txt`. Throws if an answer is missing or too long, a line is spoken
 * twice after one action, or something is spoken without an action.
 */
export async function recordSpoken({ app, desktop, signal, log }: Studio): Promise<void> {
  await findPlace(app, signal);
  await app.writePost('Stars', 'Two of them.', signal);
  await showView(app, 'today');
  const listener = new Listener(desktop, await startOrca(desktop), signal);
  await listener.enterWindow(/^Today – Overhead$/);

  const faults: string[] = [];
  const transcript: string[] = [];
  for (const [title, steps] of Object.entries(tasks)) {
    transcript.push('', title);
    for (const step of steps) {
      const outcome = await listener.carryOut(step);
      const { shownAction, lines } = outcome;
      transcript.push(`  > ${shownAction}`, ...lines.map((line) => `    ${line}`));
      faults.push(...faultsOf(step, outcome).map((fault) => `${title}, ${fault}`));
    }
  }
  const { stdout: version } = await run('orca', ['--version'], { env: desktop.env });
  const head = `What Orca ${version.trim()} says in six tasks, by \`npm run screenshots -- --spoken\`.`;
  await writeFile(transcriptFile, `${[head, ...transcript].join('\n')}\n`);
  log(transcript.join('\n'));
  log(relative(root, transcriptFile));
  if (faults.length > 0) throw new RefusalError(faults.join('\n'));
}
