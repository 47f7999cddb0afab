import { expect, it } from 'vitest';
import {
  recordDrawing,
  recordingCanvas,
  recordingPicture,
  type PixelAt,
} from '#renderer-test/drawing-record.ts';
import type {
  Composition,
  CompositionPart,
  PassDrawing,
  Rect,
} from '#shared/wallpaper/composition.ts';
import { drawComposition } from './draw.ts';
import { drawPreview } from './preview.ts';

const area = (x: number, y: number, width: number, height: number): Rect => ({
  x,
  y,
  width,
  height,
});
const pass: PassDrawing = {
  title: 'Space station at 17:31',
  detail: 'From west to east',
  directions: ['east', 'south', 'west'],
  path: Array.from({ length: 9 }, (_, k) => [k / 4 - 1, 0.5 - (k / 4 - 1) ** 2 / 2]),
  seen: [
    [-0.3, 0.45],
    [0, 0.5],
    [0.3, 0.45],
  ],
};
const explanation =
  'A galaxy behind a lane of dust, in two words, antidisestablishmentarianism. '.repeat(14);
const display = (x: number): Rect => area(x, 0, 1000, 700);
const part = (x: number, changes: Partial<CompositionPart>): CompositionPart => ({
  ...{ at: display(x), source: area(0, 0, 1600, 1000), drawn: display(x) },
  ...{ extension: null, caption: null, ...changes },
});
const caption = { title: 'A title', detail: 'Someone · 21 November 2026', fontSize: 16 };
const drawnIn = (x: number): Rect => area(x + 300, 0, 400, 700);

const composition: Composition = {
  width: 4000,
  height: 720,
  parts: [
    part(0, {
      ...{ drawn: drawnIn(0), extension: area(0, 100, 1600, 800), dim: 0.25 },
      caption: { ...caption, explanation, area: area(500, 412, 480, 268), corner: 'bottom-right' },
      tonight: { pass, area: area(20, 20, 480, 380), corner: 'top-left', fontSize: 16 },
    }),
    part(1000, {
      ...{ drawn: drawnIn(1000), extension: area(0, 0, 1600, 1000), background: 'matched' },
      source: area(0.4, 0.4, 1599.2, 999.2),
      caption: {
        ...{ ...caption, title: 'A title that is far too long for its area', fontSize: 30 },
        ...{ area: area(1020, 20, 300, 300), corner: 'top-left' },
      },
      tonight: { pass, area: area(1500, 600, 480, 80), corner: 'bottom-right', fontSize: 12 },
    }),
    part(2000, {
      ...{ drawn: drawnIn(2000), extension: area(0, 0, 1600, 1000), background: '#123456' },
      source: area(1400.2, 300.2, 1200, 1200),
      // The title has exactly the width of the area.
      caption: { ...caption, detail: null, area: area(2020, 20, 78, 300), corner: 'top-right' },
      tonight: {
        pass: { ...pass, seen: [] },
        ...{ area: area(2020, 300, 600, 380), corner: 'bottom-left', fontSize: 24 },
      },
    }),
    part(3000, {
      source: area(1599.9, 999.9, 0.2, 0.2),
      caption: {
        ...caption,
        explanation: 'Two  words.',
        area: display(3000),
        corner: 'bottom-left',
      },
      tonight: {
        pass,
        ...{ area: area(3020, 20, 500, 380), corner: 'top-left', fontSize: 10 },
      },
    }),
  ],
};

/** Red at the upper and the left edge, grey inside, blue at the other edges. */
const framed: PixelAt = (x, y) =>
  x < 100 || y < 100
    ? [250, 10, 20, 255]
    : x > 1500 || y > 900
      ? [10, 20, 250, 255]
      : [90, 90, 90, 255];

it('drawComposition draws the same wallpapers as the record', async () => {
  const record = await recordDrawing(() =>
    drawComposition(recordingPicture(1600, 1000, framed), composition),
  );
  await expect(record).toMatchFileSnapshot('drawings/wallpapers.txt');
});

it('drawPreview draws the same preview as the record', async () => {
  const preview = recordingCanvas(1333, 0);
  const record = await recordDrawing(() =>
    drawPreview(
      preview,
      recordingPicture(800, 500, framed),
      { width: 1600, height: 1000 },
      { ...composition, parts: [...composition.parts.slice(0, 2), part(2000, {})] },
    ),
  );
  await expect(`${record}${preview.width}×${preview.height}\n`).toMatchFileSnapshot(
    'drawings/preview.txt',
  );
});
