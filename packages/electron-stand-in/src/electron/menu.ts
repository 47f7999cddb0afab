import { NotInStandInError, strictObject } from './api.ts';

/** The properties of Electron's MenuItem that a tray's menu needs. */
export interface MenuItem {
  readonly label: string;
  readonly type: 'normal' | 'separator' | 'submenu';
  readonly enabled: boolean;
  readonly submenu: Menu | null;
  click(): void;
}

const knownOptions = new Set(['label', 'type', 'enabled', 'submenu', 'click']);

/** Electron's Menu. */
export class Menu {
  readonly items: readonly MenuItem[];

  private constructor(items: readonly MenuItem[]) {
    this.items = items;
    return strictObject('Menu', this);
  }

  /** Takes a listener. On Linux, a menu of the tray emits no events (electron#28837). */
  on(_event: 'menu-will-show' | 'menu-will-close', _listener: () => void): this {
    return this;
  }

  /** Builds a menu as `lib/browser/api/menu.ts` does. */
  static buildFromTemplate(template: readonly Electron.MenuItemConstructorOptions[]): Menu {
    return new Menu(withoutExtraSeparators(template).map(itemOf));
  }

  /** Has no effect: the stand-in's windows have no menu bar. */
  static setApplicationMenu = (_menu: null): void => undefined;
}

/** Merges consecutive separators, and removes separators at the edges. */
function withoutExtraSeparators(
  template: readonly Electron.MenuItemConstructorOptions[],
): Electron.MenuItemConstructorOptions[] {
  const isLine = (item?: Electron.MenuItemConstructorOptions): boolean =>
    item?.type === 'separator';
  return template
    .filter((item, index, all) => !isLine(item) || !isLine(all[index - 1]))
    .filter((item, index, all) => !isLine(item) || (index > 0 && index < all.length - 1));
}

function itemOf(options: Electron.MenuItemConstructorOptions): MenuItem {
  const unknownOption = Object.keys(options).find((key) => !knownOptions.has(key));
  if (unknownOption !== undefined) throw new NotInStandInError(`${unknownOption} of a menu item`);
  const { label = '', submenu, type = submenu === undefined ? 'normal' : 'submenu' } = options;
  const { enabled = true, click } = options;
  if (type !== 'normal' && type !== 'separator' && type !== 'submenu')
    throw new NotInStandInError(`the menu item type ${type}`);
  const item: MenuItem = {
    label,
    type,
    enabled,
    submenu: Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : null,
    // Electron also passes the window and the event. The menu of a tray has no window.
    click: () => (click as ((item: MenuItem) => void) | undefined)?.(item),
  };
  return item;
}
