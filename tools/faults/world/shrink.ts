/**
 * Removes steps as long as the remaining steps still fail: delta debugging (Zeller and Hildebrandt 2002, "Simplifying
 * and isolating failure-inducing input", ddmin). No single step of the result can be removed.
 */
export async function shrinkSchedule<T>(
  steps: readonly T[],
  fails: (steps: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let left = steps;
  for (let size = Math.ceil(left.length / 2); size >= 1;) {
    let isSmaller = false;
    for (let from = 0; from < left.length;) {
      const fewer = left.toSpliced(from, size);
      if (await fails(fewer)) {
        left = fewer;
        isSmaller = true;
      } else from += size;
    }
    if (size === 1 && !isSmaller) break;
    size = Math.max(Math.floor(size / 2), 1);
  }
  return left;
}
