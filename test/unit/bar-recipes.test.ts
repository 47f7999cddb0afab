import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { root } from '#tools/setup/paths.ts';
import { signalGroup } from '#tools/setup/process.ts';

const page = await readFile(join(root, 'docs', 'command-line.md'), 'utf8');
let folder = '';
let started: ChildProcess[] = [];

/** Prints the pass, and ends with 3 when the file `running` is removed, as `overhead --watch` ends with Overhead. */
const program = `#!/bin/sh
[ -e "$XDG_RUNTIME_DIR/running" ] || exit 3
cat "$XDG_RUNTIME_DIR/running"
while [ -e "$XDG_RUNTIME_DIR/running" ]; do sleep 0.1; done
exit 3
`;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overhead-bars-'));
  await writeFile(join(folder, 'overhead'), program);
  await chmod(join(folder, 'overhead'), 0o755);
});
afterEach(async () => {
  for (const { pid } of started) if (pid !== undefined) signalGroup(pid, 'SIGKILL');
  started = [];
  // A killed shell may still be creating a file.
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** The first group of a pattern in the page, with a short pause of its loop. */
function recipe(pattern: RegExp): string {
  const text = pattern.exec(page)?.[1];
  if (text === undefined) throw new Error(`the page has no ${pattern.source}`);
  return text.replaceAll('sleep 30', 'sleep 0.2');
}

/** Runs a shell; returns its output so far. */
function shell(lines: string): () => string {
  const path = `${folder}${delimiter}${process.env['PATH'] ?? ''}`;
  const env = { ...process.env, PATH: path, XDG_RUNTIME_DIR: folder };
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
  const child = spawn('/bin/sh', ['-c', lines], { env, stdio, detached: true });
  started.push(child);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  return () => output;
}

const begin = (pass: string): Promise<void> => writeFile(join(folder, 'running'), `${pass}\n`);
const end = (): Promise<void> => rm(join(folder, 'running'));

it.skipIf(process.platform === 'win32')(
  'the block for i3blocks shows nothing while Overhead does not run, and the next pass after a restart',
  async () => {
    const line = recipe(/^command=(.*)$/m);
    const config = join(folder, 'i3blocks.conf');
    await writeFile(config, `[pass]\ncommand=${line}\ninterval=persist\n`);
    await begin('Today 7:11 PM');
    // Without i3blocks, the shell runs the command of the block. Its last line is what a bar shows.
    const output = shell(
      `if command -v i3blocks >/dev/null; then exec i3blocks -c '${config}'; else ${line}; fi`,
    );
    const shown = (): string => {
      const last = output().split('\n').at(-2) ?? '';
      return /"full_text":"([^"]*)","name":"pass"/.exec(last)?.[1] ?? last;
    };
    await vi.waitFor(() => expect(shown()).toBe('Today 7:11 PM'));
    await end();
    await vi.waitFor(() => expect(shown()).toBe(' '));
    await begin('Tomorrow 6:22 PM');
    await vi.waitFor(() => expect(shown()).toBe('Tomorrow 6:22 PM'));
  },
);

it.skipIf(process.platform === 'win32')(
  'the file for i3status is empty while Overhead does not run, and has the next pass after a restart',
  async () => {
    const content = (): Promise<string> =>
      readFile(join(folder, 'overhead-pass'), 'utf8').catch(() => '');
    await begin('Today 7:11 PM');
    shell(recipe(/```sh\n(while :;[\s\S]*?)\n```/));
    await vi.waitFor(async () => expect(await content()).toBe('Today 7:11 PM\n'));
    await end();
    await vi.waitFor(async () => expect(await content()).toBe('\n'));
    await begin('Tomorrow 6:22 PM');
    await vi.waitFor(async () => expect(await content()).toBe('Tomorrow 6:22 PM\n'));
  },
);

it.skipIf(process.platform === 'win32')(
  'the last line for polybar is empty while Overhead does not run, and has the next pass after a restart',
  async () => {
    await begin('Today 7:11 PM');
    // Polybar shows the last line, and starts the command again after an interval.
    const output = shell(`while :; do ${recipe(/^exec = (.*)$/m)}; sleep 0.2; done`);
    const shown = (): string => output().split('\n').at(-2) ?? '';
    await vi.waitFor(() => expect(shown()).toBe('Today 7:11 PM'));
    await end();
    await vi.waitFor(() => expect(shown()).toBe(''));
    await begin('Tomorrow 6:22 PM');
    await vi.waitFor(() => expect(shown()).toBe('Tomorrow 6:22 PM'));
  },
);
