import { Variant } from '@jellybrick/dbus-next';
import { describe, expect, it, vi } from 'vitest';
import { buildNodes, findNode, layoutOf, toDbusLabel, type LayoutItem } from './menu-layout.ts';

const item = (members: Partial<LayoutItem>): LayoutItem => ({
  label: '',
  type: 'normal',
  enabled: true,
  visible: true,
  checked: false,
  click: () => undefined,
  ...members,
});
/** Variants as plain values, to be read at a glance. */
const plain = (value: unknown): unknown => {
  if (value instanceof Variant) return plain(value.value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
};

describe('toDbusLabel', () => {
  it.each([
    ['a_b', 'a__b'],
    ['&Quit', '_Quit'],
    ['R&&D', 'R&D'],
    ['&&&x_', '&_x__'],
  ])('%s becomes %s', (label, expected) => expect(toDbusLabel(label)).toBe(expected));
});

describe('layout', () => {
  const click = vi.fn();
  const root = buildNodes([
    item({ label: 'Off', enabled: false }),
    item({ type: 'separator' }),
    item({ label: 'More', type: 'submenu', submenu: { items: [item({ label: 'One', click })] } }),
    item({ label: 'On', type: 'checkbox', checked: true, visible: false }),
  ]);

  it('numbers in reading order and says only what is not the default', () => {
    const more = { label: 'More', 'children-display': 'submenu' };
    const on = { label: 'On', visible: false, 'toggle-type': 'checkmark', 'toggle-state': 1 };
    expect(plain(layoutOf(root, -1, []))).toEqual([
      0,
      { 'children-display': 'submenu' },
      [
        [1, { label: 'Off', enabled: false }, []],
        [2, { type: 'separator' }, []],
        [3, more, [[4, { label: 'One' }, []]]],
        [5, on, []],
      ],
    ]);
  });

  it('stops at the depth and gives only the properties asked for', () => {
    const [, , children] = layoutOf(root, 1, ['label']);
    const labels = [{ label: 'Off' }, {}, { label: 'More' }, { label: 'On' }];
    expect(plain(children)).toEqual(labels.map((label, i) => [[1, 2, 3, 5][i], label, []]));
  });

  it('finds the click of an item at any depth', () => {
    findNode(root, 4)?.click();
    expect(click).toHaveBeenCalledOnce();
    expect(findNode(root, 9)).toBeNull();
  });
});
