import { z } from 'zod';
import type { OpenValue } from '#platform/database/values.ts';
import type { JournalValues } from './ports.ts';
import { addressInUseSchema } from './posts-address.ts';

export const openJournalValues = (value: OpenValue): JournalValues => ({
  paused: value('journal-paused', z.boolean(), false),
  clock: value('journal-clock', z.object({ since: z.number(), last: z.number() }).nullable(), null),
  address: value('posts-address', addressInUseSchema, null),
  strayPhotos: value('stray-photos', z.record(z.string(), z.number()), {}),
});
