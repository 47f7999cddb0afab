import { NotInStandInError, strict } from './absent.ts';
import { app } from './app.ts';
import { imageFromPath, NativeImage } from './native-image.ts';

const roles: Readonly<Record<string, { label: string; click: () => void }>> = {
  quit: { label: 'Quit', click: () => app.quit() },
};

/** Electron's MenuItem. */
export class MenuItem implements Pick<
  Electron.MenuItem,
  'id' | 'label' | 'sublabel' | 'type' | 'enabled' | 'visible' | 'checked'
> {
  id: string;
  label: string;
  sublabel: string;
  type: NonNullable<Electron.MenuItemConstructorOptions['type']>;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  icon: NativeImage | undefined;
  submenu: Menu | null;
  click: () => void;
  /** The items of a radio group know each other by their menu. */
  menu: Menu | null = null;

  constructor(options: Electron.MenuItemConstructorOptions) {
    const role = options.role === undefined ? undefined : roles[options.role];
    if (options.role !== undefined && role === undefined)
      throw new NotInStandInError(`the menu role ${options.role}`);
    const { submenu, icon } = options;
    this.id = options.id ?? '';
    this.label = options.label ?? role?.label ?? '';
    this.sublabel = options.sublabel ?? '';
    this.type = options.type ?? (submenu === undefined ? 'normal' : 'submenu');
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.icon = typeof icon === 'string' ? imageFromPath(icon) : undefined;
    if (icon instanceof NativeImage) this.icon = icon;
    this.submenu = Array.isArray(submenu)
      ? Menu.buildFromTemplate(submenu)
      : submenu instanceof Menu
        ? submenu
        : null;
    this.click = () => {
      if (this.type === 'checkbox') this.checked = !this.checked;
      if (this.type === 'radio') for (const item of this.radioGroup()) item.checked = item === this;
      role?.click();
      // The real types want a whole BrowserWindow and MenuItem; a tray's menu has no window.
      options.click?.(this as unknown as Electron.MenuItem, undefined, {
        triggeredByAccelerator: false,
      });
    };
  }

  private radioGroup(): readonly MenuItem[] {
    const items = this.menu?.items ?? [this];
    const at = items.indexOf(this);
    const isOther = (item: MenuItem): boolean => item.type !== 'radio';
    const end = items.findIndex((item, index) => index > at && isOther(item));
    const start = items.findLastIndex((item, index) => index < at && isOther(item)) + 1;
    return items.slice(start, end === -1 ? undefined : end);
  }
}

let applicationMenu: Menu | null = null;

/** Electron's Menu. */
export class Menu {
  readonly items: MenuItem[] = [];

  constructor() {
    return strict('Menu', this);
  }

  append(item: MenuItem): void {
    this.insert(this.items.length, item);
  }

  insert(position: number, item: MenuItem): void {
    item.menu = this;
    this.items.splice(position, 0, item);
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : (item.submenu?.getMenuItemById(id) ?? null);
      if (found !== null) return found;
    }
    return null;
  }

  static buildFromTemplate(
    template: readonly (Electron.MenuItemConstructorOptions | Electron.MenuItem | MenuItem)[],
  ): Menu {
    const menu = new Menu();
    for (const entry of template)
      menu.append(
        entry instanceof MenuItem
          ? entry
          : new MenuItem(entry as Electron.MenuItemConstructorOptions),
      );
    return menu;
  }

  /** Kept, and not shown: the windows here have no menu bar. */
  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu;
  }

  static getApplicationMenu(): Menu | null {
    return applicationMenu;
  }
}
