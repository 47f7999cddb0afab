const dayMs = 86_400_000;
/** 2000-01-01 12:00, from which the formulas count days. */
const j2000 = Date.UTC(2000, 0, 1, 12);

const turn = (degrees: number): number => ((degrees % 360) + 360) % 360;
const sin = (degrees: number): number => Math.sin((degrees * Math.PI) / 180);
const cos = (degrees: number): number => Math.cos((degrees * Math.PI) / 180);

export interface Moon {
  readonly phase: string;
  /** Part of the disc that is lit, in [0, 1]; good to about 0.01. */
  readonly lit: number;
}

/** The Moon at a time (ms since the epoch). Meeus, Astronomical Algorithms, chapters 47 and 48. */
export function moonAt(time: number): Moon {
  const centuries = (time - j2000) / dayMs / 36_525;
  const elongation = turn(297.8501921 + 445_267.1114034 * centuries);
  const sunAnomaly = turn(357.5291092 + 35_999.0502909 * centuries);
  const moonAnomaly = turn(134.9633964 + 477_198.8675055 * centuries);
  const correction =
    6.289 * sin(moonAnomaly) -
    2.1 * sin(sunAnomaly) +
    1.274 * sin(2 * elongation - moonAnomaly) +
    0.658 * sin(2 * elongation) +
    0.214 * sin(2 * moonAnomaly) +
    0.11 * sin(elongation);
  const angle = turn(elongation + correction);
  return { phase: phaseName(angle), lit: (1 - cos(angle)) / 2 };
}

/** An octant for each name would call a Moon of 85 % full: the four moments get ± 8°, about 16 h. */
function phaseName(angle: number): string {
  const near = (target: number): boolean => Math.abs(turn(angle - target + 180) - 180) < 8;
  if (near(0)) return 'new';
  if (near(90)) return 'at first quarter';
  if (near(180)) return 'full';
  if (near(270)) return 'at last quarter';
  if (angle < 90) return 'a waxing crescent';
  if (angle < 180) return 'waxing gibbous';
  if (angle < 270) return 'waning gibbous';
  return 'a waning crescent';
}

/** Mean sidereal time at Greenwich, hours. At local midnight any place has nearly the same. */
export function siderealHours(time: number): number {
  return turn(280.46061837 + (360.98564736629 * (time - j2000)) / dayMs) / 15;
}

/** Constellations that pass high over mid-northern places, by the right ascension of their middle. */
const constellations: readonly (readonly [name: string, hours: number])[] = [
  ['Andromeda', 0.8],
  ['Triangulum', 2.2],
  ['Perseus', 3.2],
  ['Taurus', 4.7],
  ['Orion', 5.6],
  ['Gemini', 7.1],
  ['Cancer', 8.6],
  ['Leo', 10.7],
  ['Ursa Major', 11.3],
  ['Coma Berenices', 12.8],
  ['Boötes', 14.7],
  ['Corona Borealis', 15.8],
  ['Hercules', 17.4],
  ['Lyra', 18.8],
  ['Cygnus', 20.6],
  ['Pegasus', 22.7],
];

/** The constellation nearest to the meridian at a sidereal time (hours). */
export function onMeridian(hours: number): string {
  const distance = (ra: number): number => Math.abs(turn((ra - hours) * 15 + 180) - 180);
  const nearest = constellations.reduce((a, b) => (distance(b[1]) < distance(a[1]) ? b : a));
  return nearest[0];
}
