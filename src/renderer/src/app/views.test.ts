import { expect, it } from 'vitest';
import { actionOfHash, viewName, viewOfHash, views } from './views.ts';

it.each([
  ['', 'today'],
  ['#', 'today'],
  ['#unknown', 'today'],
  ['#station', 'station'],
  ['#settings/updates', 'settings'],
  ['#why', 'status'],
  ['#why/picture', 'status'],
])('viewOfHash returns the view of an address: %j → %s', (hash, view) => {
  expect(viewOfHash(hash)).toBe(view);
});

it.each([
  ['#journal/new', 'new-post'],
  ['#archive/search', 'search'],
  ['#station/passes', 'passes'],
  ['#station/transits', 'transits'],
  ['#journal', null],
  ['', null],
])('actionOfHash returns the action of an address: %j → %s', (hash, action) => {
  expect(actionOfHash(hash)).toBe(action);
});

it('views are in the order of the side bar', () => {
  expect(views.map(viewName)).toEqual([
    ...['Today', 'Archive', 'Station', 'Journal', 'Settings', 'Status'],
  ]);
});
