import { z } from 'zod';
import { serviceNames } from '../request-log.ts';
import { choiceSchema } from '../scenarios/choice.ts';
import { servicesByName } from '../scenarios/grammar.ts';

/** The query of `GET /requests`. */
export const requestsQuerySchema = z.strictObject({
  service: z
    .enum(Object.keys(servicesByName), { error: 'must be the name of a service' })
    .transform((name) => servicesByName[name])
    .optional()
    .describe('Only requests of this service.'),
  after: z
    .string()
    .regex(/^\d{1,15}$/, { error: 'must be a number' })
    .transform(Number)
    .optional()
    .describe('Only requests with a higher number.'),
});

const onSchema = z
  .array(choiceSchema)
  .describe('The scenarios that are on, as they were put on; `requests` is what is left of them.');

/** The answer of `PUT /scenarios/{service}`. */
export const scenariosOnSchema = z.object({ on: onSchema });

/** The answer of `GET /scenarios`. */
export const scenariosSchema = z.record(
  z.enum(serviceNames),
  z.object({
    on: onSchema,
    available: z.array(
      z.object({
        name: z.string(),
        summary: z.string(),
        settings: z.looseObject({}).describe('JSON Schema of its own settings.'),
      }),
    ),
  }),
);
