import assert from 'node:assert/strict';
import { rulesOf, scriptSource, type CheckedRule } from './rule.ts';

const menuSource = scriptSource('menu');
const itemSource = scriptSource('menu-item');
const ownMenus = ['src/main/tray/tray.ts'] as const;

export const menuRules = rulesOf<CheckedRule>('Menu', [
  {
    title: 'adjacent separators become one; separators at the edges are dropped',
    source: menuSource,
    places: ownMenus,
    check({ Menu }) {
      const line = { type: 'separator' } as const;
      const { items } = Menu.buildFromTemplate([
        line,
        { label: 'a' },
        line,
        line,
        { label: 'b' },
        line,
      ]);
      assert.deepEqual(
        items.map(({ type }) => type),
        ['normal', 'separator', 'normal'],
      );
    },
  },
  {
    title: '`click` is called with its item',
    source: itemSource,
    places: ownMenus,
    check({ Menu }) {
      let clicked: unknown = null;
      const click = (one: unknown): void => void (clicked = one);
      const [first] = Menu.buildFromTemplate([{ label: 'a', click }]).items;
      first?.click();
      assert.equal(clicked, first);
    },
  },
  {
    title: '`setApplicationMenu()` accepts null',
    source: menuSource,
    places: ['src/main/platform/windows/app-menu.ts'],
    check: ({ Menu }) => Menu.setApplicationMenu(null),
  },
  {
    title: 'a menu takes listeners for `menu-will-show` and `menu-will-close`',
    source: menuSource,
    places: ownMenus,
    check({ Menu }) {
      const menu = Menu.buildFromTemplate([{ label: 'a' }]);
      const listener = (): void => undefined;
      assert.equal(menu.on('menu-will-show', listener), menu);
      assert.equal(menu.on('menu-will-close', listener), menu);
    },
  },
]);

export const dialogRules = rulesOf<CheckedRule>('dialog', [
  {
    title: '`showErrorBox()` returns at once before `ready`, without a dialog',
    source: 'shell/browser/ui/message_box_gtk.cc',
    places: ['src/main/app/dialogs.ts'],
    platforms: ['linux'],
    when: 'before ready',
    check({ app, dialog }) {
      dialog.showErrorBox('A rule', 'This is no error.');
      assert.equal(app.isReady(), false);
    },
  },
]);
