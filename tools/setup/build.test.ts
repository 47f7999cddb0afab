import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { hashSources, isBuilt } from './build.ts';

let root = '';
const write = (path: string, text: string): void => writeFileSync(join(root, path), text);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'overhead-build-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ['src/main', 'packages/services/src', 'resources', 'out', 'docs'])
    mkdirSync(join(root, folder), { recursive: true });
  write('package.json', '{}');
  write('src/main/index.ts', 'export {};');
  write('resources/icon.png', 'png');
});

const changes: [string, () => void][] = [
  ['a source', () => write('src/main/index.ts', 'export { };')],
  ['a new source', () => write('src/main/more.ts', '')],
  [
    'a source’s name',
    () => renameSync(join(root, 'src/main/index.ts'), join(root, 'src/main/i.ts')),
  ],
  ['a source of the services', () => write('packages/services/src/main.ts', '')],
  ['a resource', () => write('resources/icon.png', 'PNG')],
  ['the lock file', () => write('package-lock.json', '{}')],
];

const noChanges: [string, () => void][] = [
  ['a test', () => write('src/main/index.test.ts', 'test')],
  ['a document', () => write('docs/architecture.md', 'rooms')],
  ['a source again with the same content', () => write('src/main/index.ts', 'export {};')],
];

describe('isBuilt', () => {
  beforeEach(() => write('out/.stamp', hashSources(root)));

  test('returns true when no source has changed since the build', () => {
    expect(isBuilt(root)).toBe(true);
  });

  test.each(changes)('returns false after a change to %s', (_, change) => {
    change();
    expect(isBuilt(root)).toBe(false);
  });

  test.each(noChanges)('still returns true after writing %s', (_, change) => {
    change();
    expect(isBuilt(root)).toBe(true);
  });

  test('returns false without the file of the last build', () => {
    rmSync(join(root, 'out'), { recursive: true });
    expect(isBuilt(root)).toBe(false);
  });
});
