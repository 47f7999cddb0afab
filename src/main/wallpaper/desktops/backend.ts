import type { Rect } from '#shared/wallpaper/composition.ts';
import type { Display } from '#platform/windows/display.ts';
import type { Reach } from '../plan.ts';

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
}

/** What the desktop is to show. */
export interface Shown {
  readonly reach: Reach;
  /** The primary display's first. Where all share one file, it stands here once, with the primary display. */
  readonly pictures: readonly { readonly path: string; readonly display: Display }[];
  /** The displays that keep what they show. */
  readonly kept: readonly Display[];
}

export interface Setting {
  readonly key: string;
  /** As the desktop prints it. */
  readonly value: string;
}

/** Settings by their keys; null stands for one that is taken away. */
export type Values = readonly (readonly [key: string, value: string | null])[];

/**
 * How one desktop is told: which programs to run, and how to understand what they print. All of it pure. What
 * changes hands are settings, so that the same words read back, remember and restore.
 */
export interface Backend {
  readonly name: string;
  readonly reach: Reach;
  /** Whether some displays can change while the others keep what they show. */
  readonly canChoose: boolean;
  /** Whether it is still there after the next login. */
  readonly persists: boolean;
  /** Asked before each change and after it; the first must succeed. Their outputs are the `answers` below. */
  readonly survey: readonly Command[];
  /** The settings that the desktop has now, by key; null where it says nothing of them. */
  held(answers: readonly string[]): ReadonlyMap<string, string> | null;
  /** What must be set to show it, in this order. Nothing where the desktop names nothing to set it on. */
  settings(answers: readonly string[], shown: Shown): readonly Setting[];
  /** Writes a setting; null takes it away. Gives null where that cannot be done. */
  write(key: string, value: string | null): Command | null;
  /** Writes all of them, in this order, in one run: for a desktop whose program takes seconds to begin. */
  writeAll?(values: Values): Command;
}

export const command = (program: string, ...args: string[]): Command => ({ program, args });

/** A display's area in pixels, as X11 counts them: it has one scale for all. */
export const pixelsOf = ({ bounds, scaleFactor }: Display): Rect => ({
  x: bounds.x * scaleFactor,
  y: bounds.y * scaleFactor,
  width: bounds.width * scaleFactor,
  height: bounds.height * scaleFactor,
});

export const pointsOf = ({ bounds }: Display): Rect => bounds;

/**
 * The picture made for the display that lies where the desktop says `area` is; the nearest, since both round. Null
 * where that display keeps what it shows.
 */
export function pictureFor(
  { pictures, kept }: Shown,
  area: Rect,
  areaOf: (display: Display) => Rect,
): string | null {
  const distance = (display: Display): number => {
    const { x, y, width, height } = areaOf(display);
    return (
      Math.abs(x - area.x) +
      Math.abs(y - area.y) +
      Math.abs(width - area.width) +
      Math.abs(height - area.height)
    );
  };
  const all = [...pictures, ...kept.map((display) => ({ path: null, display }))];
  const [nearest] = all.toSorted((a, b) => distance(a.display) - distance(b.display));
  return nearest?.path ?? null;
}

/** The primary display's. */
export const firstPicture = ({ pictures }: Shown): string => pictures[0]?.path ?? '';
