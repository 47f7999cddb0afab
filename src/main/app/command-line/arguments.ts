import { m } from '#words';
import { parseArgs } from 'node:util';
import { pictureDateSchema } from '#shared/picture/picture.ts';
import { serviceSourceSchema, type ServiceSource } from '#shared/settings/settings.ts';
import {
  commandTable,
  isCommandName,
  type CommandName,
  type RemoteCommand,
} from './command-table.ts';

export interface LaunchOptions {
  /** Overrides the setting for this run. */
  readonly services: ServiceSource | null;
  /** Start in the tray, without a window. */
  readonly hidden: boolean;
  /** Skip the question of the first start; its preset answers hold for this run. */
  readonly skipFirstRun: boolean;
  /** A shell command that runs after each change of the wallpaper; null: that of the settings. */
  readonly hook: string | null;
}

export type CommandLine =
  /** Start, or open the window of the running instance. */
  | { readonly kind: 'start'; readonly options: LaunchOptions }
  | { readonly kind: 'ask'; readonly command: RemoteCommand }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly message: string };

// Switches of Chromium, Electron, Node and installers pass unchecked, by their name or by its beginning.
const foreignNames = new Set(
  `allow-file-access-from-files allow-pre-commit-input app-user-model-id auth-server-whitelist disk-cache-size force
  high-dpi-support host-resolver-rules host-rules ignore-connections-limit ignore-gpu-blocklist in-process-gpu
  inspect js-flags lang log-file log-level log-net-log no-proxy-server no-sandbox no-zygote original-process-start-time
  password-store proxy-auto-detect proxy-bypass-list proxy-pac-url proxy-server single-process updated use-gl
  use-angle user-data-dir v vmodule xdg-portal-required-version`.split(/\s+/),
);
const foreignBeginnings =
  /^(enable|disable|force|ozone|gtk|wayland|remote-debugging|remote-allow|inspect|trace|class|name)-/;

const isForeign = (name: string): boolean => foreignNames.has(name) || foreignBeginnings.test(name);

/**
 * What the system adds: Windows when it starts the app for a click on a notification, old versions of macOS when the
 * Finder opens the app.
 */
const fromTheSystem = /^([-/]embedding|-toastactivated|-psn_\d+_\d+)$/i;

const otherSpellings: ReadonlyMap<string, string> = new Map([
  ['-h', '--help'],
  ['--favourite', '--favorite'],
  ['--unfavourite', '--unfavorite'],
]);

type Asked = CommandName | 'version' | 'help';
const isAsked = (name: string): name is Asked =>
  isCommandName(name) || name === 'version' || name === 'help';

const switchNames = ['hidden', 'json', 'no-first-run'] as const;
const isSwitch = (name: string): name is (typeof switchNames)[number] =>
  (switchNames as readonly string[]).includes(name);

class UsageError extends Error {}

/**
 * The arguments of the app itself. In a checkout, Electron runs with the folder of the app as an argument; those before
 * it are Electron's own.
 */
export function ownArguments(argv: readonly string[], isPackaged: boolean): string[] {
  const args = argv.slice(1);
  if (isPackaged) return args;
  const folder = args.findIndex((arg) => !arg.startsWith('-'));
  return folder < 0 ? args : args.slice(folder + 1);
}

/** Parses the arguments of the app, for itself and for another instance that passes them on. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  try {
    const own = args.filter((arg) => !fromTheSystem.test(arg));
    return decide(readOptions(own.map((arg) => otherSpellings.get(arg) ?? arg)));
  } catch (error) {
    if (error instanceof UsageError) return { kind: 'wrong', message: error.message };
    throw error;
  }
}

function readOptions(args: string[]) {
  const options = {
    commands: [] as {
      readonly name: Asked;
      readonly date: string | null;
      readonly file?: string;
    }[],
    services: null as ServiceSource | null,
    hidden: false,
    json: false,
    skipFirstRun: false,
    hook: null as string | null,
  };
  // Not strict: the switches of Chromium are not declared, and the date after a command is optional.
  const { tokens } = parseArgs({ args, strict: false, tokens: true });
  /** The index of an argument that was read as the date or the file of a command. */
  let dateAt = -1;
  for (const [n, token] of tokens.entries()) {
    if (token.index === dateAt) continue;
    if (token.kind !== 'option' || !/^--[a-z][a-z-]*$/.test(token.rawName))
      throw new UsageError(m.command_unexpected({ argument: shorten(args[token.index] ?? '') }));
    const { name, value = null } = token;
    if (name === 'services') options.services = sourceOf(value);
    else if (name === 'hook') options.hook = hookOf(value);
    else if (isCommandName(name) && commandTable[name].takesDate === true) {
      const next = tokens[n + 1];
      const hasDate = value === null && next?.kind === 'positional' && !next.value.startsWith('-');
      if (hasDate) dateAt = next.index;
      options.commands.push({ name, date: dateOf(hasDate ? next.value : value) });
    } else if (isCommandName(name) && commandTable[name].takesFile === true) {
      const next = tokens[n + 1];
      const hasFile = value === null && next?.kind === 'positional';
      if (hasFile) dateAt = next.index;
      options.commands.push({ name, date: null, file: fileOf(hasFile ? next.value : value) });
    } else if (isAsked(name) || isSwitch(name)) {
      if (value !== null) throw new UsageError(m.command_no_value({ option: `--${name}` }));
      if (isAsked(name)) options.commands.push({ name, date: null });
      else if (name === 'no-first-run') options.skipFirstRun = true;
      else options[name] = true;
    } else if (!isForeign(name))
      throw new UsageError(m.command_unknown({ option: `--${shorten(name)}` }));
  }
  return options;
}

function sourceOf(value: string | null): ServiceSource {
  const source = serviceSourceSchema.safeParse(value);
  if (!source.success) throw new UsageError(m.command_services());
  return source.data;
}

function hookOf(value: string | null): string {
  if (value === null || value.trim() === '') throw new UsageError(m.command_hook());
  return value;
}

function fileOf(value: string | null): string {
  if (value === null || value === '') throw new UsageError(m.command_file());
  return value;
}

/** Refuses a date that does not exist, such as 2026-02-30. */
function dateOf(value: string | null): string | null {
  const isDate =
    value === null ||
    (pictureDateSchema.safeParse(value).success &&
      !Number.isNaN(Date.parse(value)) &&
      new Date(value).toISOString().startsWith(value));
  if (!isDate) throw new UsageError(m.command_date());
  return value;
}

function decide({
  commands,
  services,
  hidden,
  json,
  skipFirstRun,
  hook,
}: ReturnType<typeof readOptions>): CommandLine {
  const [first, second] = commands;
  if (commands.some(({ name }) => name === 'help')) return { kind: 'help' };
  if (second !== undefined && first !== undefined)
    throw new UsageError(m.command_together({ one: `--${first.name}`, other: `--${second.name}` }));
  const takesJson =
    first !== undefined && isCommandName(first.name) && commandTable[first.name].takesJson === true;
  if (json && !takesJson) throw new UsageError(m.command_json_alone());
  if (first === undefined)
    return { kind: 'start', options: { services, hidden, skipFirstRun, hook } };
  const { name, date, file } = first;
  if (hidden) throw new UsageError(m.command_together({ one: '--hidden', other: `--${name}` }));
  return name === 'version' || name === 'help'
    ? { kind: name }
    : { kind: 'ask', command: { name, date, json, ...(file !== undefined && { file }) } };
}

const shorten = (text: string): string => (text.length <= 60 ? text : `${text.slice(0, 59)}…`);
