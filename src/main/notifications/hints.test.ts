import { m } from '#words';
import { expect, it } from 'vitest';
import { brokenWindowNotice, firstRunNotice, windowClosedHint } from './hints.ts';

it('windowClosedHint names the tray only if the desktop has one', () => {
  expect(windowClosedHint(true).body).toBe(m.app_close_hint_tray());
  expect(windowClosedHint(false).body).toBe(m.app_close_hint_no_tray());
});

it('the notices of the app itself have different keys, and open the view that their text names', () => {
  const notices = [windowClosedHint(true), firstRunNotice(), brokenWindowNotice()];
  expect(new Set(notices.map(({ key }) => key)).size).toBe(3);
  expect(notices.map(({ click }) => click)).toEqual([
    { kind: 'open', view: 'today' },
    { kind: 'open', view: 'today' },
    { kind: 'open', view: 'status' },
  ]);
});
