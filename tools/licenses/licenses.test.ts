import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../setup/paths.ts';
import { licensesText, packageFolder, readPackage, softwareBill } from './licenses.ts';

it.each([
  ['/r/src/main/index.ts', null],
  ['/r/node_modules/zod/v4/index.js', '/r/node_modules/zod'],
  ['/r/node_modules/@hono/node-server/dist/a.mjs', '/r/node_modules/@hono/node-server'],
  ['\0/r/node_modules/ajv/a.js?commonjs-module', '/r/node_modules/ajv'],
  [
    '/r/node_modules/conf/node_modules/env-paths/i.js',
    '/r/node_modules/conf/node_modules/env-paths',
  ],
  ['C:\\r\\node_modules\\zod\\i.js', 'C:/r/node_modules/zod'],
  ['\0virtual:places', null],
])('packageFolder finds the package of the module %j', (id, folder) => {
  expect(packageFolder(id)).toBe(folder);
});

const dataSets = globSync(
  ['src/{main,shared,renderer}/**/*.json', 'packages/services/src/**/*.json'],
  {
    cwd: root,
  },
).map((path) => basename(path));

it('this test finds the bundled data sets', () => {
  expect(dataSets).toEqual(expect.arrayContaining(['heights.json', 'star-catalogue.json']));
});

it.each(dataSets)('build/data-licenses.txt names the data set %s', (file) => {
  const text = readFileSync(join(root, 'build', 'data-licenses.txt'), 'utf8');
  expect(text).toContain(file);
});

describe('readPackage', () => {
  let folder = '';
  let texts = '';
  beforeEach(() => {
    const scratch = mkdtempSync(join(tmpdir(), 'overhead-licenses-'));
    onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
    folder = join(scratch, 'node_modules', '@scope', 'name');
    texts = join(scratch, 'texts');
    for (const path of [folder, texts]) mkdirSync(path, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"version":"1.2.3","license":"MIT"}');
  });

  it('reads all licences and notices of a package', () => {
    writeFileSync(join(folder, 'LICENSE.md'), 'Do what you want.\r\nReally.\n');
    writeFileSync(join(folder, 'NOTICE'), 'By me.');
    expect(readPackage(folder, texts)).toEqual({
      name: '@scope/name',
      version: '1.2.3',
      license: 'MIT',
      text: 'Do what you want.\nReally.\n\nBy me.',
    });
  });

  it('uses the separately stored text for a package without a licence file', () => {
    writeFileSync(join(texts, '@scope+name.txt'), 'From its repository.');
    expect(readPackage(folder, texts).text).toBe('From its repository.');
  });

  it('throws for a package without the text of its licence', () => {
    expect(() => readPackage(folder, texts)).toThrow(
      '@scope/name comes without the text of its licence',
    );
  });
});

const zod = { name: '@a/zod', version: '4.0.0', license: 'MIT', text: 'the text of zod' };

it('licensesText contains the licenses of the app, the data and each package', () => {
  const text = licensesText('own', 'towns', [zod]);
  for (const part of ['own', 'towns', '@a/zod 4.0.0 (MIT)', 'the text of zod'])
    expect(text).toContain(part);
});

it('softwareBill returns the same CycloneDX document each time', () => {
  const bill = softwareBill({ name: 'overhead', version: '1.0.0' }, '45.0.0', [zod]);
  expect(bill).toBe(softwareBill({ name: 'overhead', version: '1.0.0' }, '45.0.0', [zod]));
  expect(JSON.parse(bill)).toMatchObject({
    bomFormat: 'CycloneDX',
    components: [{ name: 'electron' }, { purl: 'pkg:npm/%40a/zod@4.0.0' }],
  });
});
