import { z } from 'zod';
import { apodFaults } from './apod/faults.ts';
import { imageFaults } from './image/faults.ts';
import { type Scenario, type Scenarios, withSettings } from '../scenarios/definition.ts';
import { type PictureWorld, placeholders, type Shape } from './world.ts';

const hours = z
  .number({ error: 'must be a number of hours' })
  .min(0, { error: 'must be at least 0' })
  .max(240, { error: 'must be at most 240' })
  .default(6)
  .describe('How long after midnight in US Eastern; parts of an hour too; 12.57 is 12:34.');

/** The time at which a scenario begins to act. */
const from = z.iso
  .datetime({ offset: true, error: 'must be a time, such as 2026-12-01T05:00:00Z' })
  .optional()
  .describe('On the services’ clock; left out: at once.');
const begun = (now: number, settings: { readonly from?: string | undefined }): boolean =>
  settings.from === undefined || now >= Date.parse(settings.from);

const fromSchema = z.object({ from });
const movedSchema = z.object({
  shape: z.enum(['object', 'array']).default('object').describe('One day, or a list of 25.'),
  from,
});
const daysSchema = z.object({
  days: z.int().min(1).max(10_000).default(30).describe('How long ago the day was.'),
});
const placeholderSchema = z.object({
  file: z.enum(placeholders).default('news-thumbnail.png').describe('Which one.'),
  image: z.boolean().default(false).describe('Whether `basic_html` has the picture.'),
});
const changed = (summary: string, change: Partial<PictureWorld>): Scenario<PictureWorld> => ({
  summary,
  world: (world) => ({ ...world, ...change }),
});
const shaped = (shape: Shape, summary: string): Scenario<PictureWorld> =>
  changed(`Every picture is ${summary}`, { shape });

export const pictureScenarios: Scenarios<PictureWorld> = {
  image: changed('Every day has a picture: no video, nothing else', { kind: 'image' }),
  video: changed('The newest day has a video', { kind: 'newest-video' }),
  other: changed('The newest day has neither picture nor video, and no address', {
    kind: 'newest-other',
  }),
  landscape: shaped('landscape', 'wider than high, 16:9'),
  portrait: shaped('portrait', 'higher than wide, 3:4'),
  panorama: shaped('panorama', 'a panorama, 3:1 to 4:1'),
  small: shaped('small', '640 × 480 or less, in high resolution too'),
  late: withSettings<PictureWorld, z.ZodObject<{ hours: typeof hours }>>(z.object({ hours }), {
    summary: 'Each day is published hours after midnight in US Eastern',
    world: (world, { settings }) => ({ ...world, lateHours: settings.hours }),
  }),
  'no-hdurl': changed('Records name no high resolution; the successor says false', {
    hasHdurl: false,
  }),
  placeholder: withSettings<PictureWorld, typeof fromSchema>(fromSchema, {
    summary: 'v1 answers 200 with the title "NASA Science" and a logo, as since September 2026',
    world: (world, { now, settings }) =>
      begun(now, settings) ? { ...world, legacy: 'logo' } : world,
  }),
  moved: withSettings<PictureWorld, typeof movedSchema>(movedSchema, {
    summary: 'v1 answers in the shape of its successor, which its address then leads to',
    world: (world, { now, settings }) =>
      begun(now, settings) ? { ...world, legacy: `successor-${settings.shape}` } : world,
  }),
  'wrong-day': withSettings<PictureWorld, typeof daysSchema>(daysSchema, {
    summary: 'v1 answers with the record of a past day',
    world: (world, { settings }) => ({ ...world, legacyDaysBehind: settings.days }),
  }),
  'successor-placeholder': withSettings<PictureWorld, typeof placeholderSchema>(placeholderSchema, {
    summary: 'The newest day of the successor names a placeholder in place of its picture',
    world: (world, { settings: { file, image } }) => ({
      ...world,
      placeholder: { name: file, hasImage: image },
    }),
  }),
  public: changed('The ways of the public service, where the specification has others', {
    isPublic: true,
  }),
  ...apodFaults,
  ...imageFaults,
};
