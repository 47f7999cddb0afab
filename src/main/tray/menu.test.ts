import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyState, noonMs } from '#test/support/any-state.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import type { AppState } from '#shared/state.ts';
import { needsOf } from '#shared/status/needs.ts';
import { trayMenu, type MenuEntry, type TrayCommand } from './menu.ts';

const state = (part: Partial<AppState>): AppState => ({ ...emptyContent, revision: 1, ...part });
const live = { source: 'live', simulated: false } as const;

const flat = (entries: readonly MenuEntry[]): Exclude<MenuEntry, { kind: 'separator' }>[] =>
  entries
    .filter((entry) => entry.kind !== 'separator')
    .flatMap((entry) => (entry.kind === 'submenu' ? [entry, ...flat(entry.entries)] : [entry]));

describe('the menu, whatever the state', () => {
  it('has a label without a line break for every item, and contains every action', () => {
    const always: readonly TrayCommand['kind'][] = [
      ...(['open', 'set-wallpaper', 'restore-wallpaper', 'decide', 'quit'] as const),
    ];
    fc.assert(
      fc.property(anyState, (any) => {
        const entries = flat(trayMenu(any, noonMs));
        for (const { label } of entries) expect(label).toMatch(/^\S.*\S$/u);
        const items = entries.filter((entry) => entry.kind === 'item');
        const commands = items.flatMap(({ command }) => command ?? []);
        const kinds = new Set(commands.map(({ kind }) => kind));
        for (const kind of always) expect(kinds).toContain(kind);
        expect(kinds.has('resume')).toBe(!kinds.has('pause'));
        const views = commands.flatMap((command) => (command.kind === 'open' ? command.view : []));
        const destinations = ['today', 'station/passes', 'journal/new', 'settings'];
        expect(views).toEqual(expect.arrayContaining(destinations));
        // Commands that are always possible are never disabled.
        const open = items.filter(({ command }) => command?.kind === 'open');
        expect(open.every(({ enabled }) => enabled)).toBe(true);
      }),
    );
  });

  it('keeps the number and order of items and separators, apart from the items for simulated data and a problem', () => {
    const shape = (any: AppState): string =>
      trayMenu(any, noonMs)
        .map((entry) => (entry.kind === 'separator' ? '—' : '·'))
        .join('');
    const plain = shape(state({ services: live }));
    fc.assert(
      fc.property(anyState, (any) => {
        const withNeed = needsOf(any).length === 0 ? plain : plain.replace(/—···$/u, '·—···');
        expect(shape(any)).toBe(any.services.simulated ? `·—${withNeed}` : withNeed);
      }),
    );
  });
});
