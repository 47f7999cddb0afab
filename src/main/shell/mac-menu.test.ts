import { expect, it } from 'vitest';
import { macMenu } from './mac-menu.ts';

it('has what macOS expects: Settings under ⌘, and the keys for editing and quitting', () => {
  let opened = 0;
  const [own, ...others] = macMenu(() => (opened += 1));
  const items = own?.submenu as Electron.MenuItemConstructorOptions[];
  const settings = items.find(({ label }) => label === 'Settings…');
  expect(settings?.accelerator).toBe('Command+,');
  (settings?.click as (() => void) | undefined)?.();
  expect(opened).toBe(1);
  expect(items.at(-1)).toEqual({ role: 'quit' });
  expect(others).toEqual([{ role: 'editMenu' }, { role: 'windowMenu' }]);
});

it('has nothing that reloads a page', () => {
  expect(JSON.stringify(macMenu(() => undefined))).not.toMatch(/reload|viewMenu|toggleDevTools/i);
});
