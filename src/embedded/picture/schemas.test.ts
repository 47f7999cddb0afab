import { expect, test } from 'vitest';
import { z } from 'zod';
import { apodErrorSchema, apodQuerySchema, apodRecordSchema } from './apod/schemas.ts';
import { resizeSchema } from './image/size.ts';
import { listQuerySchema, successorErrorSchema, successorItemSchema } from './successor/schemas.ts';

test.each([
  ['v1 query', apodQuerySchema],
  ['v1 record', apodRecordSchema],
  ['v1 error', apodErrorSchema],
  ['successor query', listQuerySchema],
  ['successor item', successorItemSchema],
  ['successor error', successorErrorSchema],
  ['image query', resizeSchema],
])('%s: every field is described, for the description of the services', (_name, schema) => {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
  expect(Object.keys(properties).length).toBeGreaterThan(2);
  for (const [name, field] of Object.entries(properties)) {
    expect(field, name).toHaveProperty('description');
  }
});
