/** What was made for the last keys, and what makes it for others. */
export type Remember<T> = (key: string, make: () => T) => T;

/** Longer keys are not remembered: what is kept stays small. */
const longestKey = 256;

/** Remembers up to so many; then it forgets all and begins anew. */
export function createMemory<T>(most: number): Remember<T> {
  const known = new Map<string, T>();
  return (key, make) => {
    const old = known.get(key);
    if (old !== undefined) return old;
    const made = make();
    if (known.size >= most) known.clear();
    if (key.length <= longestKey) known.set(key, made);
    return made;
  };
}
