import type { Rect } from '#shared/wallpaper/composition.ts';
import { command } from './backend.ts';

export interface Monitor {
  readonly name: string;
  /** In pixels. */
  readonly area: Rect;
}

export const listMonitors = command('xrandr', '--listactivemonitors');

/** Reads lines such as ` 0: +*DP-2 1920/518x1080/324+0+0  DP-2`; sizes are pixels/millimetres. */
export function parseMonitors(answer: string): Monitor[] {
  return [...answer.matchAll(/^ \d+: \S+ (\d+)\/\d+x(\d+)\/\d+([+-]\d+)([+-]\d+) {2}(\S+)$/gm)].map(
    ([, width, height, x, y, name = '']) => ({
      name,
      area: { x: Number(x), y: Number(y), width: Number(width), height: Number(height) },
    }),
  );
}
