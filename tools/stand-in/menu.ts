import { NotInStandInError, strict } from './api.ts';

/** Electron's MenuItem, as far as a tray's menu needs it. */
export interface MenuItem {
  readonly label: string;
  readonly type: 'normal' | 'separator' | 'submenu';
  readonly enabled: boolean;
  readonly visible: boolean;
  readonly submenu: Menu | null;
  click(): void;
}

const known = new Set(['label', 'type', 'enabled', 'visible', 'submenu', 'click']);

/** Electron's Menu. */
export class Menu {
  readonly items: readonly MenuItem[];

  private constructor(items: readonly MenuItem[]) {
    this.items = items;
    return strict('Menu', this);
  }

  static buildFromTemplate(template: readonly Electron.MenuItemConstructorOptions[]): Menu {
    return new Menu(template.map(itemOf));
  }

  /** The windows here have no menu bar. */
  static setApplicationMenu(menu: Menu | null): void {
    if (menu !== null) throw new NotInStandInError('an application menu');
  }
}

function itemOf(options: Electron.MenuItemConstructorOptions): MenuItem {
  const unknown = Object.keys(options).find((key) => !known.has(key));
  if (unknown !== undefined) throw new NotInStandInError(`${unknown} of a menu item`);
  const { label = '', submenu, type = submenu === undefined ? 'normal' : 'submenu' } = options;
  const { enabled = true, visible = true, click } = options;
  if (type !== 'normal' && type !== 'separator' && type !== 'submenu')
    throw new NotInStandInError(`the menu item type ${type}`);
  return {
    label,
    type,
    enabled,
    visible,
    submenu: Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : null,
    // Electron hands over the item, the window and the event; a tray's menu has no window.
    click: () => (click as (() => void) | undefined)?.(),
  };
}
