import assert from 'node:assert/strict';
import { crashReporter, dialog, Menu } from 'electron';
import { callUntyped, type Rule } from './rule.ts';

const menu = 'lib/browser/api/menu.ts';
const item = 'lib/browser/api/menu-item.ts';

/** Builds a menu with items that the types do not allow. */
const buildMenu = (template: unknown): Menu =>
  callUntyped(Menu, 'buildFromTemplate', template) as Menu;

/** Opens a message box with options that the types do not allow. */
const openMessageBox = (options: unknown): unknown =>
  callUntyped(dialog, 'showMessageBox', options);

export const earlyDialogRules: readonly Rule[] = [
  {
    title: 'throws before the app is ready',
    source: 'lib/browser/api/dialog.ts',
    run: () =>
      assert.throws(() => openMessageBox({ message: '' }), /only be used after app is ready/),
  },
];

export const menuRules: Readonly<Record<string, readonly Rule[]>> = {
  Menu: [
    {
      title: 'refuses a template that is no array',
      source: menu,
      run: () => assert.throws(() => buildMenu({ label: 'a' }), /must be an array/),
    },
    {
      title: 'refuses an item that is neither labelled nor a separator nor has a role',
      source: menu,
      run() {
        for (const wrong of [{ type: 'normal' }, { enabled: false }, null])
          assert.throws(() => buildMenu([wrong]), /at least one of label, role or type/);
      },
    },
    {
      title: 'folds separators that follow each other, and drops those at the edges',
      source: menu,
      run() {
        const line = { type: 'separator' };
        const { items } = buildMenu([line, { label: 'a' }, line, line, { label: 'b' }, line]);
        assert.deepEqual(
          items.map(({ type }) => type),
          ['normal', 'separator', 'normal'],
        );
      },
    },
    {
      title: 'has items that are enabled and visible unless told otherwise',
      source: item,
      run() {
        const { items } = buildMenu([
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
      title: 'builds the menu of a submenu, whose item has the type submenu',
      source: item,
      run() {
        const [first] = buildMenu([{ label: 'a', submenu: [{ label: 'b' }] }]).items;
        assert.equal(first?.type, 'submenu');
        assert.equal(first.submenu?.items[0]?.label, 'b');
      },
    },
    {
      title: 'refuses a type that it does not know',
      source: item,
      run: () =>
        assert.throws(() => buildMenu([{ label: 'a', type: 'x' }]), /Unknown menu item type/),
    },
    {
      title: 'calls click with the item',
      source: item,
      run() {
        let clicked: unknown = null;
        const [first] = buildMenu([{ label: 'a', click: (one: unknown) => (clicked = one) }]).items;
        first?.click();
        assert.equal(clicked, first);
      },
    },
    {
      title: 'takes a menu or null for the whole app, and nothing else',
      source: menu,
      run() {
        Menu.setApplicationMenu(null);
        assert.throws(() => callUntyped(Menu, 'setApplicationMenu', {}), /Invalid menu/);
      },
    },
  ],
  dialog: [
    {
      title: 'throws for a question with a wrong type, message or buttons',
      source: 'lib/browser/api/dialog.ts',
      run() {
        assert.throws(
          () => openMessageBox({ message: 'a', type: 'x' }),
          /Invalid message box type/,
        );
        assert.throws(() => openMessageBox({ message: 1 }), /Message must be a string/);
        assert.throws(
          () => openMessageBox({ message: 'a', buttons: 'b' }),
          /Buttons must be an array/,
        );
      },
    },
  ],
  crashReporter: [
    {
      title: 'needs an address unless it uploads nothing',
      source: 'lib/browser/api/crash-reporter.ts',
      run: () => assert.throws(() => crashReporter.start({}), /submitURL must be specified/),
    },
  ],
};
