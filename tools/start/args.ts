import { parseArgs } from 'node:util';
import { parseCommandLine } from '#app/command-line/arguments.ts';
import { firstSentence, UsageError, wholeNumber } from '../setup/command.ts';

/** The options of `npm start`. */
export interface StartOptions {
  readonly services: 'embedded' | 'live';
  /** Whether to check the main functions and then end, instead of running until stopped. */
  readonly smoke: boolean;
  /** Whether to start in the tray, without a window. */
  readonly hidden: boolean;
  /** Whether to require Electron, and refuse the stand-in. */
  readonly electron: boolean;
  /** Whether to run without Chromium's sandbox. */
  readonly noSandbox: boolean;
  /** The port of Chromium's debugger on 127.0.0.1; null: no debugger, or a free port if a debugger is needed. */
  readonly debugPort: number | null;
  /** The time limit of the check, in milliseconds from the launch of the app. */
  readonly timeoutMs: number;
}

type ParsedStart =
  | { readonly kind: 'start'; readonly options: StartOptions }
  /** Starts the app itself with these arguments, which query the running app, such as `--status`. */
  | { readonly kind: 'app'; readonly args: readonly string[] }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

export const usage = `Usage: npm start [-- OPTIONS]
       npm start -- -- --status     asks the app that runs; see docs/command-line.md for the other questions
  --live           use the public services, not the ones on this machine
  --smoke          wait until the main job is done, print one JSON object, and end
  --hidden         start in the tray, without a window
  --electron       Electron or nothing: never use the stand-in
  --no-sandbox     run without Chromium's sandbox, where the system forbids it
  --debug-port N   open Chromium's debugger on 127.0.0.1:N
  --timeout S      seconds that --smoke may take from the launch of the app (120)
  --help           print this`;

/** Parses the arguments after the tool's name. */
export function parseStartArguments(argv: readonly string[]): ParsedStart {
  if (argv[0] === '--' && argv.length > 1) return parseQuestion(argv.slice(1));
  try {
    const { values } = parseArgs({
      args: [...argv],
      strict: true,
      allowPositionals: false,
      options: {
        live: { type: 'boolean', default: false },
        smoke: { type: 'boolean', default: false },
        hidden: { type: 'boolean', default: false },
        electron: { type: 'boolean', default: false },
        'no-sandbox': { type: 'boolean', default: false },
        'debug-port': { type: 'string' },
        timeout: { type: 'string', default: '120' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return { kind: 'help' };
    const port = values['debug-port'];
    return {
      kind: 'start',
      options: {
        services: values.live ? 'live' : 'embedded',
        smoke: values.smoke,
        hidden: values.hidden,
        electron: values.electron,
        noSandbox: values['no-sandbox'],
        debugPort: port === undefined ? null : wholeNumber('--debug-port', port, 1, 65_535),
        timeoutMs: wholeNumber('--timeout', values.timeout, 1, 3600) * 1000,
      },
    };
  } catch (error) {
    const isOurs = error instanceof UsageError;
    const message = isOurs ? error.message : firstSentence((error as Error).message);
    return { kind: 'wrong', message };
  }
}

/**
 * Parses the arguments of a query. Refuses arguments that would start the app with the user's own data and on the
 * user's screen.
 */
function parseQuestion(args: readonly string[]): ParsedStart {
  if (parseCommandLine(args).kind !== 'start') return { kind: 'app', args };
  const message = `behind the second -- goes a question to the app that runs, such as --status; ${args.join(' ')} is none`;
  return { kind: 'wrong', message };
}
