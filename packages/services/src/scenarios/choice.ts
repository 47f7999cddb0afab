import { z } from 'zod';
import type { ServiceName } from '../request-log.ts';
import type { Scenario } from './definition.ts';

/** The services by all their names, including the names in the addresses of the specification. */
export const servicesByName: Readonly<Record<string, ServiceName>> = {
  posts: 'posts',
  position: 'position',
  iss: 'position',
  picture: 'picture',
  apod: 'picture',
};

/** The parts of a scenario that do not depend on its service. */
export type DescribedScenario = Pick<Scenario<unknown>, 'summary' | 'settings'>;
export type ScenarioTable<S extends DescribedScenario> = Readonly<Record<string, S>>;

/**
 * A scenario to turn on, in the form of `PUT /scenarios/{service}`. The scenario's own settings are in the same object.
 */
export const choiceSchema = z.looseObject({
  name: z.string({ error: 'must be the name of a scenario' }),
  /** The number of requests for which the scenario stays on. Default: until it is turned off. */
  requests: z
    .int({ error: 'must be a whole number' })
    .positive({ error: 'must be at least 1' })
    .optional(),
  probability: z
    .number({ error: 'must be a number' })
    .min(0, { error: 'must be 0 to 1' })
    .max(1, { error: 'must be 0 to 1' })
    .default(1),
  /** The same seed gives the same run. */
  seed: z.int({ error: 'must be a whole number' }).default(1),
  /** The beginning of the paths on which the scenario acts. Default: all paths. */
  path: z
    .string({ error: 'must be a string' })
    .startsWith('/', { error: 'must begin with /' })
    .optional(),
});

/** A scenario that is to be turned on. */
export interface ScenarioChoice<S extends DescribedScenario> {
  readonly name: string;
  readonly scenario: S;
  readonly settings: Readonly<Record<string, unknown>>;
  /** The number of requests for which the scenario stays on; null: until it is turned off. */
  readonly requests: number | null;
  readonly probability: number;
  readonly seed: number;
  readonly path: string | null;
}

export type ReadResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

/** The name that turns all scenarios off. */
const noScenarioName = 'none';
const maxScenariosAtOnce = 32;

/** Parses a choice of scenarios. If no scenario has the name, the message lists the existing scenarios. */
export function readChoices<S extends DescribedScenario>(
  table: ScenarioTable<S>,
  given: unknown,
): ReadResult<readonly ScenarioChoice<S>[]> {
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (list.length > maxScenariosAtOnce) {
    return { ok: false, message: `at most ${maxScenariosAtOnce} scenarios can be on at a time` };
  }
  const choices: ScenarioChoice<S>[] = [];
  for (const item of list) {
    const choice = readChoice(table, item);
    if (!choice.ok) return choice;
    if (choice.value !== null) choices.push(choice.value);
  }
  return { ok: true, value: choices };
}

function readChoice<S extends DescribedScenario>(
  table: ScenarioTable<S>,
  given: unknown,
): ReadResult<ScenarioChoice<S> | null> {
  const parseResult = choiceSchema.safeParse(given);
  if (!parseResult.success)
    return { ok: false, message: choiceFaults(parseResult.error, 'the scenario') };
  const { name, requests = null, probability, seed, path = null, ...rest } = parseResult.data;
  if (name === noScenarioName) return { ok: true, value: null };
  const scenario = Object.hasOwn(table, name) ? table[name] : undefined;
  if (scenario === undefined) {
    const names = [noScenarioName, ...Object.keys(table)].join(', ');
    return { ok: false, message: `there is no scenario ${name}: there are ${names}` };
  }
  const settings = settingsSchemaOf(scenario).safeParse(rest);
  if (!settings.success) {
    return { ok: false, message: `${name}: ${settingFaults(settings.error, scenario)}` };
  }
  const choice = { name, scenario, settings: settings.data, requests, probability, seed, path };
  return { ok: true, value: choice };
}

/** The schema of a scenario's settings, which rejects other fields. */
export function settingsSchemaOf({ settings }: DescribedScenario): z.ZodObject {
  return (settings ?? z.object({})).strict();
}

function settingNames(scenario: DescribedScenario): readonly string[] {
  const common = Object.keys(choiceSchema.shape).filter((name) => name !== 'name');
  return [...common, ...Object.keys(settingsSchemaOf(scenario).shape)];
}

function settingFaults(error: z.ZodError, scenario: DescribedScenario): string {
  const unknownSettings = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : [],
  );
  if (unknownSettings.length === 0) return choiceFaults(error, 'the settings');
  return `there is no setting ${unknownSettings.join(', ')}: there are ${settingNames(scenario).join(', ')}`;
}

/** The errors, field by field. `whole` is the name of the value itself. */
export function choiceFaults({ issues }: z.ZodError, whole: string): string {
  return issues
    .map(({ path, message }) => `${path.length === 0 ? whole : path.join('.')}: ${message}`)
    .join('; ');
}
