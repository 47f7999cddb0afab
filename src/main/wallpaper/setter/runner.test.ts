import { describe, expect, it } from 'vitest';
import type { ProgramResult } from '#platform/process/run.ts';
import { sampleBackend } from '#test/support/wallpaper-rig.ts';
import { programCommand, type Backend } from '../desktops/backend.ts';
import {
  canRestoreSettings,
  firstAnsweringBackend,
  readPresentSettings,
  surveySettings,
  writeSettings,
} from './runner.ts';

const succeeded: ProgramResult = { code: 0, stdout: '{}', stderr: '' };

/** A `RunProgram` that returns these results in order, and then the last one again, and the command lines it ran. */
function runner(...results: Partial<ProgramResult>[]) {
  const lines: string[] = [];
  return {
    lines,
    run: (program: string, args: readonly string[]): Promise<ProgramResult> => {
      lines.push([program, ...args].join(' '));
      const result = results.length > 1 ? results.shift() : results[0];
      return Promise.resolve({ ...succeeded, ...result });
    },
  };
}

describe('surveySettings', () => {
  const backend: Backend = {
    ...sampleBackend,
    survey: [programCommand('ask'), programCommand('ask', 'more')],
    held: (answers) => new Map(answers.map((answer, index) => [String(index), answer])),
  };

  it('returns an empty answer for a later command that fails', async () => {
    const { run, lines } = runner({ stdout: 'a' }, { code: 1, stdout: 'b' });
    expect(await surveySettings(backend, run)).toEqual({
      answers: ['a', ''],
      held: new Map([
        ['0', 'a'],
        ['1', ''],
      ]),
    });
    expect(lines).toEqual(['ask', 'ask more']);
  });

  it.each<[Partial<ProgramResult>, string]>([
    [{ code: 1, stderr: ' one\n', stdout: 'two' }, 'ask: one'],
    [{ code: 1, stderr: '\n', stdout: ' two\n' }, 'ask: two'],
    [{ code: 3, stdout: '' }, 'ask: it ended with 3'],
    [{ code: null, stdout: '' }, 'ask: it ended with no code'],
    [{ code: 1, stderr: 'x'.repeat(400) }, `ask: ${'x'.repeat(300)}`],
  ])('returns the error of the first command for %j', async (result, text) => {
    const { run, lines } = runner(result);
    expect(await surveySettings(backend, run)).toBe(text);
    expect(lines).toEqual(['ask']);
    expect(await readPresentSettings(backend, run)).toBeNull();
    const other = { ...backend, survey: [programCommand('other')] };
    expect(await firstAnsweringBackend([backend, other], run)).toBe(
      `${text}; ${text.replace('ask', 'other')}`,
    );
  });
});

describe('writeSettings', () => {
  const settings = [
    { key: 'a', value: '1' },
    { key: 'b', value: null },
  ];
  const write = (backend: Backend, run: ReturnType<typeof runner>['run']) =>
    writeSettings(backend, settings, run);

  it.each(['Error: a', 'error', 'xfconf-query: a', 'Failed to a'])(
    'returns the output %j of a program that exits with 0, and runs the other commands',
    async (stderr) => {
      const { run, lines } = runner({ stderr }, { stderr: 'failed later' });
      expect(await write(sampleBackend, run)).toBe(`tell: ${stderr}`);
      expect(lines).toEqual(['tell a 1', 'tell b']);
    },
  );

  it.each<[string, Partial<Backend>, string, boolean]>([
    ['the values that were written', {}, '{"a":"1"}', true],
    ['another value', {}, '{"a":"2"}', false],
    ['a value that was removed', {}, '{"a":"1","b":""}', false],
    ['no value for a key that it does not report', { unreported: ['a'] }, '{}', true],
    ['no value for another key', { unreported: ['b'] }, '{}', false],
    ['nothing', { held: () => null }, '{}', false],
  ])('compares with a desktop that reports %s', async (_what, part, stdout, verified) => {
    const { run, lines } = runner({ stdout, stderr: 'a warning, no error' });
    expect(await write({ ...sampleBackend, ...part }, run)).toEqual({ verified });
    expect(lines).toEqual(['tell a 1', 'tell b', 'ask']);
  });

  it('runs nothing without a command, also if all settings are written with one', async () => {
    const { run, lines } = runner({});
    const writeAll: Backend['writeAll'] = () => programCommand('tell');
    for (const backend of [sampleBackend, { ...sampleBackend, writeAll }]) {
      const error = 'this desktop does not say what it showed before';
      expect(await writeSettings(backend, [], run)).toBe(error);
      expect(canRestoreSettings(backend, { backend: 'sample', values: {} })).toBe(false);
      expect(canRestoreSettings(backend, { backend: 'sample', values: { a: '1' } })).toBe(true);
    }
    expect(lines).toEqual([]);
  });
});
