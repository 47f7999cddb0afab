import { m } from '#words';
import { parseArgs } from 'node:util';
import { formatLocale } from '#shared/language/language.ts';
import { pictureDateSchema } from '#shared/picture/picture.ts';
import { serviceSourceSchema, type ServiceSource } from '#shared/settings/settings.ts';
import {
  queriesWithOption,
  isCommandName,
  isFileName,
  takesDate,
  type CommandName,
  type RemoteCommand,
} from './command-table.ts';
import type { QueryOption } from '#runtime/command-row.ts';

export interface LaunchOptions {
  /** The source of the services in this run, which overrides the setting; null: the setting applies. */
  readonly services: ServiceSource | null;
  /** Whether the app starts in the tray, without a window. */
  readonly hidden: boolean;
  /** Whether the question of the first start is skipped. In this run, the app then uses the default answers. */
  readonly skipFirstRun: boolean;
  /** The shell command that runs after each change of the wallpaper, in place of the setting; null: the setting applies. */
  readonly wallpaperCommand: string | null;
}

export type CommandLine =
  /** Starts the app, or opens the window of the running instance, unless `hidden` is set. */
  | { readonly kind: 'start'; readonly options: LaunchOptions }
  | { readonly kind: 'ask'; readonly command: RemoteCommand }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly message: string };

// The switches of Chromium, Electron, Node and installers, which the app does not check: first whole names, then the
// beginnings of names.
const foreignNames = new Set(
  `allow-file-access-from-files allow-pre-commit-input app-user-model-id auth-server-whitelist disk-cache-size force
  high-dpi-support host-resolver-rules host-rules ignore-connections-limit ignore-gpu-blocklist in-process-gpu
  inspect js-flags lang log-file log-level log-net-log no-proxy-server no-sandbox no-zygote original-process-start-time
  password-store proxy-auto-detect proxy-bypass-list proxy-pac-url proxy-server single-process updated use-gl
  use-angle user-data-dir v vmodule xdg-portal-required-version`.split(/\s+/),
);
const foreignPattern =
  /^(enable|disable|force|ozone|gtk|wayland|remote-debugging|remote-allow|inspect|trace|class|name)-/;

const isForeign = (name: string): boolean => foreignNames.has(name) || foreignPattern.test(name);

/**
 * Arguments that the system adds: Windows adds them when a click on a notification starts the app, and old versions of
 * macOS when the Finder opens the app.
 */
const systemArgumentPattern = /^([-/]embedding|-toastactivated|-psn_\d+_\d+)$/i;

/** A user default of macOS, whose value is the next argument: `-AppleLanguages (de)` starts an app in German. */
const userDefaultPattern = /^-(?:Apple|NS)[A-Z]\w*$/;

const isSystemArgument = (arg: string, previous: string): boolean =>
  systemArgumentPattern.test(arg) ||
  userDefaultPattern.test(arg) ||
  userDefaultPattern.test(previous);

const alternativeSpellings: ReadonlyMap<string, string> = new Map([
  ['-h', '--help'],
  ['--favourite', '--favorite'],
  ['--unfavourite', '--unfavorite'],
]);

type RequestedCommand = CommandName | 'version' | 'help';
const isRequestedCommand = (name: string): name is RequestedCommand =>
  isCommandName(name) || name === 'version' || name === 'help';

const switchNames = ['hidden', 'json', 'watch', 'visible', 'no-first-run'] as const;
const isSwitch = (name: string): name is (typeof switchNames)[number] =>
  (switchNames as readonly string[]).includes(name);

class UsageError extends Error {}

/**
 * Returns the arguments of the app itself. In a checkout, Electron runs with the folder of the app as an argument; the
 * arguments before that folder belong to Electron.
 */
export function ownArguments(argv: readonly string[], isPackaged: boolean): string[] {
  const args = argv.slice(1);
  if (isPackaged) return args;
  const folderIndex = args.findIndex((arg) => !arg.startsWith('-'));
  return folderIndex < 0 ? args : args.slice(folderIndex + 1);
}

/** Parses the arguments of the app, in the instance that was started and in the running instance that receives them. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  try {
    const appArgs = args.filter((arg, index) => !isSystemArgument(arg, args[index - 1] ?? ''));
    return commandLineOf(readOptions(appArgs.map((arg) => alternativeSpellings.get(arg) ?? arg)));
  } catch (error) {
    if (error instanceof UsageError) return { kind: 'wrong', message: error.message };
    throw error;
  }
}

function readOptions(args: string[]) {
  const options = {
    commands: [] as {
      readonly name: RequestedCommand;
      readonly date: string | null;
      readonly file?: string;
    }[],
    services: null as ServiceSource | null,
    hidden: false,
    json: false,
    watch: false,
    visible: false,
    days: null as number | null,
    skipFirstRun: false,
    wallpaperCommand: null as string | null,
  };
  // Not strict, because the switches of Chromium are not declared, and the date after a command is optional.
  const { tokens } = parseArgs({ args, strict: false, tokens: true });
  /** The index of the last argument that was read as the value of an option. */
  let valueAt = -1;
  /** The value of the option at `n`: the text after `=`, or else the next argument if it can be a value. */
  function valueOf(
    n: number,
    value: string | null,
    canBe: (next: string) => boolean,
  ): string | null {
    const nextToken = tokens[n + 1];
    if (value !== null || nextToken?.kind !== 'positional' || !canBe(nextToken.value)) return value;
    valueAt = nextToken.index;
    return nextToken.value;
  }
  for (const [n, token] of tokens.entries()) {
    if (token.index === valueAt) continue;
    if (token.kind !== 'option' || !/^--[a-z][a-z-]*$/.test(token.rawName))
      throw new UsageError(m.command_unexpected({ argument: cutText(args[token.index] ?? '') }));
    const { name, value = null } = token;
    if (name === 'services') options.services = parseServiceSource(value);
    else if (name === 'wallpaper-command') options.wallpaperCommand = parseShellCommand(value);
    else if (name === 'days' || takesDate(name)) {
      const text = valueOf(n, value, (next) => !next.startsWith('-'));
      if (name === 'days') options.days = parseDays(text);
      else options.commands.push({ name, date: parseDate(text) });
    } else if (isFileName(name)) {
      options.commands.push({ name, date: null, file: parseFile(valueOf(n, value, () => true)) });
    } else if (isRequestedCommand(name) || isSwitch(name)) {
      if (value !== null) throw new UsageError(m.command_no_value({ option: `--${name}` }));
      if (isRequestedCommand(name)) options.commands.push({ name, date: null });
      else if (name === 'no-first-run') options.skipFirstRun = true;
      else options[name] = true;
    } else if (!isForeign(name))
      throw new UsageError(m.command_unknown({ option: `--${cutText(name)}` }));
  }
  return options;
}

function parseServiceSource(value: string | null): ServiceSource {
  const sourceResult = serviceSourceSchema.safeParse(value);
  if (!sourceResult.success) throw new UsageError(m.command_services());
  return sourceResult.data;
}

function parseShellCommand(value: string | null): string {
  if (value === null || value.trim() === '') throw new UsageError(m.command_wallpaper_command());
  return value;
}

function parseFile(value: string | null): string {
  if (value === null || value === '') throw new UsageError(m.command_file());
  return value;
}

/** The number of days, 1 to 5: passes are predicted for five days. */
function parseDays(value: string | null): number {
  if (value === null || !/^[1-5]$/.test(value)) throw new UsageError(m.command_days());
  return Number(value);
}

/** Returns the date; refuses a date that does not exist, such as 2026-02-30. */
function parseDate(value: string | null): string | null {
  const isDate =
    value === null ||
    (pictureDateSchema.safeParse(value).success &&
      !Number.isNaN(Date.parse(value)) &&
      new Date(value).toISOString().startsWith(value));
  if (!isDate) throw new UsageError(m.command_date());
  return value;
}

function commandLineOf(options: ReturnType<typeof readOptions>): CommandLine {
  const { commands, services, hidden, skipFirstRun, wallpaperCommand, json, watch, visible, days } =
    options;
  const [first, second] = commands;
  if (commands.some(({ name }) => name === 'help')) return { kind: 'help' };
  if (second !== undefined && first !== undefined)
    throw new UsageError(m.command_together({ one: `--${first.name}`, other: `--${second.name}` }));
  const extras = { json, watch, visible, days: days !== null };
  for (const extra of Object.keys(extras) as QueryOption[])
    if (extras[extra]) requireOneOf(queriesWithOption(extra), first?.name, `--${extra}`);
  if (first === undefined)
    return { kind: 'start', options: { services, hidden, skipFirstRun, wallpaperCommand } };
  const { name, date, file } = first;
  if (hidden) throw new UsageError(m.command_together({ one: '--hidden', other: `--${name}` }));
  return name === 'version' || name === 'help'
    ? { kind: name }
    : {
        kind: 'ask',
        command: { name, date, json, watch, days, visible, ...(file !== undefined && { file }) },
      };
}

function requireOneOf(names: readonly string[], name: string | undefined, option: string): void {
  if (name !== undefined && names.includes(name)) return;
  const listFormat = new Intl.ListFormat(formatLocale(), { type: 'disjunction' });
  const commandList = listFormat.format(names.map((one) => `--${one}`));
  throw new UsageError(m.command_needs({ option, commands: commandList }));
}

const cutText = (text: string): string => (text.length <= 60 ? text : `${text.slice(0, 59)}…`);
