import { describe, expect, test } from 'vitest';
import { parseStartArguments } from './args.ts';

describe('parseStartArguments', () => {
  test('chooses the embedded services and the defaults without arguments', () => {
    expect(parseStartArguments([])).toEqual({
      kind: 'start',
      options: {
        services: 'embedded',
        smoke: false,
        hidden: false,
        electron: false,
        noSandbox: false,
        debugPort: null,
        timeoutMs: 120_000,
      },
    });
  });

  test('reads every flag', () => {
    const line = '--live --smoke --hidden --electron --no-sandbox --debug-port 9222 --timeout 30';
    expect(parseStartArguments(line.split(' '))).toEqual({
      kind: 'start',
      options: {
        services: 'live',
        smoke: true,
        hidden: true,
        electron: true,
        noSandbox: true,
        debugPort: 9222,
        timeoutMs: 30_000,
      },
    });
  });

  test.each([[['--status', '--json']], [['--quit']], [['--help']], [['--bogus']]])(
    'passes the arguments %j after -- on to the app',
    (args) => {
      expect(parseStartArguments(['--', ...args])).toEqual({ kind: 'app', args });
    },
  );

  test.each([[['--hidden']], [['--services=live']], [['--no-sandbox']]])(
    'refuses %j after --, which would start the app with the user’s own data',
    (args) => {
      expect(parseStartArguments(['--', ...args])).toEqual({
        kind: 'wrong',
        message: expect.stringContaining(`${args.join(' ')} is none`) as unknown,
      });
    },
  );

  test('prefers --help to all other arguments', () => {
    expect(parseStartArguments(['--smoke', '--help'])).toEqual({ kind: 'help' });
  });

  test.each([
    [['--bogus'], "Unknown option '--bogus'"],
    [['--live=yes'], "Option '--live' does not take an argument"],
    [['station'], "Unexpected argument 'station'"],
    [['--debug-port', '0'], "--debug-port takes a whole number from 1 to 65535, not '0'"],
    [['--debug-port', '65536'], "--debug-port takes a whole number from 1 to 65535, not '65536'"],
    [['--timeout', '1.5'], "--timeout takes a whole number from 1 to 3600, not '1.5'"],
    [['--timeout', ''], "--timeout takes a whole number from 1 to 3600, not ''"],
  ])('rejects %j, in one line', (argv, message) => {
    const parsed = parseStartArguments(argv);
    expect(parsed.kind).toBe('wrong');
    if (parsed.kind !== 'wrong') return;
    expect(parsed.message).toContain(message);
    expect(parsed.message).not.toContain('\n');
  });
});
