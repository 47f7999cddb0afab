import type { ProgramResult } from '#platform/process/run.ts';
import type {
  Backend,
  ProgramCommand,
  DesktopSetting,
  SettingsAccess,
} from '../desktops/backend.ts';
import type { PreviousSettings } from './desktop-store.ts';

export type RunProgram = (program: string, args: readonly string[]) => Promise<ProgramResult>;

/** An error, for the log and the user. */
export type ErrorText = string;

function errorText(
  { program }: ProgramCommand,
  { stderr, stdout, code }: ProgramResult,
): ErrorText {
  const output = [stderr.trim(), stdout.trim()].find((text) => text !== '');
  return `${program}: ${output?.slice(0, 300) ?? `it ended with ${code ?? 'no code'}`}`;
}

/** The present settings of a desktop, with the output of the commands that read them. */
export type SettingsSurvey = Exclude<Awaited<ReturnType<typeof surveySettings>>, ErrorText>;

export async function surveySettings(backend: SettingsAccess, run: RunProgram) {
  const answers: string[] = [];
  for (const [index, query] of backend.survey.entries()) {
    const result = await run(query.program, query.args);
    if (index === 0 && result.code !== 0) return errorText(query, result);
    answers.push(result.code === 0 ? result.stdout : '');
  }
  return { answers, held: backend.held(answers) };
}

/** The present settings by key; null if the desktop does not report them. */
export async function readPresentSettings(
  backend: SettingsAccess,
  run: RunProgram,
): Promise<ReadonlyMap<string, string> | null> {
  const survey = await surveySettings(backend, run);
  return typeof survey === 'string' ? null : survey.held;
}

/** Returns the first backend that answers, with its answer; if none does, the errors of all. */
export async function firstAnsweringBackend(
  backends: readonly Backend[],
  run: RunProgram,
): Promise<{ readonly backend: Backend; readonly surveyed: SettingsSurvey } | ErrorText> {
  const errors: ErrorText[] = [];
  for (const backend of backends) {
    const survey = await surveySettings(backend, run);
    if (typeof survey !== 'string') return { backend, surveyed: survey };
    errors.push(survey);
  }
  return errors.join('; ');
}

const commandsFor = (
  backend: SettingsAccess,
  settings: readonly DesktopSetting[],
): readonly ProgramCommand[] =>
  backend.writeAll === undefined || settings.length === 0
    ? settings.flatMap(({ key, value }) => backend.write(key, value) ?? [])
    : [backend.writeAll(settings)];

type WriteOutcome = Awaited<ReturnType<typeof writeSettings>>;

/**
 * Writes the settings in order, and reads them back. Returns the first error if a command fails, or an error if there
 * is none to run. The commands after one that fails are run all the same: a display that is gone must not keep the
 * others from their picture.
 * `verified`: whether the desktop has these values; also false if they cannot be read.
 */
export async function writeSettings(
  backend: SettingsAccess,
  settings: readonly DesktopSetting[],
  run: RunProgram,
) {
  const commands = commandsFor(backend, settings);
  if (commands.length === 0) return 'this desktop does not say what it showed before';
  let firstError: ErrorText | null = null;
  for (const command of commands) {
    const result = await run(command.program, command.args);
    // Some programs report an error but exit with 0.
    const isFailed = result.code !== 0 || /^(error|xfconf-query: |failed)/i.test(result.stderr);
    if (isFailed) firstError ??= errorText(command, result);
  }
  if (firstError !== null) return firstError;
  const currentSettings = await readPresentSettings(backend, run);
  if (currentSettings === null) return { verified: false };
  const isReported = ({ key }: DesktopSetting): boolean =>
    backend.unreported?.includes(key) !== true;
  const holds = ({ key, value }: DesktopSetting): boolean =>
    (currentSettings.get(key) ?? null) === value;
  return { verified: settings.filter(isReported).every(holds) };
}

const previousSettingsList = ({ values }: PreviousSettings): DesktopSetting[] =>
  Object.entries(values).map(([key, value]) => ({ key, value }));

export const restoreSettings = (
  backend: SettingsAccess,
  previous: PreviousSettings,
  run: RunProgram,
): Promise<WriteOutcome> => writeSettings(backend, previousSettingsList(previous), run);

/** Whether `restoreSettings` has settings to write; false if the desktop never reported its settings. */
export const canRestoreSettings = (backend: SettingsAccess, previous: PreviousSettings): boolean =>
  commandsFor(backend, previousSettingsList(previous)).length > 0;
