import type { Run } from '#platform/process/run.ts';
import type { Backend, Command, Setting, SettingsAccess } from '../desktops/backend.ts';
import type { Previous } from './desktop-store.ts';

export type RunProgram = (program: string, args: readonly string[]) => Promise<Run>;

interface WriteOutcome {
  /** True when the desktop's own settings were read back and hold ours; false too where they cannot be read. */
  readonly verified: boolean;
}

/** An error, in words for the person. */
export type ErrorText = string;

/** The present settings of a desktop. */
interface Survey {
  readonly answers: readonly string[];
  readonly held: ReadonlyMap<string, string> | null;
}

function errorText({ program }: Command, { stderr, stdout, code }: Run): ErrorText {
  const said = [stderr.trim(), stdout.trim()].find((text) => text !== '');
  return `${program}: ${said?.slice(0, 300) ?? `it ended with ${code ?? 'no code'}`}`;
}

export async function survey(
  backend: SettingsAccess,
  run: RunProgram,
): Promise<Survey | ErrorText> {
  const answers: string[] = [];
  for (const [index, asked] of backend.survey.entries()) {
    const done = await run(asked.program, asked.args);
    if (index === 0 && done.code !== 0) return errorText(asked, done);
    answers.push(done.code === 0 ? done.stdout : '');
  }
  return { answers, held: backend.held(answers) };
}

/** Returns the first backend that answers, with its answer; else the errors of all. */
export async function firstToAnswer(
  backends: readonly Backend[],
  run: RunProgram,
): Promise<{ readonly backend: Backend; readonly surveyed: Survey } | ErrorText> {
  const errors: ErrorText[] = [];
  for (const backend of backends) {
    const surveyed = await survey(backend, run);
    if (typeof surveyed !== 'string') return { backend, surveyed };
    errors.push(surveyed);
  }
  return errors.join('; ');
}

const commandsFor = (backend: SettingsAccess, settings: readonly Setting[]): readonly Command[] =>
  backend.writeAll === undefined || settings.length === 0
    ? settings.flatMap(({ key, value }) => backend.write(key, value) ?? [])
    : [backend.writeAll(settings)];

/** Writes the settings in order, and reads them back. */
export async function writeSettings(
  backend: SettingsAccess,
  settings: readonly Setting[],
  run: RunProgram,
): Promise<WriteOutcome | ErrorText> {
  const commands = commandsFor(backend, settings);
  if (commands.length === 0) return 'this desktop does not say what it showed before';
  for (const written of commands) {
    const done = await run(written.program, written.args);
    if (done.code !== 0) return errorText(written, done);
    // Some programs report an error but exit with 0.
    if (/^(error|xfconf-query: |failed)/i.test(done.stderr)) return errorText(written, done);
  }
  const after = await survey(backend, run);
  if (typeof after === 'string' || after.held === null) return { verified: false };
  const { held } = after;
  const isReported = ({ key }: Setting): boolean => backend.unreported?.includes(key) !== true;
  const holds = ({ key, value }: Setting): boolean => (held.get(key) ?? null) === value;
  return { verified: settings.filter(isReported).every(holds) };
}

const settingsOf = ({ values }: Previous): Setting[] =>
  Object.entries(values).map(([key, value]) => ({ key, value }));

/** Restores the person's settings. */
export const restoreOn = (
  backend: SettingsAccess,
  previous: Previous,
  run: RunProgram,
): Promise<WriteOutcome | ErrorText> => writeSettings(backend, settingsOf(previous), run);

/** Whether `restoreOn` has anything to write: it has not if the desktop never reported its settings. */
export const canRestore = (backend: SettingsAccess, previous: Previous): boolean =>
  commandsFor(backend, settingsOf(previous)).length > 0;
