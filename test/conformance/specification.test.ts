import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type Services } from '#services/server.ts';
import { key, pictureRows } from './picture.ts';
import { positionRows } from './position.ts';
import { postsRows } from './posts.ts';

const rows = [...postsRows, ...positionRows, ...pictureRows];
let services: Services;

beforeAll(async () => {
  services = await startServices({ key, keyLimit: 100_000 });
});
afterAll(() => services.stop());

const tables = [...Map.groupBy(rows, ({ heading }) => heading)];

describe.each(tables)('%s', (_heading, ofTable) => {
  it.each(ofTable.map(({ cells, check }) => [cells, check] as const))('%s', (_cells, check) =>
    check(services.urls),
  );
});

const specification = new URL('../../../shared/spec/services.md', import.meta.url);

/** Every row of every table, as `heading › cells`. */
function rowsOf(markdown: string): string[] {
  const found: string[] = [];
  let [part, heading, isBody] = ['', '', false];
  for (const line of markdown.split('\n')) {
    const title = /^(#{2,3}) (.+)$/.exec(line);
    if (title?.[1] === '##') part = title[2] ?? '';
    if (title !== null) {
      const name = title[2] ?? '';
      // "7. Errors" has a heading without a number for each service.
      heading = title[1] === '###' && !/^\d/.test(name) ? `${part}, ${name}` : name;
    }
    if (!line.startsWith('|')) isBody = false;
    else if (/^\|[-| ]+\|$/.test(line)) isBody = true;
    else if (isBody) found.push(`${heading} › ${line.slice(1, -1).trim()}`);
  }
  return found;
}

function textOf(url: URL): string | null {
  try {
    return readFileSync(url, 'utf8');
  } catch {
    return null;
  }
}

describe('the specification', () => {
  const text = textOf(specification);
  it.skipIf(text === null)('has a test for each of its rows (skipped without shared data)', () => {
    const tested = rows.map(({ heading, cells }) => `${heading} › ${cells}`);
    const specified = rowsOf(text ?? '');
    expect(specified.length).toBeGreaterThan(35);
    expect(tested.toSorted()).toEqual(specified.toSorted());
  });
});
