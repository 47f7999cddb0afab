import { expect, it } from 'vitest';
import { onRecordingCanvas, recordingPicture } from '#renderer-test/drawing-record.ts';
import { dayPicture } from '#renderer-test/states.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { measureShownPicture, previewOrder } from './preview-order.ts';

it.each([
  ['a smaller copy', [400, 300], [1600, 1200]],
  ['a copy that is turned by the metadata of the file', [300, 400], [1200, 1600]],
  ['a copy of rounded size', [333, 251], [1600, 1206]],
])('measureShownPicture returns the size of the file for %s', async (_what, shown, size) => {
  const [width = NaN, height = NaN] = shown;
  const file = { name: 'a.jpg', format: 'jpeg', bytes: 1, width: 1600, height: 1200 } as const;
  const measure = await onRecordingCanvas(() =>
    measureShownPicture(recordingPicture(width, height), file),
  );
  expect([measure.width, measure.height]).toEqual(size);
  expect(measure.focus).toEqual({ x: 0.5, y: 0.5 });
});

it('previewOrder has the texts of the picture and the settings of the wallpaper, and is not dimmed unless it is asked', () => {
  const measure = { width: 1, height: 1, focus: { x: 0.5, y: 0.5 } };
  const { record } = dayPicture;
  const { fit, caption, appearance } = defaultSettings.wallpaper;
  const { title, credit, date, explanation } = record;
  const order = { measure, title, credit, date, explanation, fit, caption, appearance };
  expect(previewOrder(record, measure, defaultSettings.wallpaper)).toEqual({
    ...order,
    dimmed: false,
  });
});
