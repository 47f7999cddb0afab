import { DbusInterface, readable } from './dbus-interface.ts';

type Pixmap = [width: number, height: number, argb: Buffer];

/** The item of a tray as org.kde.StatusNotifierItem, shaped like Chromium's. */
export class StatusItem extends DbusInterface {
  readonly ItemIsMenu = false;
  readonly WindowId = 0;
  readonly Category = 'ApplicationStatus';
  readonly Status = 'Active';
  readonly IconName = '';
  readonly IconThemePath = '';
  readonly AttentionIconName = '';
  readonly OverlayIconName = '';
  readonly AttentionIconPixmap: Pixmap[] = [];
  readonly OverlayIconPixmap: Pixmap[] = [];
  readonly Id: string;
  readonly Menu: string;
  Title = '';
  IconPixmap: Pixmap[] = [];
  ToolTip: [string, Pixmap[], string, string] = ['', [], '', ''];
  private readonly onActivate: (x: number, y: number) => void;

  constructor(id: string, menu: string, onActivate: (x: number, y: number) => void) {
    super('org.kde.StatusNotifierItem');
    this.Id = id;
    this.Menu = menu;
    this.onActivate = onActivate;
  }

  Activate(x: number, y: number): void {
    this.onActivate(x, y);
  }

  SecondaryActivate(x: number, y: number): void {
    this.onActivate(x, y);
  }

  /** The panel shows the menu by itself. */
  ContextMenu(): void {
    return;
  }

  Scroll(): void {
    return;
  }

  setIcon(pixmaps: Pixmap[]): void {
    this.IconPixmap = pixmaps;
    this.NewIcon();
  }

  setToolTip(text: string): void {
    this.ToolTip = ['', [], text, ''];
    this.NewToolTip();
  }

  setTitle(title: string): void {
    this.Title = title;
    this.NewTitle();
  }

  NewIcon(): void {
    return;
  }

  NewToolTip(): void {
    return;
  }

  NewTitle(): void {
    return;
  }
}

StatusItem.configureMembers({
  properties: {
    ItemIsMenu: readable('b'),
    WindowId: readable('i'),
    Menu: readable('o'),
    Category: readable('s'),
    Id: readable('s'),
    Status: readable('s'),
    Title: readable('s'),
    IconName: readable('s'),
    IconThemePath: readable('s'),
    AttentionIconName: readable('s'),
    OverlayIconName: readable('s'),
    IconPixmap: readable('a(iiay)'),
    AttentionIconPixmap: readable('a(iiay)'),
    OverlayIconPixmap: readable('a(iiay)'),
    ToolTip: readable('(sa(iiay)ss)'),
  },
  methods: {
    Activate: { inSignature: 'ii' },
    SecondaryActivate: { inSignature: 'ii' },
    ContextMenu: { inSignature: 'ii' },
    Scroll: { inSignature: 'is' },
  },
  signals: {
    NewIcon: { signature: '' },
    NewToolTip: { signature: '' },
    NewTitle: { signature: '' },
  },
});
