import type { Failure } from '#shared/failure.ts';
import type { ProviderName } from '#shared/picture/picture.ts';
import type { StoredPictureState } from '../picture-state-store.ts';
import { closed, isResting } from './circuit.ts';

/** How a provider stands now. */
export interface Standing {
  readonly name: ProviderName;
  /** What it failed with last, until it answers again. */
  readonly failure: Failure | null;
  /** When that was, milliseconds since the Unix epoch; null where it is not known. */
  readonly failedAt: number | null;
  /** Milliseconds since the Unix epoch; null when it may be asked. */
  readonly restsUntil: number | null;
  /** The rest is the service's own wish: not even a person may break it. */
  readonly bound: boolean;
  /** When it answered last, milliseconds since the Unix epoch; null where it never did. */
  readonly answeredAt: number | null;
}

/** The window of a key's quota. */
const windowMs = 3600_000;

/**
 * Pure. Only the legacy service has a key, and with it a quota.
 *
 * @param reserve how much of the quota is not to be touched
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
 * Whom to ask, in this order. When all rest, the one whose rest ends first, unless the services themselves
 * want to be left alone: then nobody, for the reason in `refused`. Pure.
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

/** When one of them may be asked again; null: now. */
export function earliest(standing: readonly Standing[]): { at: number | null; bound: boolean } {
  if (standing.some(({ restsUntil }) => restsUntil === null)) return { at: null, bound: false };
  const next = firstToEnd(standing);
  return { at: next?.restsUntil ?? null, bound: standing.every(({ bound }) => bound) };
}

const firstToEnd = (standing: readonly Standing[]): Standing | null =>
  [...standing].sort((a, b) => (a.restsUntil ?? 0) - (b.restsUntil ?? 0))[0] ?? null;
