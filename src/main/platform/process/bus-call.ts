import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProgramResult } from './run.ts';

export type RunProgram = (program: string, args: readonly string[]) => Promise<ProgramResult>;

interface CallCommand {
  readonly program: string;
  readonly args: readonly string[];
}

/** A method call whose arguments are strings. */
export interface BusCall {
  readonly to: string;
  readonly path: string;
  readonly interface: string;
  readonly method: string;
  readonly args: readonly string[];
}

/** The command of each program that can send the call, in the order in which they are tried. */
const callCommands = (env: NodeJS.ProcessEnv, call: BusCall): readonly CallCommand[] => [
  {
    program: 'gdbus',
    args: [
      ...['call', '--session', '--timeout', '3', '--dest', call.to, '--object-path', call.path],
      ...['--method', `${call.interface}.${call.method}`, ...call.args],
    ],
  },
  {
    program: 'dbus-send',
    args: [
      ...['--session', '--reply-timeout=3000', '--print-reply', `--dest=${call.to}`],
      ...[call.path, `${call.interface}.${call.method}`],
      ...call.args.map((text) => `string:${text}`),
    ],
  },
  {
    program: 'busctl',
    args: [
      // Without one of these options, busctl calls the system bus.
      ...(env['DBUS_SESSION_BUS_ADDRESS']
        ? [`--address=${env['DBUS_SESSION_BUS_ADDRESS']}`]
        : ['--user']),
      ...['--timeout=3', 'call', call.to, call.path, call.interface, call.method],
      ...(call.args.length > 0 ? ['s'.repeat(call.args.length), ...call.args] : []),
    ],
  },
];

/** The answer to a call. `text`: the output of the program that sent the call. */
type CallAnswer =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'refused' }
  /** No program that can send the call is installed, or none answers. */
  | { readonly kind: 'unasked' };

/**
 * Calls a method over the session's bus, with the first of the programs `gdbus`, `dbus-send` and `busctl` that is
 * installed. Waits at most 3 s for the reply.
 */
export async function callOverBus(
  env: NodeJS.ProcessEnv,
  run: RunProgram,
  call: BusCall,
): Promise<CallAnswer> {
  for (const { program, args } of callCommands(env, call)) {
    const { code, stdout } = await run(program, args);
    // Null: the program is not installed, or did not answer.
    if (code !== null) return code === 0 ? { kind: 'answered', text: stdout } : { kind: 'refused' };
  }
  return { kind: 'unasked' };
}

/** Whether the session has a bus. Without one, the programs that send calls would start one of their own. */
export const hasBus = (env: NodeJS.ProcessEnv): boolean =>
  Boolean(env['DBUS_SESSION_BUS_ADDRESS']) ||
  existsSync(join(env['XDG_RUNTIME_DIR'] ?? '/nonexistent', 'bus'));
