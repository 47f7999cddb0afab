import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenArrows } from './planted-arrows.ts';

/**
 * Checks that the gates of lint and types report faults. Each gate runs in a small tree with the configuration of the
 * repository and files with deliberate faults, and must report each of these. `gates.ts` checks that the gates accept
 * the repository itself.
 */

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'overhead-guard-'));
const limitMs = 300_000;

const copied = [
  'package.json',
  'eslint.config.js',
  '.oxlintrc.json',
  ...['base', 'node', 'tools', 'web'].map((name) => `tsconfig.${name}.json`),
  'tsconfig.json',
  'src/shared/instant.ts',
];

const floatingPromise = 'src/main/picture/planted-floating.ts';
const rawHtml = 'src/renderer/src/PlantedHtml.svelte';
const typeError = 'src/main/picture/planted-type.ts';
const svelteTypeError = 'src/renderer/src/PlantedType.svelte';
const sound = 'src/main/picture/planted-sound.ts';

const soundText =
  "import { latestInstant } from '#shared/instant.ts';\nexport const sound = latestInstant;";
/** The files that `brokenArrows` imports do not exist: this is a type error, but lint does not report it. */
const planted = {
  lint: {
    ...brokenArrows,
    [floatingPromise]: 'export function start(): void {\n  Promise.resolve();\n}',
    [rawHtml]: '<script lang="ts">const html = "<b>x</b>";</script>\n{@html html}',
    'tools/planted.ts': 'export {};',
    [sound]: soundText,
  },
  types: {
    [typeError]: "export const count: number = 'one';",
    [svelteTypeError]: '<script lang="ts">const count: number = "one";</script>\n{count}',
    [sound]: soundText,
  },
} satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
type Tree = keyof typeof planted;

interface Run {
  readonly code: number;
  readonly output: string;
}

function runGate(tree: Tree, program: string, ...args: string[]): Promise<Run> {
  const bin = join(root, 'node_modules', '.bin', program);
  return new Promise((resolve) => {
    execFile(
      bin,
      args,
      { cwd: join(folder, tree), maxBuffer: 1 << 26 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
        resolve({ code, output: stdout + stderr });
      },
    );
  });
}

beforeAll(() => {
  for (const [tree, files] of Object.entries(planted)) {
    for (const name of copied) cpSync(join(root, name), join(folder, tree, name));
    symlinkSync(join(root, 'node_modules'), join(folder, tree, 'node_modules'));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, tree, name)), { recursive: true });
      writeFileSync(join(folder, tree, name), `${text}\n`);
    }
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('lint', () => {
  const rulesBroken = new Map<string, (string | null)[]>();
  let code = -1;

  beforeAll(async () => {
    const run = await runGate('lint', 'eslint', '--format', 'json', ...Object.keys(planted.lint));
    code = run.code;
    const results = JSON.parse(run.output) as {
      filePath: string;
      messages: { ruleId: string | null }[];
    }[];
    for (const { filePath, messages } of results)
      rulesBroken.set(
        relative(join(folder, 'lint'), filePath),
        messages.map(({ ruleId }) => ruleId),
      );
  }, limitMs);

  it('exits with code 1 when a file has a fault', () => {
    expect(code).toBe(1);
  });
  it.each(Object.keys(brokenArrows))('refuses the import in %s', (name) => {
    expect(rulesBroken.get(name)).toContain('no-restricted-imports');
  });
  it(
    'refuses a floating promise (Oxlint)',
    async () => {
      const { code, output } = await runGate(
        'lint',
        'oxlint',
        '--format',
        'unix',
        floatingPromise,
        sound,
      );
      expect(code).toBe(1);
      const findings = output.split('\n').filter((line) => line.includes('[Error/'));
      expect(findings).toContainEqual(
        expect.stringMatching(/^src\/main\/picture\/planted-floating\.ts.*no-floating-promises/),
      );
      expect(findings).not.toContainEqual(expect.stringContaining(sound));
    },
    limitMs,
  );
  it('refuses raw HTML', () => {
    expect(rulesBroken.get(rawHtml)).toContain('svelte/no-at-html-tags');
  });
  it('accepts a file without faults', () => {
    expect(rulesBroken.get(sound)).toEqual([]);
  });
});

describe('the type checks', () => {
  it(
    'report only the deliberate type error (tsc)',
    async () => {
      const { code, output } = await runGate('types', 'tsc', '-p', 'tsconfig.node.json');
      expect(code).not.toBe(0);
      const errors = output.split('\n').filter((line) => line.includes('error TS'));
      expect(errors).toEqual([expect.stringMatching(/^src\/main\/picture\/planted-type\.ts/)]);
    },
    limitMs,
  );

  it(
    'report only the deliberate type error in a component (svelte-check)',
    async () => {
      const { code, output } = await runGate(
        'types',
        'svelte-check',
        ...['--tsconfig', 'tsconfig.web.json', '--output', 'machine', '--tsgo-experimental-api'],
      );
      expect(code).not.toBe(0);
      const errors = output.split('\n').filter((line) => line.includes(' ERROR '));
      expect(errors).toEqual([expect.stringContaining('PlantedType.svelte')]);
    },
    limitMs,
  );
});
