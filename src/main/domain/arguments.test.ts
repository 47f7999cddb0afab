import { expect, it } from 'vitest';
import { parseArguments } from './arguments.ts';

it.each([
  [[], { services: null, hidden: false }],
  [['--hidden'], { services: null, hidden: true }],
  [['--services=live'], { services: 'live', hidden: false }],
  [['--services=embedded', '--services=own'], { services: 'own', hidden: false }],
  [['--services=elsewhere'], { services: null, hidden: false }],
  [['--user-data-dir=/x', '--no-sandbox', '.'], { services: null, hidden: false }],
])('%j', (args, options) => {
  expect(parseArguments(args)).toEqual(options);
});
