import { z } from 'zod';
import { apodFaults } from './apod/faults.ts';
import { imageFaults } from './image/faults.ts';
import { type Scenario, type Scenarios, withSettings } from '../scenarios/definition.ts';
import type { PictureWorld, Shape } from './world.ts';

const hours = z
  .number({ error: 'must be a number of hours' })
  .min(0, { error: 'must be at least 0' })
  .max(240, { error: 'must be at most 240' })
  .default(6)
  .describe('How long after midnight in US Eastern; parts of an hour too.');

const changed = (summary: string, change: Partial<PictureWorld>): Scenario<PictureWorld> => ({
  summary,
  world: (world) => ({ ...world, ...change }),
});
const shaped = (shape: Shape, summary: string): Scenario<PictureWorld> =>
  changed(`Every picture is ${summary}`, { shape });

/** What the picture service can be told to do differently, beside what every service can. */
export const pictureScenarios: Scenarios<PictureWorld> = {
  image: changed('Every day has a picture: no video, nothing else', { kind: 'image' }),
  video: changed('The newest day has a video', { kind: 'newest-video' }),
  other: changed('The newest day has neither picture nor video, and no address', {
    kind: 'newest-other',
  }),
  landscape: shaped('landscape', 'wider than high, 16:9'),
  portrait: shaped('portrait', 'higher than wide, 3:4'),
  panorama: shaped('panorama', 'a panorama, 3:1 to 4:1'),
  small: shaped('small', '640 × 480, in high resolution too'),
  late: withSettings<PictureWorld, z.ZodObject<{ hours: typeof hours }>>(z.object({ hours }), {
    summary: 'Each day is published hours after midnight in US Eastern',
    world: (world, { settings }) => ({ ...world, lateHours: settings.hours }),
  }),
  'no-hdurl': changed('Records name no high resolution', { hasHdurl: false }),
  placeholder: changed('Records say nothing and show a mark in place of a picture', {
    isPlaceholder: true,
  }),
  public: changed('The ways of the public service, where the specification has others', {
    isPublic: true,
  }),
  ...apodFaults,
  ...imageFaults,
};
