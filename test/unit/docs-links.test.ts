import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');

const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
  'packages/electron-stand-in/README.md',
  'packages/services/README.md',
];

const withoutCode = (text: string): string =>
  text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, '');

/** The targets of links and images, in Markdown and in HTML. */
function targetsIn(text: string): string[] {
  const markdown = /\]\(([^()\s]+(?:\([^()\s]*\))?)(?:\s+"[^"]*")?\)/g;
  const html = /\b(?:href|src|srcset)="([^"\s]+)"/g;
  return [...text.matchAll(markdown), ...text.matchAll(html)].map(([, target = '']) => target);
}

/** The anchors of a page's headings, as GitHub generates them. */
function anchorsOf(path: string): Set<string> {
  const anchors = new Set<string>();
  const text = readFileSync(path, 'utf8').replace(/^(```|~~~)[\s\S]*?^\1/gm, '');
  for (const [, heading = ''] of text.matchAll(/^#{1,6}\s+(.+)$/gm)) {
    const plain = heading.replace(/\]\([^)]*\)/g, '').toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
    let unique = anchor;
    for (let again = 1; anchors.has(unique); again += 1) unique = `${anchor}-${again}`;
    anchors.add(unique);
  }
  return anchors;
}

/** The links of a page whose target does not exist; `text` is the page's Markdown. */
function deadLinks(page: string, text: string): string[] {
  return targetsIn(withoutCode(text)).filter((target) => {
    if (/^[a-z]+:/i.test(target)) return false;
    const [file = '', anchor] = decodeURIComponent(target).split('#');
    const path = file === '' ? page : resolve(dirname(page), file);
    if (!existsSync(path)) return true;
    return anchor !== undefined && path.endsWith('.md') && !anchorsOf(path).has(anchor);
  });
}

describe('links of the docs', () => {
  it.each(pages)('lead to existing files and headings in %s', (page) => {
    const path = join(root, page);
    expect(deadLinks(path, readFileSync(path, 'utf8'))).toEqual([]);
  });

  it('are reported when the file, the image or the heading is missing', () => {
    const text = `[a](gone.md) ![b](images/gone.jpg) [c](journal.md#gone) [d](../README.md#overhead)
<img src="gone.png" /> \`[not a link](gone.md)\``;
    const dead = ['gone.md', 'images/gone.jpg', 'journal.md#gone', 'gone.png'];
    expect(deadLinks(join(root, 'docs', 'x.md'), text)).toEqual(dead);
  });
});

it('docs/README.md links to each page of docs', () => {
  const map = new Set(targetsIn(readFileSync(join(root, 'docs', 'README.md'), 'utf8')));
  const listed = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const withoutAnchors = new Set([...map].map((target) => target.replace(/#.*/, '')));
  expect(listed.filter((name) => name !== 'README.md' && !withoutAnchors.has(name))).toEqual([]);
});
