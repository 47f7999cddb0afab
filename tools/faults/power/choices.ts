import { sectorsOf, type PendingEffect, type EffectFate, type DiskMode } from './disk.ts';

/**
 * For each pending effect, what a power cut does to it (its fate). Together, the fates determine the content of the
 * disk after the cut (the image).
 */
export type FateChoice = readonly EffectFate[];

/**
 * The number of different images that a power cut can leave, depending on which pending effects are lost; at most
 * `enough`.
 */
export function imageVarietyOf(pending: readonly PendingEffect[], enough: number): number {
  let variety = 1;
  for (const effect of pending) {
    // An effect is either lost or complete. In a write, each sector may also be lost on its own.
    variety *= effect.kind === 'write' ? 1 + 2 ** Math.min(sectorsOf(effect), 10) : 2;
    if (variety >= enough) return enough;
  }
  return variety;
}

const isName = ({ kind }: PendingEffect): boolean => kind === 'names';

/**
 * Yields up to `count` different combinations of fates for the pending effects of a power cut. The combinations that
 * most often reveal faults in programs come first, random combinations follow.
 */
export function* choicesOf(
  pending: readonly PendingEffect[],
  mode: DiskMode,
  count: number,
  random: () => number,
): Generator<FateChoice> {
  const fingerprints = new Set<string>();
  let left = count;
  let misses = 0;
  for (const drawn of drawChoices(pending, mode, random)) {
    if (left === 0 || misses === maxDraws) return;
    const choice = mode === 'ext4' ? applyNameOrder(pending, drawn) : drawn;
    const key = choice.map((fate) => (typeof fate === 'string' ? fate[0] : fate.join(''))).join();
    if (fingerprints.has(key)) {
      misses += 1;
      continue;
    }
    fingerprints.add(key);
    misses = 0;
    left -= 1;
    yield choice;
  }
}

/** After this many draws without a new choice, probably no new choice exists. */
const maxDraws = 30;

/** Applies the order of ext4: if one change of a name is lost, all later changes of names are lost. */
function applyNameOrder(pending: readonly PendingEffect[], choice: FateChoice): FateChoice {
  const first = pending.findIndex((effect, index) => isName(effect) && choice[index] === 'lost');
  if (first < 0) return choice;
  return choice.map((fate, index) =>
    index > first && pending[index]?.kind === 'names' ? 'lost' : fate,
  );
}

function* drawChoices(
  pending: readonly PendingEffect[],
  mode: DiskMode,
  random: () => number,
): Generator<FateChoice, never> {
  const each = (fate: (effect: PendingEffect, index: number) => EffectFate): FateChoice =>
    pending.map(fate);
  const last = pending.length - 1;
  // If nothing is lost, the image is the same in both modes, so this choice is made in one mode only.
  if (mode === 'strict') yield each(() => 'whole');
  yield each(() => 'lost');
  const torn = (isWritten: (sector: number, sectors: number) => boolean): FateChoice =>
    each((effect, index) =>
      index === last && effect.kind === 'write' ? sectorMask(effect, isWritten) : 'whole',
    );
  yield torn((sector, sectors) => sector < sectors / 2);
  yield randomChoice(pending, mode, random);
  yield torn((sector, sectors) => sector >= sectors / 2);
  // The first of these choices renames files although their data were not written. Another one writes data although the
  // renames are lost.
  yield each((effect) => (isName(effect) ? 'whole' : 'lost'));
  yield randomChoice(pending, mode, random);
  yield each((effect) => (isName(effect) ? 'lost' : 'whole'));
  if (mode === 'strict') yield each((effect) => (isName(effect) ? 'whole' : 'length'));
  yield each((_, index) => (index === last ? 'lost' : 'whole'));
  yield each((_, index) => (index === last ? 'whole' : 'lost'));
  yield torn((sector) => sector % 2 === 0);
  for (;;) yield randomChoice(pending, mode, random);
}

function randomChoice(
  pending: readonly PendingEffect[],
  mode: DiskMode,
  random: () => number,
): FateChoice {
  // In half of the choices any effect may be lost; in the other half only effects after a random position may be lost.
  const from = random() < 0.5 ? 0 : Math.floor(random() * pending.length);
  const share = [0.2, 0.5, 0.8][Math.floor(random() * 3)] ?? 0.5;
  return pending.map((effect, index) => {
    if (index < from || random() < share) return 'whole';
    if (effect.kind !== 'write') return 'lost';
    if (mode === 'strict' && random() < 0.2) return 'length';
    return random() < 0.5 ? 'lost' : sectorMask(effect, () => random() < 0.5);
  });
}

const sectorMask = (
  effect: Extract<PendingEffect, { kind: 'write' }>,
  isWritten: (sector: number, sectors: number) => boolean,
): Uint8Array => {
  const sectors = sectorsOf(effect);
  return Uint8Array.from({ length: sectors }, (_, sector) => (isWritten(sector, sectors) ? 1 : 0));
};
