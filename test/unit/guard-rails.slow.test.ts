import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenArrows } from './planted-arrows.ts';

/** The gates must be able to fail: faults are added to a copy of the tree, and a gate must report each. */

const root = join(import.meta.dirname, '..', '..');
const copy = mkdtempSync(join(tmpdir(), 'overhead-guard-'));
const limitMs = 120_000;

const copied = [
  'src',
  'packages',
  'tools',
  'test',
  'package.json',
  'eslint.config.js',
  ...['base', 'node', 'tools', 'web'].map((name) => `tsconfig.${name}.json`),
  'tsconfig.json',
];

const floatingPromise = 'src/main/picture/planted-floating.ts';
const rawHtml = 'src/renderer/src/PlantedHtml.svelte';
const typeError = 'src/main/picture/planted-type.ts';
const svelteTypeError = 'src/renderer/src/PlantedType.svelte';
const sound = 'src/main/picture/planted-sound.ts';

const planted: Readonly<Record<string, string>> = {
  ...brokenArrows,
  [floatingPromise]: 'export function start(): void {\n  Promise.resolve();\n}',
  [rawHtml]: '<script lang="ts">const html = "<b>x</b>";</script>\n{@html html}',
  [typeError]: "export const count: number = 'one';",
  [svelteTypeError]: '<script lang="ts">const count: number = "one";</script>\n{count}',
  'tools/planted.ts': 'export {};',
  [sound]: "import type { Failure } from '#shared/failure.ts';\nexport type Sound = Failure;",
};

interface Run {
  readonly code: number;
  readonly output: string;
}

function runGate(program: string, ...args: string[]): Promise<Run> {
  const bin = join(root, 'node_modules', '.bin', program);
  return new Promise((resolve) => {
    execFile(bin, args, { cwd: copy, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, output: stdout + stderr });
    });
  });
}

beforeAll(() => {
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const [name, text] of Object.entries(planted)) {
    mkdirSync(dirname(join(copy, name)), { recursive: true });
    writeFileSync(join(copy, name), `${text}\n`);
  }
});
afterAll(() => rmSync(copy, { recursive: true }));

describe('lint', () => {
  const rulesBroken = new Map<string, (string | null)[]>();
  let code = -1;

  beforeAll(async () => {
    const run = await runGate('eslint', '--format', 'json', ...Object.keys(planted));
    code = run.code;
    const results = JSON.parse(run.output) as {
      filePath: string;
      messages: { ruleId: string | null }[];
    }[];
    for (const { filePath, messages } of results)
      rulesBroken.set(
        filePath.slice(copy.length + 1),
        messages.map(({ ruleId }) => ruleId),
      );
  }, limitMs);

  it('fails', () => {
    expect(code).toBe(1);
  });
  it.each(Object.keys(brokenArrows))('refuses the import of %s', (name) => {
    expect(rulesBroken.get(name)).toContain('no-restricted-imports');
  });
  it('refuses a floating promise', () => {
    expect(rulesBroken.get(floatingPromise)).toContain('@typescript-eslint/no-floating-promises');
  });
  it('refuses raw HTML', () => {
    expect(rulesBroken.get(rawHtml)).toContain('svelte/no-at-html-tags');
  });
  it('accepts a file without faults', () => {
    expect(rulesBroken.get(sound)).toEqual([]);
  });
});

describe('types', () => {
  it(
    'report only the planted type error (tsc)',
    async () => {
      const { code, output } = await runGate('tsc', '-p', 'tsconfig.node.json');
      expect(code).not.toBe(0);
      const errors = output.split('\n').filter((line) => line.includes('error TS'));
      expect(errors).toEqual([expect.stringMatching(/^src\/main\/picture\/planted-type\.ts/)]);
    },
    limitMs,
  );

  it(
    'report only the planted type error in a component (svelte-check)',
    async () => {
      const { code, output } = await runGate(
        'svelte-check',
        ...['--tsconfig', 'tsconfig.web.json', '--output', 'machine'],
      );
      expect(code).not.toBe(0);
      const errors = output.split('\n').filter((line) => line.includes(' ERROR '));
      expect(errors).toEqual([expect.stringContaining('PlantedType.svelte')]);
    },
    limitMs,
  );
});
