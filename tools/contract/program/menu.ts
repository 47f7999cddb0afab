import assert from 'node:assert/strict';
import { crashReporter, dialog, Menu } from 'electron';
import { call, type Rule } from './rule.ts';

const menu = 'lib/browser/api/menu.ts';
const item = 'lib/browser/api/menu-item.ts';

/** Builds a menu with items that the types do not allow. */
const build = (template: unknown): Menu => call(Menu, 'buildFromTemplate', template) as Menu;

/** Opens a message box with options that the types do not allow. */
const ask = (options: unknown): unknown => call(dialog, 'showMessageBox', options);

export const earlyDialogRules: readonly Rule[] = [
  {
    title: 'throws before the app is ready',
    source: 'lib/browser/api/dialog.ts',
    run: () => assert.throws(() => ask({ message: '' }), /only be used after app is ready/),
  },
];

export const menuRules: Readonly<Record<string, readonly Rule[]>> = {
  Menu: [
    {
      title: 'refuses a template that is no array',
      source: menu,
      run: () => assert.throws(() => build({ label: 'a' }), /must be an array/),
    },
    {
      title: 'refuses an item that is neither labelled nor a separator nor has a role',
      source: menu,
      run() {
        for (const wrong of [{ type: 'normal' }, { enabled: false }, null])
          assert.throws(() => build([wrong]), /at least one of label, role or type/);
      },
    },
    {
      title: 'folds separators that follow each other, and drops those at the edges',
      source: menu,
      run() {
        const line = { type: 'separator' };
        const { items } = build([line, { label: 'a' }, line, line, { label: 'b' }, line]);
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
        const { items } = build([{ label: 'a' }, { label: 'b', enabled: false, visible: false }]);
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
        const [first] = build([{ label: 'a', submenu: [{ label: 'b' }] }]).items;
        assert.equal(first?.type, 'submenu');
        assert.equal(first.submenu?.items[0]?.label, 'b');
      },
    },
    {
      title: 'refuses a type that it does not know',
      source: item,
      run: () => assert.throws(() => build([{ label: 'a', type: 'x' }]), /Unknown menu item type/),
    },
    {
      title: 'calls click with the item',
      source: item,
      run() {
        let clicked: unknown = null;
        const [first] = build([{ label: 'a', click: (one: unknown) => (clicked = one) }]).items;
        first?.click();
        assert.equal(clicked, first);
      },
    },
    {
      title: 'takes a menu or null for the whole app, and nothing else',
      source: menu,
      run() {
        Menu.setApplicationMenu(null);
        assert.throws(() => call(Menu, 'setApplicationMenu', {}), /Invalid menu/);
      },
    },
  ],
  dialog: [
    {
      title: 'throws for a question with a wrong type, message or buttons',
      source: 'lib/browser/api/dialog.ts',
      run() {
        assert.throws(() => ask({ message: 'a', type: 'x' }), /Invalid message box type/);
        assert.throws(() => ask({ message: 1 }), /Message must be a string/);
        assert.throws(() => ask({ message: 'a', buttons: 'b' }), /Buttons must be an array/);
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
