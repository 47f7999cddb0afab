import { closeSync, fstatSync, openSync, readFileSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { parseJson } from '#shared/json.ts';
import { decodeText } from '#shared/text-decoder.ts';
import { attemptStorage, mayFileExist } from '#platform/files/attempt.ts';
import { executeProgram, windowsSystemPath, type ProgramResult } from '#platform/process/run.ts';
import {
  managedSettingsFrom,
  noManagedSettings,
  parsePropertyList,
  parseRegistry,
  type ManagedSettings,
  type ManagedReading,
} from '../managed.ts';

type RunProgram = (program: string, args: readonly string[]) => Promise<ProgramResult>;

/** The place of an administrator's settings, and its reader. */
interface ManagedSource {
  /** A path or a key of the registry. */
  readonly place: string;
  read(): Promise<ManagedReading>;
}

const noSettings: ManagedReading = { kind: 'none' };
const unreadableFailure: ManagedReading = { kind: 'failed', reason: 'unreadable' };

const maxBytes = 65_536;

/**
 * The file of Linux. The app uses the file only if the file and its folder belong to `owner`, and no other user can
 * write to the file or the folder. Otherwise any user could send the requests of all users through a proxy.
 */
export const managedFile = (path = '/etc/overhead/settings.json', owner = 0): ManagedSource => ({
  place: path,
  read() {
    const reading = attemptStorage(() => readTrusted(path, owner));
    if (reading.ok) return Promise.resolve(reading.value);
    const { code } = reading.failure;
    return Promise.resolve(
      code === 'ENOENT' || code === 'ENOTDIR' ? noSettings : unreadableFailure,
    );
  },
});

function readTrusted(path: string, owner: number): ManagedReading {
  const isTrusted = ({ uid, mode }: Stats): boolean => uid === owner && (mode & 0o022) === 0;
  // Check the kind of the file first, because opening a pipe would wait for its writer.
  if (!statSync(path).isFile()) return unreadableFailure;
  const file = openSync(path, 'r');
  try {
    const stat = fstatSync(file);
    if (!isTrusted(stat) || !isTrusted(statSync(dirname(path))))
      return { kind: 'failed', reason: 'untrusted' };
    if (stat.size > maxBytes) return unreadableFailure;
    return { kind: 'content', tree: parseJson(decodeText(readFileSync(file)) ?? '') };
  } finally {
    closeSync(file);
  }
}

/** The group policy of Windows. Only administrators can write to this key. */
export const managedRegistry = (
  runProgram: RunProgram = runBriefly,
  key = String.raw`HKLM\Software\Policies\Overhead`,
): ManagedSource => {
  const query = (asked: string): Promise<ProgramResult> =>
    runProgram(windowsSystemPath('reg.exe'), ['query', asked]);
  return {
    place: key,
    async read() {
      const { code, stdout } = await query(key);
      if (code === 0) return { kind: 'content', tree: parseRegistry(stdout) };
      // The exit code is 1 without the key, and also where an administrator has switched `reg.exe` off. The message
      // depends on the language, so a key that always exists is read to tell the two apart.
      const isMissing = code === 1 && (await query(String.raw`HKLM\Software`)).code === 0;
      return isMissing ? noSettings : unreadableFailure;
    },
  };
};

/** The preferences that a configuration profile of macOS sets for the computer. The system writes this file. */
export const managedPreferences = (
  runProgram: RunProgram = runBriefly,
  path = '/Library/Managed Preferences/dev.overhead.Overhead.plist',
): ManagedSource => ({
  place: path,
  async read() {
    if (!mayFileExist(path)) return noSettings;
    const plutilArguments = ['-convert', 'json', '-o', '-', '--', path];
    const plutil = await runProgram('/usr/bin/plutil', plutilArguments);
    // JSON has neither dates nor data, and plutil refuses the whole file for one of them.
    const { code, stdout } =
      plutil.code === 0
        ? plutil
        : await runProgram('/usr/bin/osascript', ['-l', 'JavaScript', '-e', readPlist, '--', path]);
    return code === 0 ? { kind: 'content', tree: parsePropertyList(stdout) } : unreadableFailure;
  },
});

/** A script that prints a property list as JSON, with dates as texts and without data. */
const readPlist = `ObjC.import("Foundation");function run([path]){
return JSON.stringify(ObjC.deepUnwrap($.NSDictionary.dictionaryWithContentsOfFile(path)))}`;

/** The time limit for the program, in milliseconds, because the start of the app waits for the program. */
const runLimitMs = 3_000;

const runBriefly: RunProgram = (program, args) =>
  executeProgram(program, args, AbortSignal.timeout(runLimitMs));

/** The source of the managed settings; null on a system without managed settings. */
export function managedSourceOf(platform: NodeJS.Platform): ManagedSource | null {
  switch (platform) {
    case 'linux':
      return managedFile();
    case 'win32':
      return managedRegistry();
    case 'darwin':
      return managedPreferences();
    default:
      return null;
  }
}

/** Reads the managed settings. Never rejects. */
export async function readManaged(
  source: ManagedSource | null,
  log: (line: string) => void,
): Promise<ManagedSettings> {
  if (source === null) return noManagedSettings;
  return managedSettingsFrom(source.place, await source.read(), log);
}
