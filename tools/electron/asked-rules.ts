import { nativeSource, rulesOf, scriptSource, type AskedRule } from '#stand-in/rules/rule.ts';

const linux = ['linux'] as const;
const windows = ['win32'] as const;
const mac = ['darwin'] as const;

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
      title:
        'the helpers are found relative to the path of the executable, which may be that of a link',
      source: 'shell/common/mac/main_application_bundle.mm',
      places: ['build/mac/overhead.sh'],
      platforms: mac,
      ask: 'add the command for Terminal in the settings: does `overhead --status` answer in Terminal?',
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
      title: 'a window opens at the place that it reported, on X11',
      source: 'shell/browser/native_window_views.cc',
      places: ['src/main/platform/windows/kept-place.ts'],
      platforms: linux,
      ask: 'on X11 close the window, wait 20 s and open it, three times: does it stay where it was?',
    },
    {
      title: 'the activation policy follows the main window',
      source: 'shell/browser/browser_mac.mm',
      places: ['src/main/platform/windows/windows.ts'],
      platforms: mac,
      ask: 'open and close the window: is it in the Dock and in Cmd+Tab only while it is open, and does the menu bar work?',
    },
    {
      title: 'a frameless window has no border after it was hidden and shown (electron#51891)',
      source: 'shell/browser/native_window_views_win.cc',
      places: ['src/main/platform/windows/glance-window.ts'],
      platforms: windows,
      ask: 'open the glance twice: is there no white border?',
    },
    {
      title:
        'a window keeps its smallest size after it was hidden and shown, on X11 (electron#11441)',
      source: 'shell/browser/native_window_views.cc',
      places: ['src/main/platform/windows/windows.ts'],
      platforms: linux,
      ask: 'on X11 close the window, open it, and drag it as small as it goes: does it stop before its texts are cut off?',
    },
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
      title: 'a new menu closes the one that is open (electron#4796)',
      source: 'shell/browser/ui/cocoa/electron_menu_controller.mm',
      places: ['src/main/tray/tray.ts'],
      platforms: mac,
      ask: 'while a picture is loaded, read the menu for two minutes, open a submenu, leave it and read on for half a minute: does the menu stay open, and do its entries work?',
    },
    {
      title: '`getBounds()` of an icon that is switched off lies outside of all displays',
      source: 'shell/browser/ui/tray_icon_cocoa.mm',
      places: ['src/main/tray/tray.ts'],
      platforms: mac,
      ask: 'on macOS 26 switch the icon off in System Settings, Menu Bar, and start with --hidden: does the window open?',
    },
    {
      title: '`getBounds()` is the place of the icon',
      source: 'shell/browser/ui/tray_icon_cocoa.mm',
      places: ['src/main/tray/tray.ts'],
      platforms: mac,
      ask: 'choose “At a glance” in the menu: does the glance open below the icon?',
    },
    {
      title: 'a middle click is reported as a click on Windows 11 (electron#40196)',
      source: 'shell/browser/ui/win/notify_icon_host.cc',
      places: ['src/main/tray/tray.ts'],
      platforms: windows,
      ask: 'click the icon with each button: left opens the glance, right the menu?',
    },
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
      title: 'the first call of `isSupported()` asks for the permission',
      source: 'shell/browser/notifications/mac/notification_presenter_mac.mm',
      places: ['src/main/notifications/feature.ts'],
      platforms: mac,
      ask: 'as a user who never had the app: does the question come with the first window, and is the first notification shown?',
    },
    {
      title: '`handleActivation` gets a click on a toast of an earlier run',
      source: 'shell/browser/notifications/win/windows_toast_activator.cc',
      places: ['src/main/notifications/notifier.ts'],
      platforms: windows,
      ask: 'let a toast come, quit, start, and click it in the notification centre: does its view open?',
    },
    {
      title: '`show()` stops the main thread while no daemon answers (electron#48753)',
      source: 'shell/browser/notifications/linux/libnotify_notification.cc',
      places: ['src/main/notifications/daemon.ts'],
      platforms: linux,
      ask: 'start with `dbus-run-session` on a desktop without a notification daemon: does the window answer at once, and `--quit` within 15 s?',
    },
    {
      title: 'a notification has its buttons besides `default` (electron#24333)',
      source: 'shell/browser/notifications/linux/libnotify_notification.cc',
      places: ['src/main/notifications/notifier.ts'],
      platforms: linux,
      ask: 'look at a notification of a pass: does it have buttons, and do they work?',
    },
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
      title: 'App Nap does not delay timers with `NSAppSleepDisabled`',
      source: null,
      places: ['build/electron-builder.yml'],
      platforms: mac,
      ask: 'switch the countdown on and leave the Mac alone for ten minutes, without a window: does each minute change in time?',
    },
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
  ...rulesOf<AskedRule>('package', [
    {
      title: 'the certificate of the secrets signs the app',
      source: 'electron-builder/out/mac/MacTargetHelper.js',
      places: ['.github/workflows/package.yml'],
      platforms: mac,
      ask: '`codesign -dv --verbose=4` and `xcrun stapler validate` on the app of the workflow: signed, and notarised?',
    },
    {
      title: 'the certificate of the secrets signs the installer',
      source: 'electron-builder/out/winPackager.js',
      places: ['.github/workflows/package.yml'],
      platforms: windows,
      ask: '`Get-AuthenticodeSignature` on the installer of the workflow: is its status Valid?',
    },
  ]),
  ...rulesOf<AskedRule>('desktop', [
    {
      title: 'AppKit reports Apple’s default in place of an aerial (macos-wallpaper#42)',
      source: null,
      places: ['src/main/wallpaper/desktops/macos.ts'],
      platforms: mac,
      ask: 'choose an aerial, and let a picture be set: does the menu say that the previous wallpaper is unknown?',
    },
    {
      title: 'AppKit shows each picture that it accepts (macos-wallpaper#44)',
      source: null,
      places: ['src/main/wallpaper/desktops/macos.ts'],
      platforms: mac,
      ask: '“Next picture” three times: does the desktop change each time?',
    },
    {
      title: 'AppKit reports scaling and colour',
      source: null,
      places: ['src/main/wallpaper/desktops/macos.ts'],
      platforms: mac,
      ask: 'centre a picture on a colour, let a picture be set, and restore: is it centred again, on its colour?',
    },
    {
      title: 'the presentation options tell of a full-screen app',
      source: 'chromium/chrome/browser/fullscreen_mac.mm',
      places: ['src/main/wallpaper/desktops/full-screen.ts'],
      platforms: mac,
      ask: 'with a picture each hour, watch a film in full screen: does the picture wait?',
    },
  ]),
];
