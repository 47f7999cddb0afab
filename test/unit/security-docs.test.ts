import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** docs/security.md must not promise anything that does not exist. */

const root = join(import.meta.dirname, '..', '..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const document = read('docs/security.md');
const { dependencies, allowScripts, scripts } = JSON.parse(read('package.json')) as Record<
  'dependencies' | 'allowScripts' | 'scripts',
  Record<string, unknown>
>;

const section = (title: string): string =>
  document.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

/** The runtime of a test, in the words of the column "seen on". */
function runtimeOf(path: string): string {
  if (path.endsWith('.spec.ts') || /^(packages\/electron-stand-in|tools\/composing)\//.test(path))
    return 'stand-in';
  if (path.endsWith('.browser.test.ts')) return 'Chromium';
  if (path.startsWith('tools/package/')) return 'stub';
  return path.includes('.mocked.') ? 'doubles' : 'Node';
}

describe('the tables of docs/security.md', () => {
  it.each([
    'Electron’s checklist',
    'Everything else',
    'Guards, and the test that fails without each',
    'Failures of others',
  ])('name an existing test in every row: %s', (title) => {
    const lines = section(title)
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2);
    expect(lines.length).toBeGreaterThan(4);
    for (const line of lines) {
      const tests = [...line.matchAll(/\]\(\.\.\/([\w/.-]+\.(?:test|spec)\.ts)\)/g)];
      expect(tests, line).not.toEqual([]);
      for (const [, path = ''] of tests) expect(existsSync(join(root, path)), path).toBe(true);
    }
  });

  it.each(['Electron’s checklist', 'Everything else', 'Failures of others'])(
    'name the runtime of the tests in every row: %s',
    (title) => {
      const rows = section(title)
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .slice(2);
      for (const row of rows) {
        const tests = [...row.matchAll(/\]\(\.\.\/([\w/.-]+\.(?:test|spec)\.ts)\)/g)];
        const seen = new Set(tests.map(([, path = '']) => runtimeOf(path)));
        const [told = ''] = row.split('|').slice(-2);
        expect(new Set(told.trim().split(', ')), row).toEqual(seen);
      }
    },
  );

  it('name only existing files', () => {
    const paths = [...document.matchAll(/`((?:src|test|tools)\/[\w/.-]+)`/g)];
    expect(paths.length).toBeGreaterThan(40);
    for (const [, path = ''] of paths) expect(existsSync(join(root, path)), path).toBe(true);
  });

  it('list every shipped package', () => {
    for (const name of Object.keys(dependencies))
      expect(section('Supply chain')).toContain(`\`${name}\``);
  });
});

it('package.json allows no package to run a script on installation, and runs none itself', () => {
  expect(Object.values(allowScripts)).not.toContain(true);
  expect(
    Object.keys(scripts).filter((name) => /^(pre|post)?install$|^prepare$/.test(name)),
  ).toEqual([]);
});

it('package-lock.json pins the Node of tools and tests with its hash', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version?: string; integrity?: string } | undefined>;
  };
  for (const system of ['linux-arm64', 'linux-x64', 'win-x64'])
    expect(packages[`node_modules/node-${system}`], system).toMatchObject({
      version: expect.stringMatching(/^24\./) as string,
      integrity: expect.stringMatching(/^sha512-/) as string,
    });
});

it('package-lock.json pins Electron with its hash, at the oldest supported version or newer', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version?: string; integrity?: string } | undefined>;
  };
  const { version = '', integrity } = packages['node_modules/electron'] ?? {};
  expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(45);
  expect(integrity).toMatch(/^sha512-/);
});
