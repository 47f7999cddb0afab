import { describe, expect, test } from 'vitest';
import { type Command, readCommand } from './arguments.ts';

const optionsOf = (command: Command) => {
  if (command.kind !== 'run') throw new Error(JSON.stringify(command));
  const { options, elementFile } = command;
  return { ...options, elementFile };
};

describe('the command line of the services', () => {
  test('reads the options for ports, clock, orbit, keys, token and scenarios', () => {
    const args = [
      ...['--posts-port', '1', '--iss-port', '2', '--apod-port', '3', '--control-port', '4'],
      ...['--clock', '2026-12-01T05:00:00Z', '--rate', '60', '--elements', 'iss.txt'],
      ...['--key', 'mine', '--key-limit', '1000000', '--control-token', 'secret'],
      ...['--scenario', 'iss=500,requests=2', '--scenario', 'position=frozen'],
      ...['--scenario', 'apod=slow-headers,seconds=0.5,path=/image'],
    ];
    expect(optionsOf(readCommand(args))).toEqual({
      ports: { posts: 1, position: 2, picture: 3, control: 4 },
      clock: { now: Date.UTC(2026, 11, 1, 5), rate: 60 },
      scenarios: {
        posts: [],
        position: [{ name: '500', requests: 2 }, { name: 'frozen' }],
        picture: [{ name: 'slow-headers', seconds: 0.5, path: '/image' }],
      },
      key: 'mine',
      keyLimit: 1_000_000,
      controlToken: 'secret',
      elementFile: 'iss.txt',
    });
  });

  test.each([
    [
      'posts=503,retryAfter=Wed, 21 Oct 2026 07:28:00 GMT,requests=1',
      'posts',
      { name: '503', retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT', requests: 1 },
    ],
    [
      'posts=portal,location=http://portal.invalid/login?a=b',
      'posts',
      { name: 'portal', location: 'http://portal.invalid/login?a=b' },
    ],
  ] as const)('reads --scenario %s', (text, service, scenario) => {
    const { scenarios } = optionsOf(readCommand(['--scenario', text]));
    expect(scenarios?.[service]).toEqual([scenario]);
  });

  test('returns `help` for --help, even if the other arguments are invalid', () => {
    expect(readCommand(['--help', '--posts-port', 'x'])).toEqual({ kind: 'help' });
  });

  test('accepts the bounds of numbers', () => {
    const args = ['--posts-port', '0', '--iss-port', '65535', '--key-limit', '1', '--rate', '0'];
    const token = ['--control-token', 'aZ09.~+/=-_'];
    expect(optionsOf(readCommand([...args, ...token]))).toMatchObject({
      ports: { posts: 0, position: 65_535, picture: undefined },
      clock: { rate: 0 },
      keyLimit: 1,
      controlToken: 'aZ09.~+/=-_',
    });
    expect(optionsOf(readCommand(['--key-limit', '1000000000']))).toMatchObject({ keyLimit: 1e9 });
    expect(readCommand(['--replay', 'b'])).toMatchObject({ replay: 'b' });
    expect(readCommand([])).toMatchObject({ replay: null, elementFile: null });
  });

  type Case = readonly [args: readonly string[], message: string];
  /** An option with wrong values, and the message for each of them. */
  const wrong = (option: string, message: string, ...values: readonly string[]) =>
    values.map((value): Case => [[`--${option}=${value}`], `--${option}${message}`]);
  test.each<Case>([
    ...wrong('posts-port', ' must be a port, 0 to 65535, not ', '-1', 'x1', '1x', ''),
    ...wrong('control-port', ' must be a port, 0 to 65535, not 65536', '65536'),
    ...wrong('key-limit', ' must be a number from 1', '0', '1000000001', '1.5'),
    ...wrong('rate', ': must be a number', '', ' ', 'fast'),
    ...wrong('rate', ': must not be negative', '-1'),
    ...wrong('control-token', ' must be letters', 'a b', 'a é'),
    ...['control-token', 'replay', 'elements', 'key'].flatMap((option) =>
      wrong(option, ' must not be empty', ''),
    ),
    ...wrong('clock', ': must be a time such as', 'tomorrow'),
    [['--ports', '1'], "Unknown option '--ports'"],
    [['--scenario', 'posts='], '--scenario posts= is not service=name'],
    [['--scenario', 'posts'], '--scenario posts is not service=name'],
    [['--scenario', 'tea=500'], '--scenario tea=500 is not service=name'],
    [['--scenario', '__proto__=500'], 'with one of the services posts, position, iss'],
    [['--scenario', 'posts=slow-headers,seconds=long'], 'slow-headers: seconds: '],
    [['--scenario', 'posts=tea'], 'there is no scenario tea: there are none, 500'],
    [['--scenario', 'posts=500,tea=1'], 'there is no setting tea'],
  ])('rejects %j', (args, message) => {
    expect(readCommand(args)).toEqual({
      kind: 'wrong',
      message: expect.stringContaining(message) as unknown,
    });
  });
});
