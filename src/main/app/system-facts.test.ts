import { expect, it } from 'vitest';
import { systemFactsSchema } from '#shared/app.ts';
import { systemFacts } from './system-facts.ts';

it('names the runtime, the system and the folders', () => {
  const facts = systemFactsSchema.parse(systemFacts({ data: '/data', log: '/log' }));
  expect(facts).toMatchObject({ dataFolder: '/data', logFolder: '/log' });
  expect(facts.runtime).toContain(`Node ${process.versions.node}`);
  expect(facts.runtime).not.toContain('undefined');
  expect(facts.system).toContain(process.arch);
});
