import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, posix, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The pages for users. What they put in “…” is a text of the interface. */
const userPages = [
  'README.md',
  ...[
    'getting-started',
    'picture',
    'wallpaper',
    'station',
    'journal',
    'settings',
    'notifications',
    'command-line',
    'many',
    'troubleshooting',
  ].map((name) => `docs/${name}.md`),
];
const allPages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  // Names the files of Electron’s source.
  .filter((page) => page !== 'docs/electron.md');

const withoutBlocks = (text: string): string =>
  text.replace(/^ *(```|~~~)[\s\S]*?^ *\1/gm, '').replace(/<!--[\s\S]*?-->/g, '');

function englishMessages(): string[] {
  const folder = join(root, 'src', 'locales', 'en');
  return readdirSync(folder).flatMap((name) => textsIn(JSON.parse(read(`src/locales/en/${name}`))));
}

/** All texts of a catalog; a message with plural forms has several. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

const escaped = (text: string): string => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
/** A message as a pattern: each value in braces stands for any text. */
const patternOf = (message: string): string =>
  message
    .split(/\{[^{}]*\}/)
    .map(escaped)
    .join('.+');

const messages = englishMessages();
const exact = new Set(messages);
// A message of values alone, such as `{first} {second}`, would match any label.
const patterns = new RegExp(
  `^(?:${messages
    .filter(
      (message) =>
        /\{[^{}]*\}/.test(message) && /\p{L}{3}/u.test(message.replace(/\{[^{}]*\}/g, '')),
    )
    .map(patternOf)
    .join('|')})$`,
  'u',
);

/** The texts in “…” that are no message. A page may wrap them, and put the emphasis of Markdown around them. */
const unknownLabels = (text: string): string[] =>
  [
    ...withoutBlocks(text)
      .replace(/`[^`]*`/g, '')
      .matchAll(/“([^”]+)”/g),
  ]
    .map(([, label = '']) => label.replace(/\s+/g, ' '))
    .filter((label) => !exact.has(label) && !patterns.test(label));

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const paths = new Set(files);
const names = new Set(files.map((path) => basename(path)));
/** Names in capitals stand for a name that the reader chooses. */
const isSourceFile = (span: string): boolean =>
  /^[\w./-]+\.(?:ts|mts|mjs|svelte|c)$/.test(span) && !/[A-Z]{2}/.test(span);
const roots = [
  '',
  'src',
  'src/main',
  'src/renderer/src',
  'src/shared',
  'packages/services/src',
  'test',
];

/** The code spans of a page that look like the path of a source file, and name no file. */
const missingFiles = (page: string, text: string): string[] =>
  [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)]
    .map(([, span = '']) => span)
    .filter((span) => isSourceFile(span))
    .filter((span) =>
      span.includes('/')
        ? ![...roots, posix.dirname(page)].some((folder) => paths.has(posix.join(folder, span)))
        : !names.has(span),
    );

describe('the docs', () => {
  it.each(userPages)('quote texts of the interface in %s', (page) => {
    expect(unknownLabels(read(page))).toEqual([]);
  });

  it.each(allPages)('name files that exist in %s', (page) => {
    expect(missingFiles(page, read(page))).toEqual([]);
  });

  it('are reported with a label or a file that is gone', () => {
    expect(unknownLabels('“Set as wallpaper”, “Set as wallpapers” and “Drafts (3)”')).toEqual([
      'Set as wallpapers',
    ]);
    expect(
      missingFiles('docs/x.md', '`settings/gone.ts` `gone.ts` `journal/rules.ts` `poller.ts`'),
    ).toEqual(['settings/gone.ts', 'gone.ts']);
  });
});
