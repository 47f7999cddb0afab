import type { Failure } from '#shared/failure.ts';
import type { ProviderName } from '#shared/picture/picture.ts';
import type { StoredPictureState } from '../picture-state-store.ts';
import { closed, isResting } from './circuit.ts';

/** The present status of a provider. */
export interface Standing {
  readonly name: ProviderName;
  /** The last failure, until the provider answers again. */
  readonly failure: Failure | null;
  /** The time of that failure, milliseconds since the Unix epoch; null if unknown. */
  readonly failedAt: number | null;
  /** Not asked before this time, milliseconds since the Unix epoch; null if it may be asked now. */
  readonly restsUntil: number | null;
  /** The service set `restsUntil`: not even the person may have it asked earlier. */
  readonly bound: boolean;
  /** The time of its last answer, milliseconds since the Unix epoch; null if there was none. */
  readonly answeredAt: number | null;
}

/** The window of a key's quota. */
const windowMs = 3600_000;

/**
 * Pure. Only the legacy service has a key, and with it a quota.
 *
 * @param reserve the number of requests of the quota that must stay unused
 */
export function standingOf(
  name: ProviderName,
  { circuits, quota }: Pick<StoredPictureState, 'circuits' | 'quota'>,
  now: number,
  reserve = 0,
): Standing {
  const circuit = circuits[name] ?? closed;
  const { answeredAt, failedAt } = circuit;
  if (isResting(circuit, now)) {
    const { failure, restsUntil, bound } = circuit;
    return { name, failure, failedAt, restsUntil, bound, answeredAt };
  }
  const spentUntil = (quota?.at ?? 0) + windowMs;
  const isSpent =
    name === 'legacy' &&
    quota !== null &&
    quota.remaining <= reserve &&
    spentUntil > now &&
    quota.at <= now;
  return isSpent
    ? {
        name,
        failure: { kind: 'quota', retryAt: spentUntil },
        failedAt: quota.at,
        restsUntil: spentUntil,
        bound: true,
        answeredAt,
      }
    : { name, failure: circuit.failure, failedAt, restsUntil: null, bound: false, answeredAt };
}

/**
 * Returns the providers to ask, in order. If all rest, returns the one whose rest ends first, unless the services
 * set the rests themselves: then none, and `refused` says why. Pure.
 */
export function choose<S extends { readonly name: ProviderName }>(
  sources: readonly S[],
  standing: readonly Standing[],
): { readonly asked: readonly S[]; readonly refused: Failure | null } {
  const open = sources.filter((_, index) => standing[index]?.restsUntil === null);
  if (open.length > 0) return { asked: open, refused: null };
  const breakable = standing.filter(({ bound }) => !bound);
  const next = firstToEnd(breakable);
  if (next === null) return { asked: [], refused: firstToEnd(standing)?.failure ?? null };
  return { asked: sources.filter(({ name }) => name === next.name), refused: null };
}

/** The earliest time at which one of them may be asked; null: now. */
export function earliest(standing: readonly Standing[]): { at: number | null; bound: boolean } {
  if (standing.some(({ restsUntil }) => restsUntil === null)) return { at: null, bound: false };
  const next = firstToEnd(standing);
  return { at: next?.restsUntil ?? null, bound: standing.every(({ bound }) => bound) };
}

const firstToEnd = (standing: readonly Standing[]): Standing | null =>
  [...standing].sort((a, b) => (a.restsUntil ?? 0) - (b.restsUntil ?? 0))[0] ?? null;
