import { expect, it } from 'vitest';
import { parseProbe, UsageError } from './arguments.ts';

it.each([
  [[]],
  [['juggle']],
  [['constructor']],
  [['position']],
  [['position', '--base', 'http://x', '--key', 'K']],
  [['position', '--base', 'http://x', '--timeout', 'soon']],
  [['picture', '--base', 'http://x', '--source', 'nobody']],
  [['delete', '--base', 'http://x', '--id', '-1']],
  [['post', '--base', 'http://x', '--user-id', 'me']],
])('parseProbe refuses the arguments %j', (args) => {
  expect(() => parseProbe(args)).toThrow(UsageError);
});
