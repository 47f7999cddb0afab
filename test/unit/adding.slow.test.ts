import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Checks that the recipes of docs/adding.md result in code that compiles. */

const root = join(import.meta.dirname, '..', '..');
const copy = mkdtempSync(join(realpathSync(tmpdir()), 'overhead-adding-'));

interface Snippet {
  readonly file: string;
  readonly where: 'after' | 'before';
  /** A part of the line before or after which the text is inserted. */
  readonly anchor: string;
  readonly text: string;
}

/** The snippets of one section, in order. */
function snippetsOf(title: string): Snippet[] {
  const page = readFileSync(join(root, 'docs', 'adding.md'), 'utf8');
  const section = page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  const blocks = [...section.matchAll(/```(?:ts|svelte)\n([\s\S]*?)```/g)];
  return blocks.map(([, block = '']) => {
    const [first = '', ...rest] = block.trim().split('\n');
    const place = /^\s*(?:\/\/|<!--) (\S+), (after|before) `(.+?)`(?: -->)?$/.exec(first);
    if (place === null) throw new Error(`where does this snippet go? ${first}`);
    const [, file = '', where, anchor = ''] = place;
    return { file, where: where === 'before' ? 'before' : 'after', anchor, text: rest.join('\n') };
  });
}

function apply({ file, where, anchor, text }: Snippet): void {
  const path = join(copy, file);
  const lines = readFileSync(path, 'utf8').split('\n');
  const lineNumbers = lines.flatMap((line, index) => (line.includes(anchor) ? [index] : []));
  expect(lineNumbers, `${anchor} in ${file}`).toHaveLength(1);
  lines.splice((lineNumbers[0] ?? 0) + (where === 'after' ? 1 : 0), 0, text);
  writeFileSync(path, lines.join('\n'));
}

/** Runs a program of node_modules in the copy; resolves with its output if it fails, else null. */
function check(program: string, ...args: string[]): Promise<string | null> {
  const bin = join(root, 'node_modules', '.bin', program);
  return new Promise((resolve) => {
    execFile(bin, args, { cwd: copy, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      resolve(error === null ? null : stdout + stderr),
    );
  });
}

beforeAll(() => {
  const configs = ['base', 'node', 'tools', 'web'].map((name) => `tsconfig.${name}.json`);
  const names = [
    'src',
    'packages',
    'tools',
    'test',
    'bench',
    'build',
    'docs',
    'package.json',
    'tsconfig.json',
  ];
  for (const name of [
    ...names,
    ...configs,
    '.prettierrc.json',
    'vitest.config.ts',
    'electron.vite.config.ts',
  ])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true }));

describe('docs/adding.md', () => {
  it('adds an IPC command, a setting and a notification', async () => {
    const titles = ['An IPC command', 'A setting', 'A notification'];
    const snippets = titles.flatMap(snippetsOf);
    expect(snippets).toHaveLength(10);
    for (const snippet of snippets) apply(snippet);
    execFileSync(process.execPath, ['tools/docs/docs.ts'], { cwd: copy });
    const reference = readFileSync(join(copy, 'docs', 'settings-reference.md'), 'utf8');
    expect(reference).toContain('`wallpaper.weekday`');
    expect(await check('tsc', '-p', 'tsconfig.node.json')).toBeNull();
    expect(await check('svelte-check', '--tsconfig', 'tsconfig.web.json')).toBeNull();
    const tests = [
      'src/main/platform/ipc',
      'src/main/settings',
      'src/main/notifications',
      'src/shared/settings',
      'tools/docs',
    ];
    expect(await check('vitest', 'run', '--project', 'unit', ...tests)).toBeNull();
  });

  it('adds a language', async () => {
    const page = readFileSync(join(root, 'docs', 'adding.md'), 'utf8');
    const recipe = page.split('\n## A language\n')[1]?.split('\n## ')[0] ?? '';
    const [copyFolder = '', ...others] = [...recipe.matchAll(/```sh\n\s*([^\n]*)\n/g)].map(
      ([, line = '']) => line,
    );
    expect(others[0]).toBe('npm run words');
    execFileSync('sh', ['-c', copyFolder], { cwd: copy });
    execFileSync(process.execPath, ['tools/words/check-words.ts'], { cwd: copy });
    const script = `
      import { languages } from '#shared/language/language.ts';
      import { defaultSettings, settingsSchema } from '#shared/settings/settings.ts';
      settingsSchema.parse({ ...defaultSettings, language: 'fr' });
      if (!languages.includes('fr')) throw new Error(languages.join());
    `;
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: copy });
    const test = 'test/unit/words.test.ts';
    expect(
      await check('vitest', 'run', '--project', 'unit', '-t', '^the catalogs', test),
    ).toBeNull();
    expect(await check('tsc', '-p', 'tsconfig.node.json')).toBeNull();
  });
});
