/** Tolerance in seconds: the station moves 8 m in that time. */
const toleranceSeconds = 0.001;

/**
 * The root of `f` between `a` and `b`, to 1 ms: regula falsi in the Illinois variant (Dowell and Jarratt, "A modified
 * regula falsi method", BIT 11, 1971). This variant halves the value of `f` at an end that was kept twice in a row. `f`
 * must change its sign.
 */
export function findZero(f: (t: number) => number, a: number, b: number): number {
  let [left, right, atLeft, atRight] = [a, b, f(a), f(b)];
  let lastMoved = 0;
  for (let round = 0; round < 60 && right - left > toleranceSeconds; round++) {
    const t = (left * atRight - right * atLeft) / (atRight - atLeft);
    const value = f(t);
    if (value === 0) return t;
    if (value > 0 === atRight > 0) {
      if (right - t < toleranceSeconds) return t;
      [right, atRight] = [t, value];
      if (lastMoved === -1) atLeft /= 2;
      lastMoved = -1;
    } else {
      if (t - left < toleranceSeconds) return t;
      [left, atLeft] = [t, value];
      if (lastMoved === 1) atRight /= 2;
      lastMoved = 1;
    }
  }
  return (left + right) / 2;
}

/** The time between `a` and `b` at which `holds` changes, to 1 ms, by bisection. `holds` must change exactly once. */
export function timeOfChange(holds: (t: number) => boolean, a: number, b: number): number {
  let [left, right] = [a, b];
  const holdsAtLeft = holds(left);
  while (right - left > toleranceSeconds) {
    const middle = (left + right) / 2;
    if (holds(middle) === holdsAtLeft) left = middle;
    else right = middle;
  }
  return (left + right) / 2;
}

const goldenRatio = (Math.sqrt(5) - 1) / 2;

/**
 * The maximum of `f` between `a` and `b`, to 10 ms, for an `f` that rises and then falls: golden-section search
 * (Kiefer, 1953). The elevation near the zenith has a sharp peak, for which parabolic interpolation fails.
 */
export function findMaximum(f: (t: number) => number, a: number, b: number): number {
  let [left, right] = [a, b];
  let [p, q] = [right - goldenRatio * (right - left), left + goldenRatio * (right - left)];
  let [atP, atQ] = [f(p), f(q)];
  while (right - left > 10 * toleranceSeconds) {
    if (atP < atQ) {
      [left, p, atP] = [p, q, atQ];
      q = left + goldenRatio * (right - left);
      atQ = f(q);
    } else {
      [right, q, atQ] = [q, p, atP];
      p = right - goldenRatio * (right - left);
      atP = f(p);
    }
  }
  return (left + right) / 2;
}

/** An interval of time, Unix seconds. */
export interface TimeInterval {
  readonly from: number;
  readonly to: number;
}

/**
 * The intervals between two times in which `holds` is true, to 1 ms. An interval shorter than `step` (seconds) may be
 * missed.
 */
export function intervalsWhere(
  holds: (t: number) => boolean,
  from: number,
  to: number,
  step: number,
): TimeInterval[] {
  const stretches: TimeInterval[] = [];
  const count = Math.max(1, Math.ceil((to - from) / step));
  let beganAt = holds(from) ? from : null;
  let lastTime = from;
  for (let k = 1; k <= count; k += 1) {
    const t = k === count ? to : from + ((to - from) * k) / count;
    const holdsNow = holds(t);
    if (holdsNow && beganAt === null) beganAt = timeOfChange(holds, lastTime, t);
    if (!holdsNow && beganAt !== null) {
      stretches.push({ from: beganAt, to: timeOfChange(holds, lastTime, t) });
      beganAt = null;
    }
    lastTime = t;
  }
  if (beganAt !== null) stretches.push({ from: beganAt, to });
  return stretches;
}
