import { pictureDateSchema } from '#shared/picture/picture.ts';
import { serviceSourceSchema, type ServiceSource } from '#shared/settings/settings.ts';

export interface LaunchOptions {
  /** Overrides the setting for this run. */
  readonly services: ServiceSource | null;
  /** Start in the tray, without a window. */
  readonly hidden: boolean;
}

/** What is asked of the instance that runs. */
export type RemoteCommand =
  | { readonly kind: 'status'; readonly json: boolean }
  | { readonly kind: 'check-now' }
  /** Null: the newest picture. */
  | { readonly kind: 'set-wallpaper'; readonly date: string | null }
  | { readonly kind: 'quit' };

export type CommandLine =
  /** To start, or to bring the running instance to the front. */
  | { readonly kind: 'start'; readonly options: LaunchOptions }
  | { readonly kind: 'ask'; readonly command: RemoteCommand }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly message: string };

export const usage = `Usage: overhead [OPTIONS]
  --hidden                 start in the tray, without a window
  --services=SOURCE        live, embedded or own, for this run
  --user-data-dir=FOLDER   where everything is kept, for this run

Asked of the Overhead that runs:
  --status [--json]        what it waits for, and when it acts
  --check-now              look at all services now
  --set-wallpaper [DATE]   the newest picture, or that of a day (YYYY-MM-DD)
  --quit                   end it

  --version                print the version
  --help                   print this

Exit codes: 0 done; 1 it did not work; 2 these arguments make no sense; 3 Overhead is not running;
4 it does not answer.`;

// What belongs to Chromium, Electron, Node or an installer is theirs to judge: by the whole name, or by its beginning.
const foreignNames = new Set(
  `allow-file-access-from-files allow-pre-commit-input app-user-model-id auth-server-whitelist disk-cache-size force
  high-dpi-support host-resolver-rules host-rules ignore-connections-limit ignore-gpu-blocklist in-process-gpu
  inspect js-flags lang log-file log-level log-net-log no-proxy-server no-sandbox no-zygote original-process-start-time
  password-store proxy-auto-detect proxy-bypass-list proxy-pac-url proxy-server single-process updated use-gl
  use-angle user-data-dir v vmodule xdg-portal-required-version`.split(/\s+/),
);
const foreignBeginnings =
  /^(enable|disable|force|ozone|gtk|wayland|remote-debugging|remote-allow|inspect|trace|class|name)-/;

/**
 * What the system itself adds: Windows where it starts the app for a click on one of its notifications, an old macOS
 * where an app is opened from the Finder.
 */
const fromTheSystem = /^([-/]embedding|-toastactivated|-psn_\d+_\d+)$/i;

const isForeign = (name: string): boolean => foreignNames.has(name) || foreignBeginnings.test(name);

const commandNames = ['status', 'check-now', 'set-wallpaper', 'quit', 'version', 'help'] as const;
type CommandName = (typeof commandNames)[number];
const isCommandName = (name: string): name is CommandName =>
  (commandNames as readonly string[]).includes(name);

interface Read {
  readonly commands: { name: CommandName; value: string | null }[];
  services: ServiceSource | null;
  hidden: boolean;
  json: boolean;
}
class UsageError extends Error {}

/**
 * Reads the arguments after the program’s name. What belongs to Chromium passes; anything else that is not the app’s
 * own is `wrong`. Pure.
 */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const read: Read = { commands: [], services: null, hidden: false, json: false };
  try {
    const rest = [...args];
    for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) readOne(arg, rest, read);
    return decide(read);
  } catch (error) {
    if (error instanceof UsageError) return { kind: 'wrong', message: error.message };
    throw error;
  }
}

/** Takes the argument, and from `rest` a value that follows it. */
function readOne(arg: string, rest: string[], read: Read): void {
  const match = /^--([a-z][a-z-]*)(?:=(.*))?$/s.exec(arg);
  if (fromTheSystem.test(arg)) return;
  const name = match?.[1];
  if (name === undefined) throw new UsageError(`what is ‘${shorten(arg)}’?`);
  const value = match?.[2] ?? null;
  if (name === 'services') {
    const source = serviceSourceSchema.safeParse(value);
    if (!source.success) throw new UsageError('--services takes live, embedded or own');
    read.services = source.data;
  } else if (name === 'hidden' || name === 'json') {
    forbidValue(name, value);
    read[name] = true;
  } else if (name === 'set-wallpaper') {
    const next = rest[0];
    const date = value ?? (next === undefined || next.startsWith('-') ? null : next);
    if (value === null && date !== null) rest.shift();
    if (date !== null && !isDate(date))
      throw new UsageError(`--set-wallpaper takes a day as YYYY-MM-DD, not ‘${shorten(date)}’`);
    read.commands.push({ name, value: date });
  } else if (isCommandName(name)) {
    forbidValue(name, value);
    read.commands.push({ name, value: null });
  } else if (!isForeign(name)) throw new UsageError(`--${shorten(name)} is not known`);
}

function decide({ commands, services, hidden, json }: Read): CommandLine {
  const [first, second] = commands;
  if (commands.some(({ name }) => name === 'help')) return { kind: 'help' };
  if (second !== undefined && first !== undefined)
    throw new UsageError(`--${first.name} and --${second.name} do not go together`);
  if (json && first?.name !== 'status') throw new UsageError('--json goes with --status');
  if (first === undefined) return { kind: 'start', options: { services, hidden } };
  if (hidden) throw new UsageError(`--hidden and --${first.name} do not go together`);
  switch (first.name) {
    case 'status':
      return { kind: 'ask', command: { kind: 'status', json } };
    case 'set-wallpaper':
      return { kind: 'ask', command: { kind: 'set-wallpaper', date: first.value } };
    case 'check-now':
    case 'quit':
      return { kind: 'ask', command: { kind: first.name } };
    case 'version':
    case 'help':
      return { kind: first.name };
  }
}

function forbidValue(name: string, value: string | null): void {
  if (value !== null) throw new UsageError(`--${name} takes no value`);
}

/** A day that the calendar has. */
const isDate = (text: string): boolean =>
  pictureDateSchema.safeParse(text).success &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

const shorten = (text: string): string => (text.length <= 60 ? text : `${text.slice(0, 59)}…`);
