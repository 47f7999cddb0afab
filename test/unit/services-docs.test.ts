import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readCommand, usage } from '#embedded/arguments.ts';
import { createServices } from '#embedded/services.ts';
import { withScenarioTables } from '#tools/docs/scenario-tables.ts';

const path = join(import.meta.dirname, '..', '..', 'docs', 'services.md');
const text = readFileSync(path, 'utf8');

/** All that the first group of the pattern finds, each once, in order. */
const found = (where: string, pattern: RegExp): string[] =>
  [...new Set([...where.matchAll(pattern)].map(([, group]) => group ?? ''))].toSorted();

/** What stands under a heading of the second level. */
function section(heading: string): string {
  const [, rest] = text.split(`\n## ${heading}\n`);
  if (rest === undefined) throw new Error(`there is no section ${heading}`);
  return rest.split('\n## ', 1)[0] ?? '';
}

test('the scenario tables are those of the code: `node tools/docs/write-scenarios.ts` writes them', async () => {
  expect(await withScenarioTables(text, path)).toBe(text);
});

test('every flag of the command is in its table, and no other', () => {
  const flags = found(usage, /^ {2}(--[\w-]+)/gm);
  expect(flags.length).toBeGreaterThan(10);
  const rows = section('Start')
    .split('\n')
    .filter((line) => line.startsWith('| `--'));
  expect(found(rows.join('\n'), /`(--[\w-]+)/g)).toEqual(flags);
});

test('every request of the control listener is in its table, and no other', async () => {
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
  expect(found(section('Control'), /^\| `([A-Z]+ [^`]+)`/gm)).toEqual(routes.toSorted());
});

test('the scenarios that it shows on the command line can be put on', () => {
  const shown = found(text, /--scenario ([a-z]+=[^\s`]+)/g).filter((one) => !one.includes('name'));
  expect(shown).not.toHaveLength(0);
  for (const one of shown) expect(readCommand(['--scenario', one])).toMatchObject({ kind: 'run' });
});

test('its links lead somewhere', () => {
  const headings = found(text, /^#+ (.+)$/gm).map(
    (title) =>
      `#${title
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-')}`,
  );
  for (const link of found(text, /\]\(([^)]+)\)/g)) {
    const leads = link.startsWith('#')
      ? headings.includes(link)
      : existsSync(join(dirname(path), link));
    expect(leads, link).toBe(true);
  }
});
