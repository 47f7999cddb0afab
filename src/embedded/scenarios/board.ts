import { z } from 'zod';
import type { RequestEntry } from '../request-log.ts';
import { type Choice, type Described, type Read, readChoices, settingsOf } from './choice.ts';
import type { Occasion, Scenario, Scenarios, ServiceEnv } from './definition.ts';

/** A scenario that is on. */
interface Active<World> extends Choice<Scenario<World>> {
  readonly since: number;
  readonly dice: () => number;
  /** Requests that it still holds for; null without end. */
  left: number | null;
  /** Requests in its hands, of which some may turn out to be none of its business. */
  pending: number;
}

/** A scenario that is on, in the words that put it on; `requests` is what is left of them. */
export type ScenarioOn = Readonly<Record<string, unknown>> & { readonly name: string };

/** A scenario that there is, with what can be set on it as JSON Schema. */
export interface ScenarioThere {
  readonly name: string;
  readonly summary: string;
  readonly settings: object;
}

/** The scenarios of one service, whatever its world: what the control listener needs. */
export interface ScenarioBoard {
  /** Takes off what is on, and puts on what is given; or leaves all as it is and says what is wrong. */
  readonly put: (given: unknown) => Read<readonly ScenarioOn[]>;
  readonly on: () => readonly ScenarioOn[];
  readonly there: () => readonly ScenarioThere[];
}

export type Bindings<World> = ServiceEnv<World>['Bindings'];

export interface Board<World> extends ScenarioBoard {
  /** Whether no scenario is on, so that there is nothing to do for a request. */
  readonly isIdle: () => boolean;
  /** Has a request answered by scenarios and service. */
  readonly answer: (
    request: Request,
    entry: RequestEntry,
    service: (bindings: Bindings<World>) => Response | Promise<Response>,
    reset?: () => void,
  ) => Promise<Response>;
}

export interface BoardOptions<World> {
  readonly table: Scenarios<World>;
  readonly plainWorld: World;
  /** The services' clock, ms since the epoch. */
  readonly now: () => number;
  /** Aborted when the services stop. */
  readonly signal: AbortSignal;
}

export function createBoard<World>(options: BoardOptions<World>): Board<World> {
  const { table, plainWorld, now, signal } = options;
  let actives: readonly Active<World>[] = [];

  const on = (): readonly ScenarioOn[] => actives.filter(({ left }) => left !== 0).map(inWords);

  /** Takes off what has held for all of its requests. */
  const prune = (): void => {
    if (actives.some(isSpent)) actives = actives.filter((active) => !isSpent(active));
  };

  return {
    isIdle: () => actives.length === 0,
    on,
    there: () => Object.entries(table).map(([name, scenario]) => described(name, scenario)),
    put: (given) => {
      const choices = readChoices(table, given);
      if (!choices.ok) return choices;
      actives = choices.value.map((choice) => ({
        ...choice,
        since: now(),
        dice: randomFrom(choice.seed),
        left: choice.requests,
        pending: 0,
      }));
      return { ok: true, value: on() };
    },
    answer: async (request, entry, service, reset) => {
      const path = pathOf(entry.target);
      const time = now();
      const chosen = choose(actives, path).map((active) => ({
        active,
        occasion: occasionOf(active, { request, path, now: time, signal, reset }),
      }));
      const hands = new Set(chosen.map(({ active }) => active));
      const name = (): void => void (entry.scenarios = [...hands].map((active) => active.name));
      name();
      try {
        const world = chosen.reduce(
          (made, { active, occasion }) => active.scenario.world?.(made, occasion) ?? made,
          plainWorld,
        );
        const first = chosen.find(({ active }) => active.scenario.instead !== undefined);
        let answer = await (first?.active.scenario.instead?.(first.occasion) ??
          service({ world, entry }));
        for (const { active, occasion } of chosen) {
          const { after, world: changes } = active.scenario;
          if (after === undefined) continue;
          const changed = answer.type === 'error' ? answer : await after(answer, occasion);
          if (changed === answer && changes === undefined) spare(active, hands);
          answer = changed;
        }
        name();
        return answer;
      } catch (error) {
        return Response.json(defect(error), { status: 500 });
      } finally {
        for (const { active } of chosen) active.pending -= 1;
        prune();
      }
    },
  };
}

/** What a scenario that fails by itself is answered with, in the services' words. */
const defect = (error: unknown): object => ({
  error: 'Internal Server Error',
  message: 'Internal Server Error',
  detail: `a scenario failed: ${error instanceof Error ? error.message : String(error)}`,
});

/** The path of a target, without its query. */
const pathOf = (target: string): string => target.split('?', 1)[0] ?? target;

const isSpent = ({ left, pending }: { left: number | null; pending: number }): boolean =>
  left === 0 && pending === 0;

/** The request was none of its business after all: it does not count. */
function spare<World>(active: Active<World>, hands: Set<Active<World>>): void {
  hands.delete(active);
  if (active.left !== null) active.left += 1;
}

/**
 * Who acts on a request, in their order. The first that answers in place of the service keeps it from
 * those that would answer too, and from those that act on the service's world: it does not count for them.
 */
function choose<World>(actives: readonly Active<World>[], path: string): readonly Active<World>[] {
  const answers = actives.find(
    (active) => active.scenario.instead !== undefined && acts(active, path),
  );
  return actives.filter((active) => {
    if (active === answers) return true;
    if (active.scenario.instead !== undefined) return false;
    if (answers !== undefined && active.scenario.after === undefined) return false;
    return acts(active, path);
  });
}

/** Whether the request is its business; if so it counts, and then the dice have the last word. */
function acts<World>(active: Active<World>, path: string): boolean {
  if (active.left === 0) return false;
  if (active.path !== null && !path.startsWith(active.path)) return false;
  if (active.scenario.concerns?.test(path) === false) return false;
  if (active.left !== null) active.left -= 1;
  if (active.probability < 1 && active.dice() >= active.probability) return false;
  active.pending += 1;
  return true;
}

function occasionOf<World>(
  { since, settings, dice }: Active<World>,
  rest: Pick<Occasion, 'request' | 'path' | 'now' | 'signal' | 'reset'>,
): Occasion {
  // Dice of its own: what else is under way must not change how it falls out.
  return { ...rest, since, settings, random: randomFrom(dice() * 2 ** 32) };
}

function inWords<World>(active: Active<World>): ScenarioOn {
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

function described(name: string, scenario: Described): ScenarioThere {
  const settings = z.toJSONSchema(settingsOf(scenario), { io: 'input' });
  return { name, summary: scenario.summary, settings };
}

/** Numbers in [0, 1), the same ones for the same seed: mulberry32, which is enough to throw dice with. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
