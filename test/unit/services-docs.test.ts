import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readCommand, usage } from '#services/arguments.ts';
import { createServices } from '#services/services.ts';

const path = join(import.meta.dirname, '..', '..', 'docs', 'services.md');
const text = readFileSync(path, 'utf8');

/** Returns the first group of each match, sorted and without duplicates. */
const matchesIn = (where: string, pattern: RegExp): string[] =>
  [...new Set([...where.matchAll(pattern)].map(([, group]) => group ?? ''))].toSorted();

/** The text of a section of the second level. */
function section(heading: string): string {
  const [, rest] = text.split(`\n## ${heading}\n`);
  if (rest === undefined) throw new Error(`there is no section ${heading}`);
  return rest.split('\n## ', 1)[0] ?? '';
}

test('docs/services.md lists every flag of the command, and no other', () => {
  const flags = matchesIn(usage, /^ {2}(--[\w-]+)/gm);
  expect(flags.length).toBeGreaterThan(10);
  const rows = section('Start')
    .split('\n')
    .filter((line) => line.startsWith('| `--'));
  expect(matchesIn(rows.join('\n'), /`(--[\w-]+)/g)).toEqual(flags);
});

test('docs/services.md lists every request of the control listener, and no other', async () => {
  const control = 'http://control.test';
  const answer = await createServices().control.fetch(new Request(`${control}/openapi.json`));
  const { paths } = z
    .object({
      paths: z.record(
        z.string(),
        z.looseObject({ servers: z.tuple([z.object({ url: z.string() })]) }),
      ),
    })
    .parse(await answer.json());
  const routes = Object.entries(paths).flatMap(([route, { servers, ...methods }]) =>
    servers[0].url === control
      ? Object.keys(methods).map((method) => `${method.toUpperCase()} ${route}`)
      : [],
  );
  expect(routes.length).toBeGreaterThan(5);
  expect(matchesIn(section('Control'), /^\| `([A-Z]+ [^`]+)`/gm)).toEqual(routes.toSorted());
});

test('docs/services.md shows only scenarios that the command accepts', () => {
  const shown = matchesIn(text, /--scenario ([a-z]+=[^\s`]+)/g).filter(
    (one) => !one.includes('name'),
  );
  expect(shown).not.toHaveLength(0);
  for (const one of shown) expect(readCommand(['--scenario', one])).toMatchObject({ kind: 'run' });
});
