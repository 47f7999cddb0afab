import { z } from 'zod';
import type { RequestEntry } from '../request-log.ts';
import {
  type ScenarioChoice,
  type DescribedScenario,
  type ReadResult,
  readChoices,
  settingsSchemaOf,
} from './choice.ts';
import type {
  ScenarioOccasion,
  Scenario,
  Scenarios,
  ServiceEnv,
  WaitSeconds,
} from './definition.ts';
import { waitRealSeconds } from './transform.ts';

/** A scenario that is on. */
interface ActiveScenario<World> extends ScenarioChoice<Scenario<World>> {
  readonly since: number;
  readonly dice: () => number;
  /** The number of further requests for which the scenario stays on; null: no limit. */
  left: number | null;
}

/** A scenario that is on, with its settings. `requests`: for how many more requests it stays on; absent: no limit. */
type ScenarioState = Readonly<Record<string, unknown>> & { readonly name: string };

/** An existing scenario, with its settings as JSON Schema. */
interface ExistingScenario {
  readonly name: string;
  readonly summary: string;
  readonly settings: object;
}

/** The functions of the control listener for the scenarios of one service. */
export interface ScenarioBoard {
  /** Replaces the scenarios that are on. If `given` is invalid, nothing changes. */
  readonly put: (given: unknown) => ReadResult<readonly ScenarioState[]>;
  readonly on: () => readonly ScenarioState[];
  readonly there: () => readonly ExistingScenario[];
}

export type ScenarioBindings<World> = ServiceEnv<World>['Bindings'];

export interface Board<World> extends ScenarioBoard {
  /** Answers a request, using the scenarios that are on and the service. */
  readonly answer: (
    request: Request,
    entry: RequestEntry,
    service: (bindings: ScenarioBindings<World>) => Response | Promise<Response>,
    reset?: () => void,
  ) => Promise<Response>;
}

interface BoardOptions<World> {
  readonly table: Scenarios<World>;
  readonly plainWorld: World;
  /** The services' clock, ms since the epoch. */
  readonly now: () => number;
  /** A signal that is aborted when the services stop. */
  readonly signal: AbortSignal;
  /** The function with which scenarios wait. Default: they wait in real time. */
  readonly wait?: WaitSeconds | undefined;
}

export function createBoard<World>(options: BoardOptions<World>): Board<World> {
  const { table, plainWorld, now, signal, wait = waitRealSeconds } = options;
  let activeScenarios: readonly ActiveScenario<World>[] = [];

  const scenariosOn = (): readonly ScenarioState[] =>
    activeScenarios.filter(({ left }) => left !== 0).map(activeScenarioState);

  return {
    on: scenariosOn,
    there: () => Object.entries(table).map(([name, scenario]) => describeScenario(name, scenario)),
    put: (given) => {
      const choices = readChoices(table, given);
      if (!choices.ok) return choices;
      activeScenarios = choices.value.map((choice) => ({
        ...choice,
        since: now(),
        dice: randomFrom(choice.seed),
        left: choice.requests,
      }));
      return { ok: true, value: scenariosOn() };
    },
    answer: async (request, entry, service, reset) => {
      const path = pathOf(entry.target);
      const time = now();
      const chosenScenarios = chooseActiveScenarios(activeScenarios, path).map((active) => ({
        active,
        occasion: occasionOf(active, { request, path, now: time, signal, reset, wait }),
      }));
      const actingScenarios = new Set(chosenScenarios.map(({ active }) => active));
      const noteNames = (): void =>
        void (entry.scenarios = [...actingScenarios].map((active) => active.name));
      noteNames();
      try {
        const world = chosenScenarios.reduce(
          (made, { active, occasion }) => active.scenario.world?.(made, occasion) ?? made,
          plainWorld,
        );
        const answeringScenario = chosenScenarios.find(
          ({ active }) => active.scenario.instead !== undefined,
        );
        let answer = await (answeringScenario?.active.scenario.instead?.(
          answeringScenario.occasion,
        ) ?? service({ world, entry }));
        for (const { active, occasion } of chosenScenarios) {
          const { after, world: changes } = active.scenario;
          if (after === undefined) continue;
          const changedAnswer = answer.type === 'error' ? answer : await after(answer, occasion);
          if (changedAnswer === answer && changes === undefined)
            restoreCount(active, actingScenarios);
          answer = changedAnswer;
        }
        noteNames();
        return answer;
      } catch (error) {
        return Response.json(defectBody(error), { status: 500 });
      }
    },
  };
}

/** The error body for a defect in a scenario. */
const defectBody = (error: unknown): object => ({
  error: 'Internal Server Error',
  message: 'Internal Server Error',
  detail: `a scenario failed: ${error instanceof Error ? error.message : String(error)}`,
});

const pathOf = (target: string): string => target.split('?', 1)[0] ?? target;

/** Takes back the count of a request on which the scenario did not act. */
function restoreCount<World>(
  active: ActiveScenario<World>,
  hands: Set<ActiveScenario<World>>,
): void {
  hands.delete(active);
  if (active.left !== null) active.left += 1;
}

/**
 * Chooses the scenarios that act on a request, in their order. If a scenario answers in place of the service, only
 * scenarios that change an answer may act in addition. If that scenario gives no answer, no other scenario acts. The
 * request does not count for a scenario that is excluded for one of these reasons.
 */
function chooseActiveScenarios<World>(
  actives: readonly ActiveScenario<World>[],
  path: string,
): readonly ActiveScenario<World>[] {
  const answeringScenario = actives.find(
    (active) => active.scenario.instead !== undefined && actsOnRequest(active, path),
  );
  return actives.filter((active) => {
    if (active === answeringScenario) return true;
    if (active.scenario.instead !== undefined) return false;
    if (answeringScenario !== undefined && active.scenario.after === undefined) return false;
    if (answeringScenario?.scenario.withoutAnswer === true) return false;
    return actsOnRequest(active, path);
  });
}

/**
 * Whether a scenario acts on a request. Also counts the request if its path matches, even if the scenario's probability
 * then excludes it.
 */
function actsOnRequest<World>(active: ActiveScenario<World>, path: string): boolean {
  if (active.left === 0) return false;
  if (active.path !== null && !path.startsWith(active.path)) return false;
  if (active.scenario.concerns?.test(path) === false) return false;
  if (active.left !== null) active.left -= 1;
  return active.probability >= 1 || active.dice() < active.probability;
}

function occasionOf<World>(
  { since, settings, dice }: ActiveScenario<World>,
  rest: Pick<ScenarioOccasion, 'request' | 'path' | 'now' | 'signal' | 'reset' | 'wait'>,
): ScenarioOccasion {
  // Each request has its own generator, so that concurrent requests do not change the outcome.
  return { ...rest, since, settings, random: randomFrom(dice() * 2 ** 32) };
}

function activeScenarioState<World>(active: ActiveScenario<World>): ScenarioState {
  const { name, left, probability, seed, path, settings } = active;
  return {
    name,
    ...(left === null ? {} : { requests: left }),
    probability,
    seed,
    ...(path === null ? {} : { path }),
    ...settings,
  };
}

function describeScenario(name: string, scenario: DescribedScenario): ExistingScenario {
  const settings = z.toJSONSchema(settingsSchemaOf(scenario), { io: 'input' });
  return { name, summary: scenario.summary, settings };
}

/**
 * Returns random numbers in [0, 1), equal for equal seeds: mulberry32, which is good enough for random choices in
 * tests.
 */
function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), 1 | state);
    mixedBits = (mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), 61 | mixedBits)) ^ mixedBits;
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 2 ** 32;
  };
}
