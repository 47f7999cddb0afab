import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'));

const { allowScripts, scripts } = read('package.json') as Record<
  'allowScripts' | 'scripts',
  Record<string, unknown>
>;
const { packages } = read('package-lock.json') as {
  packages: Record<string, { version?: string; integrity?: string } | undefined>;
};

it('package.json allows no package to run a script on installation, and runs none itself', () => {
  expect(Object.values(allowScripts)).not.toContain(true);
  expect(
    Object.keys(scripts).filter((name) => /^(pre|post)?install$|^prepare$/.test(name)),
  ).toEqual([]);
});

it('package-lock.json pins the Node of tools and tests with its hash', () => {
  for (const system of ['linux-arm64', 'linux-x64', 'win-x64'])
    expect(packages[`node_modules/node-${system}`], system).toMatchObject({
      version: expect.stringMatching(/^24\./) as string,
      integrity: expect.stringMatching(/^sha512-/) as string,
    });
});

it('package-lock.json pins Electron with its hash, at the oldest supported version or newer', () => {
  const { version = '', integrity } = packages['node_modules/electron'] ?? {};
  expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(45);
  expect(integrity).toMatch(/^sha512-/);
});
