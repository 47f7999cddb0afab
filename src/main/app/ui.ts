import { join } from 'node:path';
import { m } from '#words';
import { app, powerMonitor } from 'electron';
import type { Handlers } from '#shared/contract.ts';
import { ok } from '#shared/failure.ts';
import { viewChoicesSchema, type ViewChoices } from '#shared/view-choices.ts';
import { windowPlaceSchema } from '#platform/windows/bounds.ts';
import { serveBridge } from '#platform/ipc/serve.ts';
import type { CommandTarget } from './command-line/command-table.ts';
import { appActions, statusQuery } from './command-line/commands.ts';
import { setAppMenu } from '#platform/windows/app-menu.ts';
import { copyText, openCredit } from '#platform/windows/links.ts';
import { startNotificationsFeature } from '#notifications/feature.ts';
import { confirmLostWallpaper, confirmRemoval } from './dialogs.ts';
import { outwardAddresses, watchPower } from '#platform/power/power.ts';
import { isAppUrl } from '#platform/windows/origin.ts';
import { createWindows } from '#platform/windows/windows.ts';
import type { LanguageChoice } from '#settings/controller.ts';
import { startSettingsFeature } from '#settings/feature.ts';
import { createQueue } from '#runtime/queue.ts';
import { reportDefect } from '#runtime/defects.ts';
import type { TrayCommand } from '#tray/menu.ts';
import { setAppLanguage } from './language.ts';
import { startReportFeature } from '#report/feature.ts';
import { startTrayFeature } from '#tray/feature.ts';
import type { Features } from './features.ts';
import type { AppControl, CoreServices } from './core-services.ts';

/**
 * The time limit for restoring the user's wallpaper before the app quits or removes its data, in milliseconds. A single
 * call of Windows may take 30 s.
 */
const restoreLimitMs = 60_000;
/**
 * The time limit for restoring the user's wallpaper while the app ends, in milliseconds. It is less than `quitLimitMs`.
 */
const endingRestoreLimitMs = 10_000;

/** Creates the notifications, the windows and the tray. */
export function createUi(core: CoreServices, features: Features, life: AppControl) {
  const { stack, state, launch } = core;
  const { context, station, wallpaper } = features;
  watchSleep(core, features);
  const ending = new AbortController();
  stack.defer(() => ending.abort());
  const settings = startSettings(core, features, life, showMenu);
  const notifications = startNotificationsFeature(context, { onCommand, onSeen });
  const windows = createAppWindows(core, features, {
    onShown,
    onClosed() {
      settings.declineFirstRun();
      notifications.windowClosed(isTrayShown());
    },
    onGaveUp: notifications.windowBroken,
  });
  const report = startReportFeature(context, isTrayShown);
  showMenu();
  const bridge = connectWindows(core, features, windows, {
    ...settings.handlers,
    ...report.handlers,
  });
  const tray = startTrayFeature(context, core.trayLook, features, {
    openWindow: (place) => windows.open(place),
    onClick: (icon) => windows.glance.toggle(icon),
    // If the app was not started hidden, a window is already open.
    onNoTray() {
      if (launch.hidden) windows.open();
    },
    showNotice: notifications.show,
    isNews: notifications.isNews,
    silence: (key) => settings.switchOff(key),
    quit,
  });
  if (launch.hidden) notifications.startedHidden();
  stack.defer(state.subscribe((now) => bridge.broadcastState(now)));

  return {
    /**
     * @param address an earlier `windowAddress`; without it, a window that still exists keeps its view, and a new
     * window shows the first view
     */
    openWindow(address?: string) {
      if (address === undefined) windows.open();
      else windows.openAt(address);
    },

    /** The address of the main window's page; null while the window is not open. */
    windowAddress: () => windows.address,

    /**
     * Restores the user's wallpaper if the settings say so. Call before the end, but not before a restart. Never
     * rejects.
     */
    async leave() {
      const isRestored = await wallpaper.beforeEnd(endingRestoreLimitMs);
      if (!isRestored) core.log.info('the own wallpaper was not restored');
    },
    commands: commandTarget(core, features, report, isTrayShown, ending.signal),
  };

  function showMenu(): void {
    setAppMenu(() => windows.open('settings'), quit);
  }
  function onCommand(command: TrayCommand): void {
    tray.perform(command);
  }
  function isTrayShown(): boolean {
    return tray.isShown();
  }
  function onSeen(): void {
    tray.render();
  }
  function onShown(
    which: 'main' | 'glance',
    isShown: boolean,
    contents: Electron.WebContents | null,
  ): void {
    notifications.windowShown(which, isShown);
    if (which === 'main' && !isShown) station.watch(false);
    if (contents !== null) bridge.send(contents, 'window', 'shown', isShown);
  }
  function quit(): void {
    features
      .mayQuit()
      .then(async (may) => {
        if (may && (await mayLeaveWallpaper())) app.quit();
      })
      .catch(reportDefect);
  }
  /** Restores the user's wallpaper if the settings say so; asks the user if that fails. */
  async function mayLeaveWallpaper(): Promise<boolean> {
    return (await wallpaper.beforeEnd(restoreLimitMs)) || confirmLostWallpaper(m.dialog_quit());
  }
}

/** Starts the settings, with their effects on the features and the language. */
function startSettings(
  { openedSettings, state }: CoreServices,
  { apiKey, context, journal, picture, services, station, wallpaper }: Features,
  life: AppControl,
  showMenu: () => void,
) {
  /**
   * Runs the changes of the language one at a time. Otherwise the words of an earlier change could be loaded after
   * those of a later change.
   */
  const languages = createQueue();
  async function useLanguage({ language, formats }: LanguageChoice): Promise<void> {
    const languageState = await setAppLanguage(language, formats);
    showMenu();
    state.update(() => ({ language: languageState }));
    station.refresh();
  }
  return startSettingsFeature(context, openedSettings, {
    apiKey,
    probes: { picture: picture.probe, position: station.probe, posts: journal.probe },
    effects: {
      language: (choice) => void languages.run(() => useLanguage(choice)).catch(reportDefect),
      station: () => station.refresh(),
      desktop: wallpaper.update,
      ask: services.checkAll,
      addresses: (changed) => services.useAddresses(changed),
      restart: () => life.restart(),
    },
    confirmRemoval,
    restoreWallpaper: () => wallpaper.restoreOwn(restoreLimitMs),
    confirmLostWallpaper: () => confirmLostWallpaper(m.settings_remove_confirm()),
    endAndRemove: () => life.endAndRemove(),
  });
}

/** Answers the commands that the pages of the windows send over the bridge. */
function connectWindows(
  core: CoreServices,
  features: Features,
  windows: ReturnType<typeof createAppWindows>,
  handlers: Pick<Handlers, 'settings' | 'report'>,
) {
  const { stack } = core;
  const views = features.context.value<ViewChoices>('views', viewChoicesSchema, {});
  const { journal, picture, station, updates, wallpaper } = features;
  const bridge = serveBridge({
    isTrusted: isAppUrl,
    handlers: {
      ...appHandlers(core, features),
      ...picture.handlers,
      ...wallpaper.handlers,
      ...journal.handlers,
      ...station.handlers,
      ...handlers,
      ...updates.handlers,
      window: {
        open: (view) => windows.open(view),
        hideGlance: () => windows.glance.hide(),
        views: () => ok(views.get()),
        rememberViews: (choices) => views.set(choices),
      },
    },
  });
  stack.defer(() => bridge.dispose());
  return bridge;
}

/** The handlers of the commands that belong to no feature and need no window. */
function appHandlers(
  { log, facts, state }: CoreServices,
  { services, suspension }: Features,
): Pick<Handlers, 'state' | 'app'> {
  return {
    state: { snapshot: () => ok(state.current) },
    app: {
      check: services.askAll,
      pause(length) {
        if (length === null) suspension.resume();
        else suspension.pause(length);
      },
      log: () => ok(log.lines()),
      copyText: (text) => copyText(text),
      facts: () => ok(facts()),
      openCredit: async (credit) => ok(await openCredit(credit)),
    },
  };
}

/** Pauses the services while the computer sleeps or is locked, and runs the due checks when it wakes. */
function watchSleep(
  { clock, log, stack, state }: CoreServices,
  { services, suspension }: Features,
): void {
  const power = watchPower({
    clock,
    monitor: powerMonitor,
    addresses: () => outwardAddresses(),
    state: () => state.current,
    power: (next) => suspension.power(next),
    wake() {
      suspension.wake();
      services.wake();
    },
    log: (line) => log.info(line),
  });
  stack.defer(() => power.dispose());
}

/** The windows, whose pages show renditions of the pictures. */
function createAppWindows(
  { clock, log, stack, paths }: CoreServices,
  { context, picture }: Features,
  events: Pick<Parameters<typeof createWindows>[0], 'onShown' | 'onClosed' | 'onGaveUp'>,
) {
  const windows = createWindows({
    ...events,
    preload: join(paths.built, 'preload', 'index.cjs'),
    icon: join(paths.resources, 'icon.png'),
    files: {
      pages: paths.pages,
      licenses: app.isPackaged ? process.resourcesPath : paths.built,
      thumbnails: paths.thumbnails,
      photos: paths.photos,
      picture: picture.rendition,
    },
    clock,
    place: context.value('windows', windowPlaceSchema.nullable(), null),
    log: (line) => log.info(line),
  });
  stack.defer(() => windows.dispose());
  return windows;
}

type Report = ReturnType<typeof startReportFeature>;

/** The functions that another instance may call. */
function commandTarget(
  { clock, state }: CoreServices,
  { picture, services, station, wallpaper }: Features,
  report: Report,
  isTrayShown: () => boolean,
  ended: AbortSignal,
): CommandTarget {
  return {
    state: () => state.current,
    clock,
    subscribe: (listener) => state.subscribe(listener),
    ended,
    queries: {
      status: statusQuery(isTrayShown),
      ...station.queries,
      ...picture.queries,
    },
    actions: {
      ...appActions(() => state.current, services.askAll),
      ...wallpaper.actions,
    },
    files: report.files,
  };
}
