import { describe, expect, it } from 'vitest';
import { importCircles, filesOnWalk, measureStructure } from './measure.ts';

const aliases = { '#picture/*': './src/main/picture/*' };

describe('measureStructure, importCircles and filesOnWalk', () => {
  it('count the declarations and lines of the main process', () => {
    const sources = new Map([
      ['src/main/picture/a.ts', 'export interface A { a: 1 }\nexport function createA() {}\n'],
      ['src/main/app/b.ts', "import { createA } from '#picture/a.ts';\nconst found = createA();\n"],
      ['src/main/app/b.test.ts', "import { createA } from '#picture/a.ts';\n"],
      ['src/main/app/long.ts', `export function long() {${'\n'.repeat(100)}}\n`],
      ['src/renderer/a.ts', 'interface Uncounted {}\n'],
    ]);
    const { places, counts } = measureStructure(sources, aliases);
    expect(places).toMatchObject({
      interfaces: ['src/main/picture/a.ts:1 A'],
      'exported factories with one user': ['src/main/picture/a.ts:2 createA'],
      'functions over 100 lines': ['src/main/app/long.ts:1 long: 101 lines'],
      'names without a noun': ['src/main/app/b.ts:2 found'],
      'circles of files': [],
    });
    expect(counts).toEqual({ 'lines of src/main': 105, 'lines of wiring (src/main/app)': 103 });
  });

  it('find an import cycle through aliases, relative paths, types and the scripts of components', () => {
    const sources = new Map([
      ['src/main/picture/a.ts', "import type { B } from '../app/b.ts';\n"],
      ['src/main/app/b.ts', "import C from './C.svelte';\n"],
      [
        'src/main/app/C.svelte',
        '<script lang="ts">\nimport \'#picture/a.ts\';\n</script>\n<p />\n',
      ],
    ]);
    expect(measureStructure(sources, aliases).places['circles of files']).toEqual([
      'src/main/app/C.svelte src/main/app/b.ts src/main/picture/a.ts',
    ]);
  });

  it('count the files with the same name, except index.ts', () => {
    const folders = ['a', 'b', 'c', 'd'];
    const sources = new Map(
      folders.flatMap((folder): [string, string][] => [
        [`src/${folder}/rules.ts`, ''],
        [`src/${folder}/index.ts`, ''],
      ]),
    );
    expect(measureStructure(sources, aliases).places['file names used more than 3 times']).toEqual([
      'rules.ts: 4 files',
    ]);
  });

  it('find each import cycle once, and none in a diamond-shaped graph', () => {
    const imports = { a: ['b', 'c'], b: ['d'], c: ['d'], d: [], e: ['f'], f: ['g'], g: ['e', 'a'] };
    expect(importCircles(new Map(Object.entries(imports)))).toEqual([['e', 'f', 'g']]);
  });

  it('return each file once that a page names under “Through the files”', () => {
    const page =
      '# Page\n`other.ts`\n\n## Through the files\n\n1. `a/b.ts`, `c.ts`\n2. `c.ts`\n\n## More\n`d.ts`';
    expect([...filesOnWalk(page)]).toEqual(['b.ts', 'c.ts']);
  });
});
