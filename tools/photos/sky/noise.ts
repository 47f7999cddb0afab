import { randomFrom } from '#embedded/picture/random.ts';

/** A smooth field over the plane, roughly in [-1, 1], with features about one unit apart. */
export type Noise = (x: number, y: number) => number;

const fade = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10);

/** Perlin's gradient noise; the seed shuffles the lattice. */
export function gradientNoise(seed: string): Noise {
  const random = randomFrom(seed);
  const order = Uint8Array.from({ length: 256 }, (_, i) => i);
  for (let i = 255; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const swap = order[i] ?? 0;
    order[i] = order[j] ?? 0;
    order[j] = swap;
  }
  const lattice = new Uint8Array(512);
  lattice.set(order);
  lattice.set(order, 256);
  // 256 directions around the circle: eight show as a grid in smooth clouds.
  const gx = Float32Array.from({ length: 256 }, (_, i) => Math.cos((i * Math.PI) / 128));
  const gy = Float32Array.from({ length: 256 }, (_, i) => Math.sin((i * Math.PI) / 128));

  return (x, y) => {
    const fx = Math.floor(x);
    const fy = Math.floor(y);
    const dx = x - fx;
    const dy = y - fy;
    const left = fx & 255;
    const top = fy & 255;
    const column = lattice[left] ?? 0;
    const next = lattice[left + 1] ?? 0;
    const a = lattice[column + top] ?? 0;
    const b = lattice[next + top] ?? 0;
    const c = lattice[column + top + 1] ?? 0;
    const d = lattice[next + top + 1] ?? 0;
    const u = fade(dx);
    const va = (gx[a] ?? 0) * dx + (gy[a] ?? 0) * dy;
    const vb = (gx[b] ?? 0) * (dx - 1) + (gy[b] ?? 0) * dy;
    const vc = (gx[c] ?? 0) * dx + (gy[c] ?? 0) * (dy - 1);
    const vd = (gx[d] ?? 0) * (dx - 1) + (gy[d] ?? 0) * (dy - 1);
    const upper = va + (vb - va) * u;
    const lower = vc + (vd - vc) * u;
    return (upper + (lower - upper) * fade(dy)) * 1.4;
  };
}

/** Octaves of one noise, each turned and about half as strong as the one before: clouds. */
export function fbm(noise: Noise, x: number, y: number, octaves: number): number {
  let sum = 0;
  let strength = 0.48;
  for (let i = 0; i < octaves; i++) {
    sum += noise(x, y) * strength;
    // Turned by 37° and a little more than doubled, so that lattices never line up.
    const turned = 1.62 * x - 1.22 * y + 17.3;
    y = 1.22 * x + 1.62 * y + 9.1;
    x = turned;
    strength *= 0.55;
  }
  return sum;
}

/** Like fbm, but folded at zero, which gives filaments. In [0, 1], high along the filaments. */
export function ridges(noise: Noise, x: number, y: number, octaves: number): number {
  let sum = 0;
  let strength = 0.5;
  for (let i = 0; i < octaves; i++) {
    const fold = 1 - Math.abs(noise(x, y));
    sum += fold * fold * strength;
    const turned = 1.62 * x - 1.22 * y + 31.7;
    y = 1.22 * x + 1.62 * y + 4.9;
    x = turned;
    strength *= 0.5;
  }
  return sum;
}

/** 0 below `low`, 1 above `high`, smooth between. */
export function smoothstep(low: number, high: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return t * t * (3 - 2 * t);
}
