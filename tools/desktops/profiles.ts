/** A program of a desktop. The programs start in the order of the list. */
export interface DesktopProgram {
  readonly command: string;
  readonly args?: readonly string[];
  /** The condition that must hold before the next part starts: a window manager runs, or a bus name has an owner. */
  readonly ready?: 'window-manager' | `${string}.${string}`;
}

/** A desktop as Debian 12 packages it, with the command that reads its wallpaper. */
export interface Profile {
  /**
   * The packages of this desktop for `apt-get install --no-install-recommends`, in addition to the packages that every
   * desktop needs.
   */
  readonly packages: readonly string[];
  /** The environment variables of this desktop, in addition to the variables that every desktop has. */
  readonly env: Readonly<Record<string, string>>;
  readonly parts: readonly DesktopProgram[];
  /** The compositor of a Wayland desktop; absent on X11. */
  readonly compositor?: 'sway';
  /** The part that shows the tray, for the restart test; absent if there is none. */
  readonly panel?: string;
  /** The program that shows notifications; absent if the bus starts the right one by itself. */
  readonly notifier?: string;
  /** Whether the desktop needs logind and UPower on the system bus. python3-dbusmock provides them. */
  readonly systemBus?: boolean;
  /**
   * A shell command that prints the wallpaper, using the desktop's own tools; absent if the wallpaper cannot be read.
   */
  readonly readBack?: string;
  /** Whether the desktop's command for the wallpaper changes only the first monitor. */
  readonly isFirstMonitorOnly?: boolean;
  /** A shell command that runs in HOME before the desktop starts. */
  readonly prepare?: string;
  /** A shell command that runs after the desktop has started. */
  readonly settle?: string;
}

/** The packages that are installed for every desktop. */
export const commonPackages = [
  'tigervnc-standalone-server',
  'x11-utils',
  'x11-xserver-utils',
  'imagemagick',
  'dbus-daemon',
  'libglib2.0-bin',
  'dconf-gsettings-backend',
  'python3-dbusmock',
] as const;

const sessionVariables = (
  current: string,
  session: string,
  more: Readonly<Record<string, string>> = {},
) => ({
  XDG_CURRENT_DESKTOP: current,
  XDG_SESSION_DESKTOP: session,
  DESKTOP_SESSION: session,
  ...more,
});
const gnomeKeys = (schema: string): string =>
  `gsettings list-recursively ${schema} | grep -E 'picture-|color' | sort`;
const watcherName = 'org.kde.StatusNotifierWatcher';
/**
 * A shell command that creates the picture that is the wallpaper before the app sets one. feh's script `~/.fehbg`
 * restores this wallpaper.
 */
const ownPicture = "convert -size 64x64 'xc:#204060' own.png";
const showOwnPicture: DesktopProgram = {
  command: 'sh',
  args: ['-c', 'feh --bg-fill "$HOME/own.png"'],
};
const openbox: DesktopProgram = { command: 'openbox', ready: 'window-manager' };

/** The desktops of `npm run desktops`. XFCE is also the desktop of the end-to-end tests. */
export const profiles: Readonly<Record<string, Profile>> = {
  kde: {
    packages: [
      'plasma-desktop',
      'plasma-workspace',
      'kwin-x11',
      'kde-cli-tools',
      'breeze',
      'breeze-icon-theme',
      'libkf5config-bin',
    ],
    env: sessionVariables('KDE', 'plasma', {
      KDE_FULL_SESSION: 'true',
      KDE_SESSION_VERSION: '5',
      XDG_MENU_PREFIX: 'plasma-',
      QT_QUICK_BACKEND: 'software',
    }),
    parts: [
      { command: 'kwin_x11', args: ['--no-kactivities'], ready: 'window-manager' },
      { command: 'kded5' },
      { command: '/usr/lib/x86_64-linux-gnu/libexec/kactivitymanagerd' },
      { command: 'plasmashell', ready: watcherName },
    ],
    panel: 'plasmashell',
    readBack: `gdbus call --session --dest org.kde.plasmashell --object-path /PlasmaShell --method org.kde.PlasmaShell.evaluateScript 'desktops().forEach(function(d){d.currentConfigGroup=["Wallpaper","org.kde.image","General"];print(d.id+" "+d.wallpaperPlugin+" "+d.readConfig("FillMode")+" "+d.readConfig("Image")+" ; ")})'`,
  },
  gnome: {
    packages: [
      'gnome-shell',
      'gnome-settings-daemon',
      'gnome-session-bin',
      'gnome-backgrounds',
      'gnome-shell-extension-appindicator',
    ],
    env: sessionVariables('GNOME', 'gnome', {
      XDG_MENU_PREFIX: 'gnome-',
      GNOME_SHELL_SESSION_MODE: 'user',
    }),
    systemBus: true,
    // Without this extension GNOME has no tray.
    prepare: `gsettings set org.gnome.shell welcome-dialog-last-shown-version 99; gsettings set org.gnome.shell enabled-extensions "['ubuntu-appindicators@ubuntu.com']"`,
    parts: [{ command: 'gnome-shell', args: ['--x11', '--unsafe-mode'], ready: 'org.gnome.Shell' }],
    // GNOME starts with an open overview: close it.
    settle: `timeout 20 sh -c 'until gdbus call --session -d org.gnome.Shell -o /org/gnome/Shell -m org.gnome.Shell.Eval "Main.layoutManager._startingUp || (Main.overview.hide(), Main.overview.visible)" | grep -q false; do sleep 0.5; done'`,
    readBack: gnomeKeys('org.gnome.desktop.background'),
  },
  mate: {
    packages: [
      'mate-panel',
      'mate-settings-daemon',
      'marco',
      'caja',
      'mate-notification-daemon',
      'mate-backgrounds',
    ],
    env: sessionVariables('MATE', 'mate', { XDG_MENU_PREFIX: 'mate-' }),
    systemBus: true,
    notifier: '/usr/lib/mate-notification-daemon/mate-notification-daemon',
    parts: [
      { command: 'mate-settings-daemon', args: ['--replace'] },
      { command: 'marco', args: ['--replace', '--no-composite'], ready: 'window-manager' },
      { command: 'caja', args: ['-n', '--force-desktop'] },
      { command: 'mate-panel', args: ['--replace'], ready: watcherName },
    ],
    panel: 'mate-panel',
    readBack: gnomeKeys('org.mate.background'),
  },
  cinnamon: {
    packages: [
      'cinnamon',
      'nemo',
      'cinnamon-session',
      'cinnamon-settings-daemon',
      'muffin',
      'xapp-sn-watcher',
    ],
    env: sessionVariables('X-Cinnamon', 'cinnamon', {
      XDG_MENU_PREFIX: 'gnome-',
      CINNAMON_VERSION: '5.6.8',
    }),
    systemBus: true,
    // csd-background draws only after a session manager has reported that the session runs.
    parts: [
      { command: 'cinnamon-session', args: ['--session', 'cinnamon'], ready: 'org.Cinnamon' },
    ],
    readBack: gnomeKeys('org.cinnamon.desktop.background'),
  },
  budgie: {
    packages: ['budgie-core', 'budgie-desktop'],
    env: sessionVariables('Budgie:GNOME', 'budgie-desktop', { XDG_MENU_PREFIX: 'gnome-' }),
    systemBus: true,
    parts: [
      { command: 'budgie-wm', args: ['--x11'], ready: 'window-manager' },
      { command: 'budgie-daemon' },
      { command: 'budgie-panel', ready: 'org.budgie_desktop.Panel' },
    ],
    readBack: gnomeKeys('org.gnome.desktop.background'),
  },
  lxqt: {
    packages: ['lxqt-panel', 'pcmanfm-qt', 'lxqt-notificationd', 'openbox'],
    env: sessionVariables('LXQt', 'lxqt', {
      XDG_MENU_PREFIX: 'lxqt-',
      XDG_CONFIG_DIRS: '/etc:/etc/xdg:/usr/share',
    }),
    systemBus: true,
    notifier: '/usr/bin/lxqt-notificationd',
    // Before the app sets a picture, the background is a plain colour.
    prepare: `mkdir -p .config/pcmanfm-qt/lxqt && printf '[Desktop]\\nWallpaperMode=none\\nBgColor=#204060\\n' >.config/pcmanfm-qt/lxqt/settings.conf`,
    parts: [
      openbox,
      { command: 'pcmanfm-qt', args: ['--desktop', '--profile=lxqt'] },
      { command: 'lxqt-panel', ready: watcherName },
    ],
    panel: 'lxqt-panel',
    readBack: `grep -E '^(Wallpaper|WallpaperMode|BgColor)=' .config/pcmanfm-qt/lxqt/settings.conf`,
  },
  lxde: {
    packages: ['lxpanel', 'pcmanfm', 'openbox', 'dunst'],
    env: sessionVariables('LXDE', 'LXDE', { XDG_MENU_PREFIX: 'lxde-' }),
    notifier: '/usr/bin/dunst',
    prepare: `mkdir -p .config/pcmanfm/LXDE && printf '[*]\\nwallpaper_mode=color\\ndesktop_bg=#204060\\n' >.config/pcmanfm/LXDE/desktop-items-0.conf`,
    parts: [
      openbox,
      { command: 'pcmanfm', args: ['--desktop', '--profile', 'LXDE'] },
      { command: 'lxpanel', args: ['--profile', 'LXDE'] },
    ],
    readBack: `grep -hE '^(wallpaper|desktop_bg)' .config/pcmanfm/LXDE/desktop-items-*.conf`,
    isFirstMonitorOnly: true,
  },
  i3: {
    packages: ['i3-wm', 'i3status', 'feh', 'dunst'],
    env: sessionVariables('i3', 'i3'),
    notifier: '/usr/bin/dunst',
    prepare: `mkdir -p .config/i3 && sed 's/^exec i3-config-wizard.*//' /etc/i3/config >.config/i3/config && ${ownPicture}`,
    parts: [{ command: 'i3', ready: 'window-manager' }, showOwnPicture],
  },
  sway: {
    packages: ['sway', 'swaybg', 'grim', 'waybar', 'mako-notifier'],
    env: sessionVariables('sway', 'sway', { XDG_SESSION_TYPE: 'wayland', GDK_BACKEND: 'wayland' }),
    compositor: 'sway',
    notifier: '/usr/bin/mako',
    prepare: `mkdir -p .config/waybar && echo '{"modules-left":["sway/workspaces"],"modules-right":["tray","clock"]}' >.config/waybar/config && swaymsg "output * bg #204060 solid_color"`,
    parts: [{ command: 'waybar', ready: watcherName }],
    panel: 'waybar',
    readBack: 'ps -ww -C swaybg -o args=',
  },
  // Openbox is only a window manager: the desktop has no name, and tint2 shows no D-Bus tray icons.
  openbox: {
    packages: ['openbox', 'tint2', 'feh', 'dunst'],
    env: sessionVariables('', 'openbox', { XDG_MENU_PREFIX: '' }),
    notifier: '/usr/bin/dunst',
    prepare: ownPicture,
    parts: [openbox, { command: 'tint2' }, showOwnPicture],
  },
};
