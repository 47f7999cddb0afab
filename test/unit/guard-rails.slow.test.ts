import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/**
 * Checks that the gates of lint and types report faults. Each gate runs in a small tree with the configuration of the
 * repository and files with deliberate faults, and must report each of these. `gates.ts` checks that the gates accept
 * the repository itself. guard-rails.test.ts checks the rules of imports.
 */

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'overhead-guard-'));

const copied = [
  'package.json',
  'eslint.config.js',
  '.oxlintrc.json',
  '.oxfmtrc.json',
  ...['base', 'node', 'tools', 'web'].map((name) => `tsconfig.${name}.json`),
  'tsconfig.json',
  'src/shared/instant.ts',
];

const component = (script: string, markup = '<p>{typeof script}</p>'): string =>
  `<script lang="ts">\n${script}\n</script>\n\n${markup}\n`;

/** The text of each file, and the finding that a gate must report for it. */
const planted = {
  oxlint: {
    'src/main/picture/planted-floating.ts': [
      'export function start(): void {\n  Promise.resolve();\n}\n',
      /no-floating-promises/,
    ],
    'src/main/picture/planted-type.ts': ["export const count: number = 'one';\n", /TS2322/],
    'src/main/picture/planted-page.ts': ['export const title = document.title;\n', /TS2584/],
    'src/main/app/ui.ts': [
      'const shown = (): number => windows;\nconst windows = 1;\nexport const ui = shown;\n',
      /no-use-before-define/,
    ],
    'src/main/picture/planted-time.ts': [
      'export const time = (): number => Date.now();\n',
      /no-restricted-properties/,
    ],
    'tools/planted-type.ts': ["export const count: number = 'one';\n", /TS2322/],
  },
  eslint: {
    'src/renderer/src/PlantedHtml.svelte': [
      component('  const html = "<b>x</b>";', '{@html html}'),
      /svelte\/no-at-html-tags/,
    ],
    'src/renderer/src/PlantedFloating.svelte': [
      component("  const start = () => {\n    Promise.resolve('x');\n  };", '{start}'),
      /no-floating-promises/,
    ],
  },
  'svelte-check': {
    'src/renderer/src/PlantedType.svelte': [
      component('  const count: number = "one";', '{count}'),
      /not assignable to type 'number'/,
    ],
  },
  oxfmt: { 'src/main/picture/planted-format.ts': ['export const count=1\n', /./] },
} satisfies Readonly<Record<string, Readonly<Record<string, readonly [string, RegExp]>>>>;

const commands = {
  oxlint: ['--type-check', '--format', 'unix', 'src', 'tools'],
  eslint: ['src', '--format', 'json'],
  'svelte-check': [
    ...['--tsconfig', 'tsconfig.web.json', '--output', 'machine', '--tsgo-experimental-api'],
  ],
  oxfmt: ['--list-different', 'src'],
} satisfies Readonly<Record<keyof typeof planted, readonly string[]>>;

const sound = 'src/main/picture/planted-sound.ts';

beforeAll(() => {
  for (const [program, files] of Object.entries(planted)) {
    const tree = join(folder, program);
    const sounds = {
      [sound]: [
        "import { latestInstant } from '#shared/instant.ts';\n\nexport const sound = latestInstant;\n",
      ],
    };
    for (const name of copied) cpSync(join(root, name), join(tree, name));
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
    for (const [name, [text = '']] of Object.entries({ ...files, ...sounds })) {
      mkdirSync(dirname(join(tree, name)), { recursive: true });
      writeFileSync(join(tree, name), text);
    }
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each(Object.keys(planted) as (keyof typeof planted)[])(
  '%s reports each deliberate fault, and accepts a file without faults',
  async (program) => {
    const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
      execFile(
        join(root, 'node_modules', '.bin', program),
        commands[program],
        {
          cwd: join(folder, program),
          env: { ...process.env, OVERHEAD_FULL_TEST: '1' },
          maxBuffer: 2 ** 26,
        },
        (error, stdout, stderr) =>
          resolve({ code: error?.code ?? 0, output: `${stdout}\n${stderr}` }),
      );
    });
    expect(code).toBe(1);
    // ESLint lists the files without findings, too.
    const lines = output
      .split(/\n|(?=\{"filePath")/)
      .filter((line) => !line.includes('"messages":[]'));
    for (const [name, [, finding]] of Object.entries(planted[program] as Plants))
      expect(lines.filter((line) => line.includes(name) && finding.test(line))).not.toEqual([]);
    expect(lines.filter((line) => line.includes(sound))).toEqual([]);
  },
  300_000,
);

type Plants = Readonly<Record<string, readonly [string, RegExp]>>;
