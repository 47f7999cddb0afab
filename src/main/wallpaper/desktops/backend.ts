import type { z } from 'zod';
import type { WallpaperFailureReason } from '#shared/failure.ts';
import { parseJson } from '#shared/json.ts';
import type { Rect } from '#shared/wallpaper/composition.ts';
import type { Display } from '#platform/windows/display.ts';
import type { WallpaperReach } from '../plan.ts';

export interface ProgramCommand {
  readonly program: string;
  readonly args: readonly string[];
}

/** The pictures to set, and the displays that keep their wallpaper. */
export interface PicturesToSet {
  readonly reach: WallpaperReach;
  /**
   * The primary display first, if it changes. If all displays share one file, the list has one entry, for the primary
   * display.
   */
  readonly pictures: readonly { readonly path: string; readonly display: Display }[];
  /** The displays that keep their wallpaper. */
  readonly kept: readonly Display[];
}

export interface DesktopSetting {
  readonly key: string;
  /** The text in the desktop's format; null removes the setting. */
  readonly value: string | null;
}

/**
 * Describes how to read and write some settings of a desktop: the programs to run and the parsers of their output.
 * Pure. Everything is expressed as settings, so that the same code sets, reads back, records and restores.
 */
export interface SettingsAccess {
  readonly name: string;
  /**
   * Commands that read the desktop's settings before and after each change; the first must succeed. Their outputs
   * are the `answers` below.
   */
  readonly survey: readonly ProgramCommand[];
  /** The present settings of the desktop by key; null if it does not report them. */
  held(answers: readonly string[]): ReadonlyMap<string, string> | null;
  /** Returns the command that writes a setting (null removes it), or null if there is none. */
  write(key: string, value: string | null): ProgramCommand | null;
  /** Keys whose new value the desktop applies but does not report. */
  readonly unreported?: readonly string[];
  /** The setting of a kind of wallpaper that no program can start again: Windows Spotlight. */
  readonly spotlight?: DesktopSetting;
  /** The reason why no setting can be written; null or missing: no such reason is known. */
  refusal?(answers: readonly string[]): WallpaperFailureReason | null;
  /** The reason for the error of a command; undefined: no other reason than that the desktop refused. */
  reasonFor?(error: string): WallpaperFailureReason | undefined;
  /**
   * Writes all settings in order with one command: for a desktop whose program is slow to start, or needs the settings
   * together.
   */
  writeAll?(settings: readonly DesktopSetting[]): ProgramCommand;
}

/** How the wallpaper of one desktop is read and set. */
export interface Backend extends SettingsAccess {
  readonly reach: WallpaperReach;
  /** Whether some displays can change while others keep their wallpaper. */
  readonly canChoose: boolean;
  /** Whether the wallpaper survives a logout. */
  readonly persists: boolean;
  /** The settings to write, in order. Empty if the desktop reports no display. */
  settings(answers: readonly string[], shown: PicturesToSet): readonly DesktopSetting[];
}

/** How the lock screen of one desktop is read and set. */
export interface LockScreen extends SettingsAccess {
  /** The settings to write, in order; empty if this version of the desktop has no setting for the lock screen. */
  settings(answers: readonly string[], path: string): readonly DesktopSetting[];
}

export const programCommand = (program: string, ...args: string[]): ProgramCommand => ({
  program,
  args,
});

/** A display's area in pixels of X11, which has one scale for all displays. */
export const pixelsOf = ({ bounds, scaleFactor }: Display): Rect => ({
  x: bounds.x * scaleFactor,
  y: bounds.y * scaleFactor,
  width: bounds.width * scaleFactor,
  height: bounds.height * scaleFactor,
});

export const pointsOf = ({ bounds }: Display): Rect => bounds;

/** A list that a program printed as JSON; empty if it is malformed. */
export const parseList = <T>(schema: z.ZodType<T>, answer = ''): readonly T[] =>
  schema.array().safeParse(parseJson(answer)).data ?? [];

/** The origin in pixels and the size in points, as Qt reports screens on X11. */
export const pixelOriginOf = ({ bounds, scaleFactor }: Display): Rect => ({
  ...bounds,
  x: bounds.x * scaleFactor,
  y: bounds.y * scaleFactor,
});

type Unit = (display: Display) => Rect;

/** With more screens or displays than this, each screen gets the nearest display that is left. */
const maxMatched = 7;

const distanceOf = (a: Rect, b: Rect): number =>
  Math.abs(a.x - b.x) +
  Math.abs(a.y - b.y) +
  Math.abs(a.width - b.width) +
  Math.abs(a.height - b.height);

interface Match {
  readonly cost: number;
  /** For each area, the index of its display. */
  readonly displays: readonly number[];
}

/**
 * Assigns a display to each area so that the sum of the distances is least. No display is assigned twice while another
 * is left.
 */
function matchAreas(areas: readonly Rect[], displayAreas: readonly Rect[]): Match {
  const isSearched = Math.max(areas.length, displayAreas.length) <= maxMatched;
  const indices = displayAreas.map((_, index) => index);
  const search = (rest: readonly Rect[], free: readonly number[]): Match => {
    const [next, ...later] = rest;
    if (next === undefined) return { cost: 0, displays: [] };
    const costOf = (index: number): number => distanceOf(displayAreas[index] ?? next, next);
    const left = free.length === 0 ? indices : free;
    const [nearest] = left.toSorted((a, b) => costOf(a) - costOf(b));
    const tried = isSearched || nearest === undefined ? left : [nearest];
    const matches = tried.map((index): Match => {
      const remaining = search(
        later,
        free.filter((one) => one !== index),
      );
      return { cost: costOf(index) + remaining.cost, displays: [index, ...remaining.displays] };
    });
    return matches.reduce((best, one) => (one.cost < best.cost ? one : best));
  };
  return search(areas, indices);
}

/**
 * Returns the picture for each area that the desktop reports: that of the display with this place and size. The desktop
 * and Electron round areas, and may use other units: the unit in which all areas fit best is used. Null for a display
 * that keeps its wallpaper.
 */
export function picturesForAreas(
  { pictures, kept }: PicturesToSet,
  areas: readonly Rect[],
  units: readonly Unit[],
): readonly (string | null)[] {
  const candidates = [...pictures, ...kept.map((display) => ({ path: null, display }))];
  if (candidates.length === 0) return areas.map(() => null);
  // Several screens with one area, such as the activities of Plasma or mirrored outputs, show the same display.
  const keyOf = ({ x, y, width, height }: Rect): string => [x, y, width, height].join();
  const distinctAreas = [...new Map(areas.map((area) => [keyOf(area), area])).values()];
  const [best] = units
    .map((unit) =>
      matchAreas(
        distinctAreas,
        candidates.map(({ display }) => unit(display)),
      ),
    )
    .toSorted((a, b) => a.cost - b.cost);
  const paths = new Map(
    distinctAreas.map((area, index) => [
      keyOf(area),
      candidates[best?.displays[index] ?? 0]?.path ?? null,
    ]),
  );
  return areas.map((area) => paths.get(keyOf(area)) ?? null);
}

/**
 * Returns a setting with its picture for each of the desktop's screens; none for the screens that keep their wallpaper.
 */
export function pictureSettings(
  shown: PicturesToSet,
  screens: readonly { readonly key: string; readonly area: Rect }[],
  ...units: readonly Unit[]
): DesktopSetting[] {
  const areas = screens.map(({ area }) => area);
  const paths = picturesForAreas(shown, areas, units);
  return screens.flatMap(({ key }, index) => {
    const value = paths[index] ?? null;
    return value === null ? [] : [{ key, value }];
  });
}

/** The path of the first picture to set, which is that of the primary display if that display changes; '' if none. */
export const firstPicture = ({ pictures }: PicturesToSet): string => pictures[0]?.path ?? '';

export const listMonitors = programCommand('xrandr', '--listactivemonitors');

export type Monitor = ReturnType<typeof parseMonitors>[number];

/**
 * Parses lines such as ` 0: +*DP-2 1920/518x1080/324+0+0  DP-2`; sizes are pixels/millimetres. Areas are in pixels.
 * `name` is the first output of the monitor. A monitor that the user defined by `xrandr --setmonitor` may have several
 * outputs, or none: its name is then empty.
 */
export function parseMonitors(answer: string) {
  return [
    ...answer.matchAll(/^ \d+: \S+ (\d+)\/\d+x(\d+)\/\d+([+-]\d+)([+-]\d+)(?: +(\S*).*)?$/gm),
  ].map(([, width, height, x, y, name = '']) => ({
    name,
    area: { x: Number(x), y: Number(y), width: Number(width), height: Number(height) },
  }));
}
