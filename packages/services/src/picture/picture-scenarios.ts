import { z } from 'zod';
import { apodFaults } from './apod/faults.ts';
import { imageFaults } from './image/faults.ts';
import { type Scenario, type Scenarios, scenarioWithSettings } from '../scenarios/definition.ts';
import { type PictureWorld, placeholders, type PictureShape } from './world.ts';

const hoursSchema = z
  .number({ error: 'must be a number of hours' })
  .min(0, { error: 'must be at least 0' })
  .max(240, { error: 'must be at most 240' })
  .default(6)
  .describe('How long after midnight in US Eastern; parts of an hour too; 12.57 is 12:34.');

/** The time at which a scenario begins to act. */
const beginSchema = z.iso
  .datetime({ offset: true, error: 'must be a time, such as 2026-12-01T05:00:00Z' })
  .optional()
  .describe('On the services’ clock; left out: at once.');
const hasBegun = (now: number, settings: { readonly from?: string | undefined }): boolean =>
  settings.from === undefined || now >= Date.parse(settings.from);

const fromSchema = z.object({ from: beginSchema });
const movedSchema = z.object({
  shape: z.enum(['object', 'array']).default('object').describe('One day, or a list of 25.'),
  from: beginSchema,
});
const daysSchema = z.object({
  days: z.int().min(1).max(10_000).default(30).describe('How long ago the day was.'),
});
const placeholderSchema = z.object({
  file: z.enum(placeholders).default('news-thumbnail.png').describe('Which one.'),
  image: z.boolean().default(false).describe('Whether `basic_html` has the picture.'),
});
const worldScenario = (summary: string, change: Partial<PictureWorld>): Scenario<PictureWorld> => ({
  summary,
  world: (world) => ({ ...world, ...change }),
});
const shapeScenario = (shape: PictureShape, summary: string): Scenario<PictureWorld> =>
  worldScenario(`Every picture is ${summary}`, { shape });

export const pictureScenarios: Scenarios<PictureWorld> = {
  image: worldScenario('Every day has a picture: no video, nothing else', { kind: 'image' }),
  video: worldScenario('The newest day has a video', { kind: 'newest-video' }),
  other: worldScenario('The newest day has neither picture nor video, and no address', {
    kind: 'newest-other',
  }),
  landscape: shapeScenario('landscape', 'wider than high, 16:9'),
  portrait: shapeScenario('portrait', 'higher than wide, 3:4'),
  panorama: shapeScenario('panorama', 'a panorama, 3:1 to 4:1'),
  small: shapeScenario('small', '640 × 480 or less, in high resolution too'),
  late: scenarioWithSettings<PictureWorld, z.ZodObject<{ hours: typeof hoursSchema }>>(
    z.object({ hours: hoursSchema }),
    {
      summary: 'Each day is published hours after midnight in US Eastern',
      world: (world, { settings }) => ({ ...world, lateHours: settings.hours }),
    },
  ),
  'no-hdurl': worldScenario('Records name no high resolution; the successor says false', {
    hasHdurl: false,
  }),
  placeholder: scenarioWithSettings<PictureWorld, typeof fromSchema>(fromSchema, {
    summary: 'v1 answers 200 with the title "NASA Science" and a logo, as since September 2026',
    world: (world, { now, settings }) =>
      hasBegun(now, settings) ? { ...world, legacy: 'logo' } : world,
  }),
  moved: scenarioWithSettings<PictureWorld, typeof movedSchema>(movedSchema, {
    summary: 'v1 answers in the shape of its successor, which its address then leads to',
    world: (world, { now, settings }) =>
      hasBegun(now, settings) ? { ...world, legacy: `successor-${settings.shape}` } : world,
  }),
  'wrong-day': scenarioWithSettings<PictureWorld, typeof daysSchema>(daysSchema, {
    summary: 'v1 answers with the record of a past day',
    world: (world, { settings }) => ({ ...world, legacyDaysBehind: settings.days }),
  }),
  'successor-placeholder': scenarioWithSettings<PictureWorld, typeof placeholderSchema>(
    placeholderSchema,
    {
      summary: 'The newest day of the successor names a placeholder in place of its picture',
      world: (world, { settings: { file, image } }) => ({
        ...world,
        placeholder: { name: file, hasImage: image },
      }),
    },
  ),
  public: worldScenario('The ways of the public service, where the specification has others', {
    isPublic: true,
  }),
  ...apodFaults,
  ...imageFaults,
};
