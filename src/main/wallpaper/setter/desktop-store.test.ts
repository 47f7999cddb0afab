import { expect, it } from 'vitest';
import { isBelow, mergePrevious, type Previous } from './desktop-store.ts';

const isOurs = (value: string): boolean => value.startsWith('/ours/');
const settings = [
  { key: 'style', value: 'zoom' },
  { key: 'image', value: '/ours/new.jpg' },
];
const before = (values: Previous['values']): Previous => ({ backend: 'one', values });

it.each<[string, Previous | null, Record<string, string> | null, Previous['values']]>([
  ['the first time', null, { style: 'fit', image: '/a.jpg' }, { style: 'fit', image: '/a.jpg' }],
  ['nothing was set', null, {}, { style: null, image: null }],
  ['the desktop says nothing', null, null, { style: null, image: null }],
  [
    'our own is there: what was before it stays',
    before({ style: 'fit', image: '/a.jpg' }),
    { style: 'zoom', image: '/ours/old.jpg' },
    { style: 'fit', image: '/a.jpg' },
  ],
  [
    'the person chose another since',
    before({ style: 'fit', image: '/a.jpg' }),
    { style: 'centre', image: '/b.jpg' },
    { style: 'centre', image: '/b.jpg' },
  ],
  [
    'ours, and nothing is known',
    null,
    { style: 'zoom', image: '/ours/old.jpg' },
    { style: 'zoom' },
  ],
  [
    'a display that is new',
    before({ other: 'x' }),
    { style: 'fit', image: '/a.jpg' },
    { other: 'x', style: 'fit', image: '/a.jpg' },
  ],
  [
    'what another desktop was set to is of no use here',
    { backend: 'two', values: { image: '/z.jpg' } },
    { style: 'fit', image: '/a.jpg' },
    { style: 'fit', image: '/a.jpg' },
  ],
])('remembers: %s', (_what, remembered, held, values) => {
  const map = held === null ? null : new Map(Object.entries(held));
  expect(mergePrevious('one', remembered, map, settings, isOurs)).toEqual(before(values));
});

it.each([
  ["/d/it's #1/w/a.jpg", true],
  ["'file:///d/it%27s%20%231/w/a.jpg'", true],
  ["file:///d/it's%20%231/w/a.jpg", true],
  ["/d/it's #2/w/a.jpg", false],
  ['/elsewhere.jpg', false],
])('isBelow %s: %s', (value, below) => {
  expect(isBelow(["/d/it's #1/w"])(value)).toBe(below);
});
