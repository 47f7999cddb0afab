import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
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

/** Checks that the recipes of docs/adding.md result in code that compiles and passes its tests. */

const root = join(import.meta.dirname, '..', '..');
const copy = mkdtempSync(join(realpathSync(tmpdir()), 'overhead-adding-'));

interface Snippet {
  readonly file: string;
  /** The text is inserted before or after (`where`) the line that contains `anchor`. Null: the text is a new file. */
  readonly place: { readonly where: string; readonly anchor: string } | null;
  readonly text: string;
}

const page = readFileSync(join(root, 'docs', 'adding.md'), 'utf8');
const sections = page.split(/^## (.*)\n/m).slice(1);
const titles = sections.filter((_, index) => index % 2 === 0);
const sectionOf = (title: string): string => sections[sections.indexOf(title) + 1] ?? '';

/** The snippets of one section, in order. */
function snippetsOf(title: string): Snippet[] {
  const blocks = [...sectionOf(title).matchAll(/^( *)```(?:ts|svelte|md)\n([\s\S]*?)```/gm)];
  return blocks.map(([, indent = '', block = '']) => {
    const [first = '', ...rest] = block.split('\n').map((line) => line.slice(indent.length));
    const text = rest.join('\n');
    const form = /^(?:\/\/|<!--) (\S+), (?:new file|(after|before) `(.+?)`)(?: -->)?$/.exec(first);
    if (form === null) throw new Error(`where does this snippet go? ${first}`);
    const [, file = '', where, anchor] = form;
    return {
      file,
      place: where === undefined || anchor === undefined ? null : { where, anchor },
      text,
    };
  });
}

function apply({ file, place, text }: Snippet): void {
  const path = join(copy, file);
  if (place === null) {
    writeFileSync(path, text, { flag: 'wx' });
    return;
  }
  const { where, anchor } = place;
  const lines = readFileSync(path, 'utf8').split('\n');
  const lineNumbers = lines.flatMap((line, index) => (line.includes(anchor) ? [index] : []));
  expect(lineNumbers, `${anchor} in ${file}`).toHaveLength(1);
  lines.splice(
    (lineNumbers[0] ?? 0) + (where === 'after' ? 1 : 0),
    0,
    text.replace(/^\n+/, '').trimEnd(),
  );
  writeFileSync(path, lines.join('\n'));
}

/** Runs a program of node_modules in the copy; resolves with its output if it fails, else null. */
function check(program: string, ...args: string[]): Promise<string | null> {
  const bin = join(root, 'node_modules', program);
  return new Promise((resolve) => {
    // The step `unit` runs the same properties with all their cases. As in the gates, Go collects garbage less often.
    const env = { ...process.env, OVERHEAD_FULL_TEST: '0', GOGC: '200' };
    execFile(bin, args, { cwd: copy, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
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
    'resources',
    'docs',
    'package.json',
    'tsconfig.json',
  ];
  for (const name of [
    ...names,
    ...configs,
    '.oxfmtrc.json',
    'vitest.config.ts',
    'electron.vite.config.ts',
  ])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true }));

/** The maximum number of source files that a recipe changes, without words, tests and docs. */
const mostFiles: Readonly<Record<string, number>> = {
  'An IPC command': 3,
  'A command-line option': 2,
  'A setting': 1,
  'A notification': 1,
  'A wallpaper backend': 2,
  'A picture source': 4,
};

/** Writes the generated parts of the docs in the copy. */
const writeDocs = () => execFileSync(process.execPath, ['tools/docs/docs.ts'], { cwd: copy });

describe('docs/adding.md', () => {
  it('contains no recipe without a test in this file', () => {
    // The last section adds no code: spoken.slow.browser.test.ts holds the announcements.
    expect(titles.toSorted()).toEqual(
      [...Object.keys(mostFiles), 'A language', 'An announcement of a screen reader'].toSorted(),
    );
  });

  it.each(Object.entries(mostFiles))('%s: changes at most %i source files', (title, most) => {
    const files = new Set(snippetsOf(title).map(({ file }) => file));
    const sources = [...files].filter(
      (file) => file.startsWith('src/') && !file.includes('/test/'),
    );
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.length).toBeLessThanOrEqual(most);
  });

  it('leads to a row in the settings reference for each new setting', () => {
    for (const snippet of Object.keys(mostFiles).flatMap(snippetsOf)) apply(snippet);
    writeDocs();
    const reference = readFileSync(join(copy, 'docs', 'settings-reference.md'), 'utf8');
    const newRow =
      /^\| `([\w.]+)` +\| boolean +\| `true` +\| Wallpaper & picture: (?:Day of|The obs).*$/gm;
    expect([...reference.matchAll(newRow)].map(([, key]) => key)).toEqual([
      'wallpaper.weekday',
      'picture.observatory',
    ]);
  });

  it('leads to code that passes the tests that read the tables that the recipes change', async () => {
    const tests = [
      ...['src/main/app/command-line/commands', 'src/main/platform/ipc/hostile', 'tools/docs/'],
      ...['src/main/picture/providers/chain', 'src/main/settings/managed', 'src/shared/settings/'],
      ...['src/main/notifications/rules', 'src/main/wallpaper/desktops/backends-record'],
      ...['src/main/settings/settings-import', 'tools/probe/'],
    ];
    expect(await check('.bin/vitest', 'run', '--project', 'unit', ...tests)).toBeNull();
  });

  it('leads to a new language that lacks only its translations after the first step', () => {
    const [copyFolder = '', ...others] = [
      ...sectionOf('A language').matchAll(/```sh\n\s*([^\n]*)\n/g),
    ].map(([, line = '']) => line);
    expect(others[0]).toBe('npm run words');
    const [, language = ''] = /src\/locales\/en src\/locales\/(\w+)$/.exec(copyFolder) ?? [];
    expect(existsSync(join(copy, 'src', 'locales', language)), 'the language is new').toBe(false);
    execFileSync('sh', ['-c', copyFolder], { cwd: copy });
    const { status, stderr } = spawnSync(process.execPath, ['tools/words/check-words.ts'], {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    // The check fails only because the next steps of the recipe are not done yet.
    expect(status).toBe(1);
    expect(
      stderr
        .trim()
        .split('\n')
        .filter((line) => !line.includes('not translated')),
    ).toEqual([]);
    const script = `
      import { languages } from '#shared/language/language.ts';
      import { defaultSettings, settingsSchema } from '#shared/settings/settings.ts';
      settingsSchema.parse({ ...defaultSettings, language: '${language}' });
      if (!languages.includes('${language}')) throw new Error(languages.join());
    `;
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: copy });
  });

  // The copy now contains the code of all recipes. The tests and tools import what the recipes change in main.
  it.each([
    // Several threads would need twice the processor time, because each checks types that they share.
    ['@typescript/native/bin/tsc', '-p', 'tsconfig.tools.json', '--singleThreaded'],
    ['.bin/svelte-check', '--tsconfig', 'tsconfig.web.json', '--tsgo-experimental-api'],
  ] as const)('leads to code that compiles: %s %s %s', async (program, ...args) => {
    expect(await check(program, ...args)).toBeNull();
  });
});
