import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { runCommand, UsageError, wholeNumber } from './command.ts';
import { RefusalError } from './process.ts';

const command = {
  name: 'paint',
  usage: 'Usage: npm run paint [-- --colour NAME]',
  options: { colour: { type: 'string' } },
} as const;
let out = '';
let err = '';

beforeEach(() => {
  const codeBefore = process.exitCode;
  process.exitCode = undefined;
  out = '';
  err = '';
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((err += String(text)), true)),
  ];
  onTestFinished(() => {
    process.exitCode = codeBefore;
    for (const spy of spies) spy.mockRestore();
  });
});

test.each([['--help'], ['-h']])(
  'runCommand prints the usage on standard output for %s',
  async (flag) => {
    const run = vi.fn(() => 7);
    await runCommand(command, run, ['--colour', 'red', flag]);
    expect({ out, err, code: process.exitCode }).toEqual({
      out: `${command.usage}\n`,
      err: '',
      code: undefined,
    });
    expect(run).not.toHaveBeenCalled();
  },
);

test.each([
  [['--bogus'], "Unknown option '--bogus'"],
  [['red'], "Unexpected argument 'red'"],
  [['--colour'], "Option '--colour <value>' argument missing"],
])('runCommand explains the error in %j and exits with 2', async (args, words) => {
  await runCommand(command, () => 0, args);
  expect(err).toBe(`${err.split('\n')[0]}\n\n${command.usage}\n`);
  expect(err).toContain(words);
  expect({ out, code: process.exitCode }).toEqual({ out: '', code: 2 });
});

test('runCommand exits with the exit code of the tool', async () => {
  await runCommand(command, ({ values }) => (values.colour === 'red' ? 3 : 0), ['--colour', 'red']);
  expect({ out, err, code: process.exitCode }).toEqual({ out: '', err: '', code: 3 });
});

test('runCommand exits with 2 if an option has an invalid value', async () => {
  await runCommand(command, () => wholeNumber('--count', '1x', 1, 9), []);
  expect(err).toContain("--count takes a whole number from 1 to 9, not '1x'\n");
  expect(process.exitCode).toBe(2);
});

test('runCommand prints an expected failure in one line and exits with 1', async () => {
  const refuse = (): never => {
    throw new RefusalError('there is no paint');
  };
  await runCommand(command, refuse, []);
  expect({ err, code: process.exitCode }).toEqual({ err: 'paint: there is no paint\n', code: 1 });
});

test('runCommand does not catch an unexpected error', async () => {
  const defect = new Error('a defect');
  await expect(runCommand(command, () => Promise.reject(defect), [])).rejects.toBe(defect);
});

test.each(['0', '10', '-1', '1.5', 'abc', '', '9e9', 'Infinity'])(
  'wholeNumber refuses %j as a whole number from 1 to 9',
  (text) => {
    expect(() => wholeNumber('--count', text, 1, 9)).toThrow(UsageError);
  },
);
