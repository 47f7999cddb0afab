import { expect, it } from 'vitest';
import { macMenu } from './mac-menu.ts';

const nothing = (): undefined => undefined;

it('macMenu has the items of macOS: Settings with ⌘, and the keys for editing and quitting', () => {
  let opened = 0;
  let quits = 0;
  const [own, ...others] = macMenu(
    () => (opened += 1),
    () => (quits += 1),
  );
  const items = own?.submenu as Electron.MenuItemConstructorOptions[];
  const settings = items.find(({ label }) => label === 'Settings…');
  expect(settings?.accelerator).toBe('Command+,');
  (settings?.click as (() => void) | undefined)?.();
  expect(opened).toBe(1);
  const last = items.at(-1);
  expect(last).toMatchObject({ label: 'Quit Overhead', accelerator: 'Command+Q' });
  (last?.click as (() => void) | undefined)?.();
  expect(quits).toBe(1);
  expect(others).toEqual([{ role: 'editMenu' }, { role: 'windowMenu' }]);
});

it('macMenu has no command that reloads a page', () => {
  expect(JSON.stringify(macMenu(nothing, nothing))).not.toMatch(/reload|viewMenu|toggleDevTools/i);
});
