import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('electron-store imports from ajv and semver exactly what build/no-schema.js replaces', async () => {
  const source = readFileSync(
    new URL('../../node_modules/conf/dist/source/index.js', import.meta.url),
    'utf8',
  );
  const names = [...source.matchAll(/^import (.+) from '(ajv.*|semver)';$/gm)].map(
    ([, imported, from]) => [from, imported],
  );
  expect(names).toEqual([
    ['ajv/dist/2020.js', '{ Ajv2020 as Ajv }'],
    ['ajv-formats', 'ajvFormatsModule'],
    ['semver', 'semver'],
  ]);
  const path = new URL('../../build/no-schema.js', import.meta.url).href;
  const { Ajv2020, default: others } = (await import(/* @vite-ignore */ path)) as {
    Ajv2020: new () => unknown;
    default: object;
  };
  expect(() => new Ajv2020()).toThrow('JSON schema');
  expect(others).toEqual({});
});
