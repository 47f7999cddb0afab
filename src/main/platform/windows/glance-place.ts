import type { Point, Rectangle } from 'electron';
import {
  centreOf,
  containsPoint,
  distanceToArea,
  moveIntoArea,
  roundedBounds,
  type Screen,
} from './bounds.ts';

const glanceSize = { width: 380, height: 560 } as const;

/** The distance between the glance and the edges of the work area, in device-independent pixels. */
const edgeGap = 8;

/** The place of a click on the tray icon, as far as the platform reports it. */
interface ClickPlace {
  /** The tray icon; null or without a size if the platform does not report it (Linux). */
  readonly tray: Rectangle | null;
  /** The pointer; null if the platform does not report it (Wayland). */
  readonly cursor: Point | null;
}

type Edge = 'top' | 'bottom' | 'left' | 'right';

/**
 * The place of the glance: beside the tray icon, if its place is known. Otherwise at the pointer, if the pointer is on
 * a panel, because the user has just clicked there. Otherwise in a corner of the pointer's display, at the end of the
 * display's panel.
 *
 * @param screens the current displays, the primary first; at least one
 */
export function placeGlance({ tray, cursor }: ClickPlace, screens: readonly Screen[]): Rectangle {
  const iconBounds = tray !== null && tray.width > 0 && tray.height > 0 ? tray : null;
  const screen = screenAt(iconBounds === null ? cursor : centreOf(iconBounds), screens);
  const { workArea } = screen;
  const innerArea = {
    x: workArea.x + edgeGap,
    y: workArea.y + edgeGap,
    width: Math.max(workArea.width - 2 * edgeGap, 1),
    height: Math.max(workArea.height - 2 * edgeGap, 1),
  };
  const anchor = iconBounds ?? pointerOnPanel(cursor, screen);
  const wishedPoint = anchor === null ? trayCornerOf(screen) : positionBeside(anchor, screen);
  return roundedBounds(moveIntoArea({ ...wishedPoint, ...glanceSize }, innerArea));
}

/** The place of the pointer, if it is on a panel (inside the display but outside the work area); otherwise null. */
function pointerOnPanel(cursor: Point | null, { bounds, workArea }: Screen): Rectangle | null {
  if (cursor === null || !containsPoint(bounds, cursor) || containsPoint(workArea, cursor))
    return null;
  return { ...cursor, width: 0, height: 0 };
}

/**
 * The position of the glance centred beside `anchor`, on the side that faces away from the nearest edge of the display.
 */
function positionBeside(anchor: Rectangle, { bounds }: Screen): Point {
  const centre = centreOf(anchor);
  const { width, height } = glanceSize;
  switch (nearestEdge(centre, bounds)) {
    case 'top':
      return { x: centre.x - width / 2, y: anchor.y + anchor.height };
    case 'bottom':
      return { x: centre.x - width / 2, y: anchor.y - height };
    case 'left':
      return { x: anchor.x + anchor.width, y: centre.y - height / 2 };
    case 'right':
      return { x: anchor.x - width, y: centre.y - height / 2 };
  }
}

/** The corner at the right or lower end of the panel, where the tray is; without a panel, the upper right corner. */
function trayCornerOf(screen: Screen): Point {
  const { x, y, width, height } = screen.workArea;
  const panel = widestPanelEdge(screen);
  return {
    x: panel === 'left' ? x : x + width,
    y: panel === 'top' ? y : y + height,
  };
}

/** The edge with the widest panel; `top` if there is no panel. */
function widestPanelEdge({ bounds, workArea }: Screen): Edge {
  const panelWidths: [Edge, number][] = [
    ['top', workArea.y - bounds.y],
    ['bottom', bounds.y + bounds.height - (workArea.y + workArea.height)],
    ['left', workArea.x - bounds.x],
    ['right', bounds.x + bounds.width - (workArea.x + workArea.width)],
  ];
  return panelWidths.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 'top';
}

function nearestEdge({ x, y }: Point, area: Rectangle): Edge {
  const edgeDistances: [Edge, number][] = [
    ['top', y - area.y],
    ['bottom', area.y + area.height - y],
    ['left', x - area.x],
    ['right', area.x + area.width - x],
  ];
  return edgeDistances.toSorted(([, a], [, b]) => a - b)[0]?.[0] ?? 'top';
}

function screenAt(point: Point | null, screens: readonly Screen[]): Screen {
  const fallbackBounds = { x: 0, y: 0, width: 1280, height: 720 };
  const [primary = { bounds: fallbackBounds, workArea: fallbackBounds }] = screens;
  if (point === null) return primary;
  return screens.reduce(
    (best, next) =>
      distanceToArea(point, next.bounds) < distanceToArea(point, best.bounds) ? next : best,
    primary,
  );
}
