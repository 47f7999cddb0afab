import { z } from 'zod';
import { managedStateSchema } from '../settings/managed.ts';
import { apiKeySchema, serviceSourceSchema } from '../settings/settings.ts';
import { serviceStates } from './status-of-service.ts';
import type { Status } from './status.ts';

const timeSchema = z.number().nullable();

const serviceStatusSchema = z.object({
  state: z.enum(serviceStates),
  words: z.string(),
  waitsFor: z.string(),
  since: timeSchema,
  nextAt: timeSchema,
  nextWhen: z.string().nullable(),
  hasProblem: z.boolean(),
  lastSuccessAt: timeSchema,
  lastFailure: z.object({ at: z.number().nullable(), words: z.string() }).nullable(),
  quota: z
    .object({ remaining: z.number(), limit: z.number().nullable(), at: z.number() })
    .nullable(),
});

/** A status from another process. In a separate file, so that the page does not load zod. */
export const statusSchema: z.ZodType<Status> = z.object({
  version: z.string(),
  headline: z.string(),
  needsYou: z.array(z.string()),
  simulated: z.boolean(),
  sandboxed: z.boolean(),
  source: serviceSourceSchema,
  apiKey: apiKeySchema,
  managed: managedStateSchema,
  today: z.object({ date: z.string(), title: z.string() }).nullable(),
  wallpaper: z.string(),
  verified: z.boolean().nullable(),
  displays: z.array(z.object({ name: z.string(), date: z.string(), file: z.string() })),
  nextPass: z.string(),
  journal: z.object({ unsent: z.number(), refused: z.number() }),
  services: z.object({
    picture: serviceStatusSchema,
    position: serviceStatusSchema,
    posts: serviceStatusSchema,
  }),
  pictureSources: z.array(z.object({ name: z.string(), words: z.string() })),
});
