import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse, type AST } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../src/renderer');
const files = globSync('{src,glance}/**/*.svelte', { cwd: root });

/** Views must use the components of src/renderer/src/ui. These components have a reason to draw their own controls. */
const ownControls: Readonly<Record<string, string>> = {
  'src/app/Sidebar.svelte': 'the button looks like the links above it',
  'src/journal/Markdown.svelte': 'a tag within a line of text is the button',
  'src/journal/PassNights.svelte': 'a day of a calendar is the button',
  'src/journal/Photo.svelte': 'the photo is the button',
  'src/journal/PostPhoto.svelte': 'the file field of the system, which a button opens',
  'src/picture/archive/DayTile.svelte': 'the whole tile, with its picture, is the button',
  'src/settings/ColourRow.svelte': 'the colour field of the system, which no other view has',
  'src/station/PassList.svelte': 'a row of the list, with columns, is the button',
  'src/station/places/TownField.svelte': 'a combobox, which no other view has',
};

interface Found {
  readonly element: string;
  /** Whether the element is inside a condition or a loop. */
  readonly isConditional: boolean;
  readonly isLive: boolean;
}

const blocks = new Set(['IfBlock', 'EachBlock', 'AwaitBlock', 'KeyBlock']);

const attribute = (node: AST.RegularElement, name: string): string | null => {
  for (const each of node.attributes) {
    if (each.type !== 'Attribute' || each.name !== name) continue;
    const values = Array.isArray(each.value) ? each.value : [];
    return values.map((value) => (value.type === 'Text' ? value.data : '')).join('');
  }
  return null;
};

/** All HTML elements of a component. */
function elementsOf(source: string): Found[] {
  const found: Found[] = [];
  function walk(node: unknown, isConditional: boolean): void {
    if (Array.isArray(node)) for (const each of node) walk(each, isConditional);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const { type } = node as { type?: string };
    if (type === 'RegularElement') {
      const element = node as AST.RegularElement;
      const live = attribute(element, 'aria-live');
      const role = attribute(element, 'role') ?? '';
      const isLive =
        live === null
          ? ['status', 'alert', 'log', 'timer'].includes(role) || element.name === 'output'
          : live !== 'off';
      found.push({ element: element.name, isConditional, isLive });
    }
    const isBlock = type !== undefined && blocks.has(type);
    for (const [key, value] of Object.entries(node))
      if (key !== 'metadata') walk(value, isConditional || isBlock);
  }
  walk(parse(source, { modern: true }).fragment, false);
  return found;
}

const breaking = (rule: (found: Found, file: string) => boolean): string[] =>
  files
    .filter((file) =>
      elementsOf(readFileSync(join(root, file), 'utf8')).some((found) => rule(found, file)),
    )
    .map((file) => relative('.', file))
    .toSorted();

const isControl = ({ element }: Found): boolean =>
  ['button', 'input', 'select', 'textarea', 'dialog'].includes(element);

describe('the components of the renderer', () => {
  it('are found by this test', () => expect(files.length).toBeGreaterThan(80));

  it('use native controls only in src/ui, or for a reason that is listed', () => {
    const drawing = breaking((found, file) => !file.startsWith('src/ui/') && isControl(found));
    expect(drawing).toEqual(Object.keys(ownControls).toSorted());
  });

  it('contain one live region, which is in the page before its text changes', () => {
    expect(breaking(({ isLive }) => isLive)).toEqual(['src/ui/Toaster.svelte']);
    expect(breaking(({ isLive, isConditional }) => isLive && isConditional)).toEqual([]);
  });

  it.each([
    ['{#if x}<p role="status">{x}</p>{/if}', { isConditional: true, isLive: true }],
    ['<output>{x}</output>', { isConditional: false, isLive: true }],
    ['<div aria-live="polite">{x}</div>', { isConditional: false, isLive: true }],
    ['{#each xs as x}<b role="log" aria-live="off">{x}</b>{/each}', { isLive: false }],
  ])('are parsed into elements, with their conditions and live regions: %s', (source, expected) => {
    expect(elementsOf(source)).toMatchObject([expected]);
  });
});
