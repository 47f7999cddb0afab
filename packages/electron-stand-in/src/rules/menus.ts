import assert from 'node:assert/strict';
import { callUntyped, rulesOf, scriptSource, type CheckedRule, type Electron } from './rule.ts';

const menuSource = scriptSource('menu');
const itemSource = scriptSource('menu-item');
const ownMenus = ['src/main/tray/tray.ts'];

/** Builds a menu with items that the types do not allow. */
const buildMenu = (Menu: Electron['Menu'], template: unknown): Electron.Menu =>
  callUntyped(Menu, 'buildFromTemplate', template) as Electron.Menu;

/** Opens a message box with options that the types do not allow. */
const openMessageBox = (dialog: Electron.Dialog, options: unknown): unknown =>
  callUntyped(dialog, 'showMessageBox', options);

export const menuRules = rulesOf<CheckedRule>('Menu', [
  {
    title: '`buildFromTemplate()` throws for a template that is not an array',
    source: menuSource,
    check: ({ Menu }) => assert.throws(() => buildMenu(Menu, { label: 'a' }), /must be an array/),
  },
  {
    title: '`buildFromTemplate()` throws for an item without label, role and type',
    source: menuSource,
    check({ Menu }) {
      for (const wrong of [{ type: 'normal' }, { enabled: false }, null])
        assert.throws(() => buildMenu(Menu, [wrong]), /at least one of label, role or type/);
    },
  },
  {
    title: 'adjacent separators become one; separators at the edges are dropped',
    source: menuSource,
    places: ownMenus,
    check({ Menu }) {
      const line = { type: 'separator' };
      const { items } = buildMenu(Menu, [line, { label: 'a' }, line, line, { label: 'b' }, line]);
      assert.deepEqual(
        items.map(({ type }) => type),
        ['normal', 'separator', 'normal'],
      );
    },
  },
  {
    title: 'items are enabled and visible by default',
    source: itemSource,
    check({ Menu }) {
      const { items } = buildMenu(Menu, [
        { label: 'a' },
        { label: 'b', enabled: false, visible: false },
      ]);
      assert.deepEqual(
        items.map(({ label, enabled, visible }) => [label, enabled, visible]),
        [
          ['a', true, true],
          ['b', false, false],
        ],
      );
    },
  },
  {
    title: 'an item with a `submenu` gets the type `submenu` and a menu',
    source: itemSource,
    check({ Menu }) {
      const [first] = buildMenu(Menu, [{ label: 'a', submenu: [{ label: 'b' }] }]).items;
      assert.equal(first?.type, 'submenu');
      assert.equal(first.submenu?.items[0]?.label, 'b');
    },
  },
  {
    title: 'an unknown type of an item throws',
    source: itemSource,
    check: ({ Menu }) =>
      assert.throws(() => buildMenu(Menu, [{ label: 'a', type: 'x' }]), /Unknown menu item type/),
  },
  {
    title: '`click` is called with its item',
    source: itemSource,
    places: ownMenus,
    check({ Menu }) {
      let clicked: unknown = null;
      const click = (one: unknown): void => void (clicked = one);
      const [first] = buildMenu(Menu, [{ label: 'a', click }]).items;
      first?.click();
      assert.equal(clicked, first);
    },
  },
  {
    title: '`setApplicationMenu()` accepts null, and throws for an object that is not a menu',
    source: menuSource,
    places: ['src/main/platform/windows/app-menu.ts'],
    check({ Menu }) {
      Menu.setApplicationMenu(null);
      assert.throws(() => callUntyped(Menu, 'setApplicationMenu', {}), /Invalid menu/);
    },
  },
  {
    title: 'a menu takes listeners for `menu-will-show` and `menu-will-close`',
    source: menuSource,
    places: ownMenus,
    check({ Menu }) {
      const menu = buildMenu(Menu, [{ label: 'a' }]);
      const listener = (): void => undefined;
      assert.equal(menu.on('menu-will-show', listener), menu);
      assert.equal(menu.on('menu-will-close', listener), menu);
    },
  },
]);

export const dialogRules = rulesOf<CheckedRule>('dialog', [
  {
    title: '`showMessageBox()` throws before `ready`',
    source: scriptSource('dialog'),
    when: 'before ready',
    check: ({ dialog }) =>
      assert.throws(
        () => openMessageBox(dialog, { message: '' }),
        /only be used after app is ready/,
      ),
  },
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
  {
    title: '`showMessageBox()` throws for a wrong type, message or buttons',
    source: scriptSource('dialog'),
    check({ dialog }) {
      for (const [options, message] of [
        [{ message: 'a', type: 'x' }, /Invalid message box type/],
        [{ message: 1 }, /Message must be a string/],
        [{ message: 'a', buttons: 'b' }, /Buttons must be an array/],
      ] as const)
        assert.throws(() => openMessageBox(dialog, options), message);
    },
  },
]);
