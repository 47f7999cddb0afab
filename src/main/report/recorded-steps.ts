import type { RecordedStep } from '#shared/report/flight-record.ts';
import type { TrayCommand } from '#tray/index.ts';

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const idOf = (value: unknown): string | null => {
  const { id } = fieldsOf(value);
  return typeof id === 'string' ? id : null;
};

/** Returns the step for a decision about the wallpaper; null if there is no step for the kind of the decision. */
function wallpaperDecisionStep(value: unknown): RecordedStep | null {
  const { kind, pinned } = fieldsOf(value);
  switch (kind) {
    case 'pin':
      return { do: 'decide', kind: pinned === true ? 'pin' : 'unpin' };
    case 'favour':
    case 'skip':
    case 'previous':
    case 'newest':
      return { do: 'decide', kind };
    default:
      return null;
  }
}

type StepOf = (
  input: unknown,
  postOf: (id: string) => number,
  answer: unknown,
) => RecordedStep | null;

const postStep =
  (name: 'delete' | 'restore' | 'retry'): StepOf =>
  (input, postOf) =>
    typeof input === 'string' ? { do: name, post: postOf(input) } : null;
const stepWithoutInput =
  (name: 'wallpaper' | 'check' | 'publish' | 'key'): StepOf =>
  () => ({ do: name });

/** The steps of the commands that the window sends, by channel. Commands on other channels are not recorded. */
const stepsOfChannels: Readonly<Record<string, StepOf>> = {
  'journal.create': (_, postOf, answer) => {
    const id = idOf(answer);
    return id === null ? null : { do: 'write', post: postOf(id), publish: true };
  },
  'journal.write': (input, postOf) => {
    const id = idOf(input);
    const publish = fieldsOf(input)['publish'] === true;
    return id === null ? null : { do: 'write', post: postOf(id), publish };
  },
  'journal.delete': postStep('delete'),
  'journal.restore': postStep('restore'),
  'journal.retry': postStep('retry'),
  'journal.publish': stepWithoutInput('publish'),
  'journal.pause': (input) => ({ do: 'hold', on: input === true }),
  'picture.setWallpaper': stepWithoutInput('wallpaper'),
  'picture.decide': wallpaperDecisionStep,
  'picture.check': stepWithoutInput('check'),
  'station.watch': (input) => ({ do: 'watch', on: input === true }),
  'settings.change': (input) => ({ do: 'services' in fieldsOf(input) ? 'move' : 'settings' }),
  'settings.setApiKey': stepWithoutInput('key'),
  'app.check': stepWithoutInput('check'),
  'app.pause': (input) => ({ do: 'pause', on: input !== null }),
};

/** @param answer the value of the command's result; undefined: the command failed */
export function stepOfCommand(
  channel: string,
  input: unknown,
  postOf: (id: string) => number,
  answer: unknown,
): RecordedStep | null {
  const make = Object.hasOwn(stepsOfChannels, channel) ? stepsOfChannels[channel] : undefined;
  return make?.(input, postOf, answer) ?? null;
}

export function stepOfTray(command: TrayCommand): RecordedStep | null {
  switch (command.kind) {
    case 'set-wallpaper':
      return { do: 'wallpaper' };
    case 'decide':
      return wallpaperDecisionStep(command.decision);
    case 'publish':
    case 'check':
      return { do: command.kind };
    case 'pause':
      return { do: 'pause', on: true };
    case 'resume':
      return { do: 'pause', on: false };
    default:
      return null;
  }
}

/** The step for a command of the command line, by its name. */
const stepsOfOptions: Readonly<Record<string, RecordedStep>> = {
  'check-now': { do: 'check' },
  'set-wallpaper': { do: 'wallpaper' },
  previous: { do: 'decide', kind: 'previous' },
  pin: { do: 'decide', kind: 'pin' },
  unpin: { do: 'decide', kind: 'unpin' },
  favorite: { do: 'decide', kind: 'favour' },
};

export const stepOfOption = (name: string): RecordedStep | null => stepsOfOptions[name] ?? null;
