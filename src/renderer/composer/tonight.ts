import type { PassDrawing, TonightDrawing } from '#shared/wallpaper/composition.ts';
import { drawGround, captionLines, groundPadding, writeLines } from './caption.ts';

type CanvasContext = OffscreenCanvasRenderingContext2D;

/** Radius of the half of the sky, in font sizes. */
const skyRadius = 6.5;
const fontFamily = 'system-ui, sans-serif';

/**
 * Draws the pass into its corner: times and directions as text, and its path across the half of the sky in which it is
 * visible.
 */
export function drawTonight(context: CanvasContext, tonight: TonightDrawing): void {
  const { pass, area, fontSize } = tonight;
  const { side, above } = groundPadding(fontSize);
  const skySize = { width: 2 * skyRadius * fontSize, height: (skyRadius + 1.2) * fontSize };
  const lines = captionLines(context, { ...pass, fontSize }, area.width - 2 * side);
  const textHeight = lines.reduce((sum, line) => sum + line.height, 0);
  const contentWidth = Math.min(
    Math.max(skySize.width, ...lines.map((line) => line.width)),
    area.width - 2 * side,
  );
  // Without room for the chart, draw only the text.
  const isDrawn =
    skySize.width <= contentWidth && textHeight + skySize.height + 3 * above <= area.height;
  const width = Math.ceil(contentWidth + 2 * side);
  const height = Math.ceil(textHeight + 2 * above + (isDrawn ? skySize.height + above : 0));
  const { x, y } = drawGround(context, { width, height }, tonight);
  const textBottom = writeLines(context, lines, x + side, y + above);
  if (isDrawn) {
    const middle = { x: x + width / 2, y: textBottom + above + skyRadius * fontSize };
    drawSky(context, pass, middle, fontSize);
  }
}

/**
 * Draws the half of the sky in orthographic projection: elevations are horizontal lines. `middle` is the middle of the
 * horizon.
 */
function drawSky(
  context: CanvasContext,
  { directions, path, seen }: PassDrawing,
  middle: { readonly x: number; readonly y: number },
  fontSize: number,
): void {
  const r = skyRadius * fontSize;
  context.save();
  context.translate(middle.x, middle.y);
  context.lineCap = 'round';
  context.lineJoin = 'round';

  context.strokeStyle = 'rgb(255 255 255 / 0.6)';
  context.lineWidth = Math.max(1, fontSize / 14);
  context.beginPath();
  context.arc(0, 0, r, Math.PI, 0);
  context.closePath();
  context.stroke();
  // Lines at elevations of 30° and 60°.
  context.strokeStyle = 'rgb(255 255 255 / 0.25)';
  context.beginPath();
  for (const height of [0.5, Math.sqrt(0.75)]) {
    const halfWidth = Math.sqrt(1 - height * height);
    context.moveTo(-halfWidth * r, -height * r);
    context.lineTo(halfWidth * r, -height * r);
  }
  context.stroke();

  const drawLine = (points: PassDrawing['path']): void => {
    context.beginPath();
    for (const [x, y] of points) context.lineTo(x * r, -y * r);
    context.stroke();
  };
  context.strokeStyle = 'rgb(255 255 255 / 0.45)';
  drawLine(path);
  context.strokeStyle = '#fff';
  context.lineWidth = Math.max(2, fontSize / 5);
  drawLine(seen);
  context.fillStyle = '#fff';
  // A dot marks the place where the station becomes visible.
  const [start] = seen;
  if (start !== undefined) {
    context.beginPath();
    context.arc(start[0] * r, -start[1] * r, fontSize / 3, 0, 2 * Math.PI);
    context.fill();
  }

  context.font = `${Math.round(0.7 * fontSize)}px ${fontFamily}`;
  context.textBaseline = 'top';
  for (const [index, at] of (['left', 'center', 'right'] as const).entries()) {
    context.textAlign = at;
    context.fillText(directions[index] ?? '', (index - 1) * r, 0.3 * fontSize);
  }
  context.restore();
}
