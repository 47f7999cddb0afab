import { nativeSource, rulesOf, scriptSource, type AskedRule } from '#stand-in/rules/rule.ts';

const linux = ['linux'] as const;
const windows = ['win32'] as const;

/** The rules that no program can check: they need a person, or a system with something special. */
export const askedRules: readonly AskedRule[] = [
  ...rulesOf<AskedRule>('app', [
    {
      title: '`relaunch()` starts the mount of an AppImage, which is gone by then',
      source: 'shell/browser/relauncher_linux.cc',
      places: ['src/main/platform/process/own-program.ts'],
      platforms: linux,
      ask: 'update an AppImage: does it start again?',
    },
    {
      title: '`second-instance` may be emitted before `ready`',
      source: nativeSource('app'),
      places: ['src/main/app/command-line/instance.ts'],
      ask: 'start the app twice at once: is there one window?',
    },
    {
      title: 'a lock that cannot be created counts as taken',
      source: nativeSource('app'),
      places: ['src/main/app/command-line/instance.ts'],
      ask: 'start the app with a data folder that is read-only: is there a message?',
    },
    {
      title: 'the loss of the session emits only `quit`',
      source: 'shell/browser/electron_browser_main_parts.cc',
      places: ['src/main/platform/windows/app-end.ts'],
      platforms: linux,
      ask: 'write a post, log out at once, and log in: is the post complete?',
    },
    {
      title: 'the end of the session emits neither `before-quit` nor `will-quit`',
      source: 'docs/api/app.md',
      places: ['src/main/platform/windows/app-end.ts'],
      platforms: windows,
      ask: 'write a post, sign out at once, and sign in: is the post complete?',
    },
    {
      title: 'Windows lists login items of the current path only',
      source: 'shell/browser/browser_win.cc',
      places: ['src/main/settings/login-item/login-item.ts'],
      platforms: windows,
      ask: 'switch “start at login” on, and move the program: what do the settings show?',
    },
    {
      title: 'Chromium holds its files until all its processes have ended',
      source: 'chromium/base/files/file_win.cc',
      places: ['src/main/settings/store/data-removal.ts'],
      platforms: windows,
      ask: 'remove all data in the settings: is the folder gone?',
    },
    {
      title: 'without a usable sandbox Chromium ends before it runs a script',
      source: 'chromium/content/browser/zygote_host/zygote_host_impl_linux.cc',
      places: ['tools/setup/sandbox.ts', 'build/linux/unshare'],
      platforms: linux,
      ask: 'start the AppImage on Ubuntu: does `--status` say that the sandbox is on?',
    },
  ]),
  ...rulesOf<AskedRule>('BrowserWindow', [
    {
      title: '`getNormalBounds()` returns the position 0,0 on Wayland',
      source: 'docs/api/base-window.md',
      places: ['src/main/platform/windows/bounds.ts'],
      platforms: linux,
      ask: 'close and open the window on Wayland: is its size kept?',
    },
  ]),
  ...rulesOf<AskedRule>('WebContents', [
    {
      title: 'zoom belongs to an origin, unless `zoomMode` is `isolated`',
      source: 'shell/browser/web_contents_zoom_controller.cc',
      places: ['src/main/platform/windows/glance-window.ts'],
      ask: 'zoom the window: does the popover of the tray keep its size?',
    },
  ]),
  ...rulesOf<AskedRule>('session', [
    {
      title: '`onBeforeRequest` without a filter also gets `devtools:`',
      source: nativeSource('web_request'),
      places: ['src/main/platform/windows/harden.ts'],
      ask: 'open the developer tools in a checkout: do they load?',
    },
  ]),
  ...rulesOf<AskedRule>('Tray', [
    {
      title: 'an item that the watcher refuses becomes a GTK icon, without an event',
      source: 'shell/browser/ui/tray_icon_linux.cc',
      places: ['src/main/tray/tray.ts'],
      platforms: linux,
      ask: 'start on a desktop without tray icons: does the window open?',
    },
    {
      title: 'the bus name of an item is another one in a sandbox',
      source: 'chromium/chrome/browser/ui/views/status_icons/status_icon_linux_dbus.cc',
      places: ['src/main/tray/host.ts'],
      platforms: linux,
      ask: 'start the Flatpak: is there an icon?',
    },
  ]),
  ...rulesOf<AskedRule>('Notification', [
    {
      title: 'a toast that times out emits `close` with `timedOut`, and can still be clicked',
      source: 'shell/browser/notifications/win/windows_toast_notification.cc',
      places: ['src/main/notifications/notifier.ts'],
      platforms: windows,
      ask: 'wait until a toast is gone, and click it in the notification centre: does the app open?',
    },
    {
      title: '`close` may never be emitted',
      source: 'shell/browser/notifications/linux/libnotify_notification.cc',
      places: ['src/main/notifications/notifier.ts'],
      platforms: linux,
      ask: 'do not touch a notification: does the next one of its kind replace it?',
    },
  ]),
  ...rulesOf<AskedRule>('safeStorage', [
    {
      title: 'after a dismissed prompt the keyring is missing until the process ends',
      source: 'shell/browser/browser_process_impl.cc',
      places: ['src/main/settings/secrets/sealing.ts'],
      platforms: linux,
      ask: 'dismiss the prompt of the keyring: do the settings say that a restart asks again?',
    },
  ]),
  ...rulesOf<AskedRule>('powerMonitor', [
    {
      title: '`suspend` and `resume` are emitted',
      source: scriptSource('power-monitor'),
      places: ['src/main/platform/power/power.ts'],
      platforms: ['darwin', 'win32'],
      ask: 'put the computer to sleep and wake it: does the log have both?',
    },
  ]),
  ...rulesOf<AskedRule>('dialog', [
    {
      title: 'a file dialog returns the chosen path',
      source: 'shell/browser/ui/file_dialog.h',
      places: ['src/main/platform/windows/file-chooser.ts'],
      ask: 'export the journal and choose a file: is it written?',
    },
  ]),
  ...rulesOf<AskedRule>('shell', [
    {
      title: '`openExternal()` opens the browser',
      source: 'shell/common/platform_util.h',
      places: ['src/main/platform/windows/links.ts'],
      ask: 'click a link in Today: does the browser show it?',
    },
  ]),
  ...rulesOf<AskedRule>('clipboard', [
    {
      title: 'a page can copy a picture',
      source: 'chromium/content/browser/renderer_host/clipboard_host_impl.cc',
      places: ['src/renderer/src/picture/copy-picture.ts'],
      ask: 'copy the picture in Today: can it be pasted?',
    },
  ]),
  ...rulesOf<AskedRule>('autoUpdater', [
    {
      title: 'an installer ends a running app after about a second',
      source: 'electron-builder/templates/nsis/include/allowOnlyOneInstallerInstance.nsh',
      places: ['src/main/updates/install/install.ts'],
      platforms: windows,
      ask: 'update the app: does it start again, with its data?',
    },
    {
      title: 'an update is installed, and the app starts again',
      source: 'electron-updater/out',
      places: ['src/main/updates/install/electron-updater.ts'],
      platforms: ['darwin'],
      ask: 'update the app (Squirrel): does it start again, with its data?',
    },
  ]),
];
