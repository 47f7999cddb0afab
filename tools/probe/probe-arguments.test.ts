import { parseArgs } from 'node:util';
import { expect, it } from 'vitest';
import { options, parseProbe } from './probe-arguments.ts';

it.each([
  [[], 'name one command'],
  [['juggle'], "the command cannot be 'juggle'"],
  [['constructor'], "the command cannot be 'constructor'"],
  [['position'], '--base is missing'],
  [['position', '--base', 'notaurl'], "--base cannot be 'notaurl'"],
  [['position', '--base', 'file:///etc'], "--base cannot be 'file:///etc'"],
  [['position', '--base', 'http://x', '--key', 'K'], '--key does not go with this'],
  [['position', '--base', 'http://x', '--timeout', 'soon'], "--timeout cannot be 'soon'"],
  [['picture', '--base', 'http://x', '--source', 'nobody'], "--source cannot be 'nobody'"],
  [['picture', '--base', 'http://x', '--date', 'nonsense'], "--date cannot be 'nonsense'"],
  [['delete', '--base', 'http://x', '--id=-1'], "--id cannot be '-1'"],
  [['post', '--base', 'http://x', '--user-id', 'me'], "--user-id cannot be 'me'"],
])('parseProbe rejects the arguments %j in one line', (args, words) => {
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
  const refused = (): unknown => parseProbe(positionals, values);
  expect(refused).toThrow(expect.objectContaining({ name: 'UsageError' }) as Error);
  expect(refused).toThrow(words);
  expect(refused).not.toThrow('\n');
});
