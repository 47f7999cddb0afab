import { join } from 'node:path';
import { app, powerMonitor, Menu } from 'electron';
import type { Handlers } from '#shared/contract.ts';
import { ok } from '#shared/failure.ts';
import { describeFailure } from '#shared/failure-words.ts';
import { serveBridge } from '#platform/ipc/serve.ts';
import { createPostLinks } from '#journal/post-links.ts';
import { createTransfer } from '#journal/transfer/transfer.ts';
import type { CommandTarget } from './command-line/command-table.ts';
import { appActions, statusQuery } from './command-line/commands.ts';
import { startAnnouncer } from '#notifications/announcer.ts';
import { watchSeen } from '#notifications/seen.ts';
import { pictureHandlers } from '#picture/picture-handlers.ts';
import { pictureQuery } from '#picture/picture-query.ts';
import { chooseReportFile, fileChooser } from '#platform/windows/file-chooser.ts';
import { copyText, openCredit, openLink } from '#platform/windows/links.ts';
import { brokenWindowNotice, closeHint, firstRunNotice } from '#notifications/hints.ts';
import type { Notice } from '#notifications/notice.ts';
import { createNotifier } from '#notifications/notifier.ts';
import { askBeforeQuit } from './dialogs.ts';
import { createQuitQuestion } from '#journal/quit-question.ts';
import { systemFacts } from '#platform/process/system-facts.ts';
import { outwardAddresses, watchPower } from '#platform/power/power.ts';
import { composingPages } from '#platform/compositor/page.ts';
import { createAppFileServer } from '#platform/windows/app-files.ts';
import { createRenditions } from '#picture/thumbnails/renditions.ts';
import { createTray } from '#tray/tray.ts';
import { createAppSession } from '#platform/windows/app-session.ts';
import { isAppUrl } from '#platform/windows/origin.ts';
import { readDisplays } from '#platform/windows/displays.ts';
import { createWindows, isAppFocused } from '#platform/windows/windows.ts';
import { transferFiles } from '#platform/files/transfer-files.ts';
import { createQueue } from '#runtime/queue.ts';
import { reportDefect } from '#runtime/defects.ts';
import { stationHandlers } from '#station/station-handlers.ts';
import { stationQueries } from '#station/station-queries.ts';
import type { TrayCommand } from '#tray/menu.ts';
import { perform } from '#tray/tray-commands.ts';
import { updateHandlers } from '#updates/update-handlers.ts';
import { wallpaperActions, wallpaperHandlers } from '#wallpaper/index.ts';
import { macMenu } from '#platform/windows/mac-menu.ts';
import { speak } from './language.ts';
import { createReports } from '#report/report-handlers.ts';
import {
  createPostNumbers,
  stepOfCommand,
  stepOfOption,
  stepOfTray,
} from '#report/recorded-steps.ts';
import { trayActions } from './tray-actions.ts';
import type { BackgroundServices } from './background-services.ts';
import type { AppControl, CoreServices } from './core-services.ts';
import { wireSettings } from './settings-handlers.ts';

/** Creates the notifications, the windows and the tray. */
export function createUi(core: CoreServices, background: BackgroundServices, life: AppControl) {
  const { clock, stack, state, launch, settings, valueStores } = core;
  const { activities } = background;
  watchSleep(core, background);
  /** The windows that are on screen. */
  const onScreen = new Set<'main' | 'glance'>();
  const { notifier, newsWatch } = startNotifications(core, {
    onCommand,
    onSeen,
    view: () => ({ isFocused: isAppFocused(), isMainShown: onScreen.has('main') }),
  });
  const windows = createAppWindows(core, { onShown, onClosed, onGaveUp });
  const transfer = createTransfer(activities.journal, transferFiles, fileChooser, () =>
    clock.now(),
  );
  const mayQuit = createQuitQuestion({
    journal: () => state.current.journal,
    ask: askBeforeQuit,
    exportJournal: () => transfer.export('jsonl'),
  });
  const showMenu = (): void => setAppMenu(() => windows.open('settings'), quit);
  showMenu();
  /** Changes of the language run one at a time, because a later one may be loaded sooner. */
  const languages = createQueue();
  const recordStep = (step: ReturnType<typeof stepOfTray>): void => {
    if (step !== null) core.recorder.add({ kind: 'step', step });
  };
  const postOf = createPostNumbers();
  const reports = startReports(core, isTrayShown);
  const bridge = serveBridge({
    isTrusted: isAppUrl,
    onCommand: (channel, input, value) => recordStep(stepOfCommand(channel, input, postOf, value)),
    handlers: {
      ...featureHandlers(core, background),
      journal: {
        ...activities.journal,
        ...transfer,
        ...createPostLinks({ get: activities.journal.get, open: openLink, copyText }),
      },
      settings: wireSettings(core, background, life, (choice) =>
        languages.run(async () => {
          const language = await speak(choice.language, choice.formats);
          showMenu();
          state.update(() => ({ language }));
          activities.station.refresh();
        }),
      ),
      report: reports.handlers,
      updates: updateHandlers(background.updates, mayQuit),
      window: {
        open: (view) => windows.open(view),
        hideGlance: () => windows.glance.hide(),
        views: () => ok(valueStores.views.get()),
        rememberViews: (choices) => valueStores.views.set(choices),
      },
    },
  });
  stack.defer(() => bridge.dispose());
  const actions = trayActions(background, {
    wallpaper: () => state.current.wallpaper,
    openWindow: (place) => windows.open(place),
    show: (notice) => notifier.show(notice),
    quit,
  });
  const tray = startTray(core, windows, { onCommand, isNews: (now) => newsWatch.isNews(now) });
  if (launch.hidden && settings().wallpaper.enabled === null) notifier.show(firstRunNotice());
  const unsubscribe = state.subscribe((now) => {
    tray.render();
    bridge.broadcastState(now);
  });
  stack.defer(unsubscribe);

  return {
    /**
     * @param address an earlier `windowAddress`; without it, the window opens with its last view, or with the first one
     */
    openWindow(address?: string) {
      if (address === undefined) windows.open();
      else windows.openAt(address);
    },

    /** The address of the main window's page; null while the window is not open. */
    windowAddress: () => windows.address,

    /**
     * Call before the end, but not before a restart: restores the user's wallpaper if the settings say so. Never
     * rejects.
     */
    async leave() {
      if (settings().wallpaper.restoreOnQuit)
        await activities.wallpaper.leave().catch(reportDefect);
    },
    commands: commandTarget(
      core,
      background,
      {
        files: { report: () => reports.text() },
        onCommand: (name) => recordStep(stepOfOption(name)),
      },
      isTrayShown,
    ),
  };

  function onCommand(command: TrayCommand): void {
    recordStep(stepOfTray(command));
    perform(command, actions);
  }
  function isTrayShown(): boolean {
    return tray.isShown;
  }
  function onSeen(): void {
    tray.render();
  }
  function onShown(
    which: 'main' | 'glance',
    isShown: boolean,
    contents: Electron.WebContents | null,
  ): void {
    if (isShown) onScreen.add(which);
    else onScreen.delete(which);
    newsWatch.show(onScreen.size > 0);
    if (which === 'main' && !isShown) activities.station.watch(false);
    if (contents !== null) bridge.send(contents, 'window', 'shown', isShown);
  }
  function onClosed(): void {
    afterClose(core, (notice) => notifier.show(notice), tray.isShown);
  }
  function onGaveUp(): void {
    notifier.show(brokenWindowNotice());
  }
  function quit(): void {
    mayQuit()
      .then((may) => {
        if (may) app.quit();
      })
      .catch(reportDefect);
  }
}

function startTray(
  { clock, log, stack, paths, state, launch }: CoreServices,
  windows: ReturnType<typeof createAppWindows>,
  options: Pick<Parameters<typeof createTray>[0], 'onCommand' | 'isNews'>,
) {
  const tray = createTray({
    ...options,
    clock,
    log: (line) => log.info(line),
    resources: paths.resources,
    state: () => state.current,
    onClick: (icon) => windows.glance.toggle(icon),
    // If the user started the app, it already shows a window.
    onNoTray() {
      if (launch.hidden) windows.open();
    },
  });
  stack.defer(() => tray.dispose());
  return tray;
}

/** The notifications, and whether the newest picture was seen. */
function startNotifications(
  { clock, log, stack, state, valueStores }: CoreServices,
  on: {
    readonly onCommand: (command: TrayCommand) => void;
    readonly onSeen: () => void;
    readonly view: Parameters<typeof startAnnouncer>[0]['view'];
  },
) {
  const notifier = createNotifier({ onCommand: on.onCommand, log: (line) => log.info(line) });
  stack.defer(() => notifier.dispose());
  const announcer = startAnnouncer({
    clock,
    state,
    shownKeys: valueStores.notices,
    show: (notice) => notifier.show(notice),
    view: on.view,
  });
  stack.defer(() => announcer.dispose());
  const newsWatch = watchSeen({ state, seenDate: valueStores.seen, onSeen: on.onSeen });
  stack.defer(() => newsWatch.dispose());
  return { notifier, newsWatch };
}

/** Answers an open question of the first start with no, and shows once that the app continues without its window. */
function afterClose(
  { settings, settingsStore, valueStores }: CoreServices,
  show: (notice: Notice) => void,
  hasTray: boolean,
): void {
  const { wallpaper } = settings();
  // The question of the first start is not asked again: the window has a button for it.
  if (wallpaper.enabled === null)
    void settingsStore.update({ wallpaper: { ...wallpaper, enabled: false } });
  if (valueStores.closeHint.get()) return;
  valueStores.closeHint.set(true);
  show(closeHint(hasTray));
}

/** The handlers of the commands that need no window. */
function featureHandlers(
  { clock, log, paths, state, archive }: CoreServices,
  { activities, suspension, wallpapers, archive: kept, calendar }: BackgroundServices,
): Pick<Handlers, 'state' | 'picture' | 'archive' | 'station' | 'app'> {
  return {
    state: { snapshot: () => ok(state.current) },
    picture: {
      ...pictureHandlers({
        clock,
        archive,
        last: () => state.current.picture.last,
        day: (date, signal) => activities.picture.day(date, signal),
        check: () => activities.picture.check(),
      }),
      ...wallpaperHandlers(activities.wallpaper, (order) => wallpapers.preview(order)),
    },
    archive: { ...kept, thumbnails: (dates) => kept.wantThumbnails(dates) },
    station: stationHandlers(activities.station, calendar),
    app: {
      check: () => activities.askAll(),
      pause(length) {
        if (length === null) suspension.resume();
        else suspension.pause(length);
      },
      log: () => ok(log.lines()),
      copyText: (text) => copyText(text),
      facts: () => ok(factsOf(paths)),
      openCredit: async (credit) => ok(await openCredit(credit)),
    },
  };
}

/** Pauses the services while the computer sleeps or is locked, and runs the due checks when it wakes. */
function watchSleep(
  { clock, log, recorder, stack, state }: CoreServices,
  { activities, suspension }: BackgroundServices,
): void {
  const power = watchPower({
    clock,
    monitor: powerMonitor,
    addresses: outwardAddresses,
    state: () => state.current,
    power: (next) => suspension.power(next),
    onEvent: (event, gainedMs) => recorder.power(event, gainedMs),
    wake() {
      suspension.wake();
      activities.wake();
    },
    log: (line) => log.info(line),
  });
  stack.defer(() => power.dispose());
}

/** The windows, whose pages show renditions of the pictures. */
function createAppWindows(
  { clock, log, stack, paths, valueStores }: CoreServices,
  events: Pick<Parameters<typeof createWindows>[0], 'onShown' | 'onClosed' | 'onGaveUp'>,
) {
  const { pages, pictures, thumbnails } = paths;
  const renditions = createRenditions({
    folder: paths.renditions,
    pictures,
    openPage: composingPages(createAppFileServer({ pages }), 'overhead-renditions'),
    onFailure: (name, failure) => log.info(`${name} cannot be shown: ${describeFailure(failure)}`),
  });
  stack.defer(() => renditions.dispose());
  const windows = createWindows({
    ...events,
    preload: join(paths.built, 'preload', 'index.cjs'),
    icon: join(paths.resources, 'icon.png'),
    session: () =>
      createAppSession(
        {
          pages,
          licenses: app.isPackaged ? process.resourcesPath : paths.built,
          thumbnails,
          picture: (name) => renditions.get(name),
        },
        !app.isPackaged,
      ),
    clock,
    place: valueStores.windows,
    log: (line) => log.info(line),
  });
  stack.defer(() => windows.dispose());
  return windows;
}

/** Reports of problems, from the window and from the command line. */
function startReports(
  { clock, log, paths, recorder, state, stored }: CoreServices,
  isTrayShown: () => boolean,
) {
  return createReports(
    {
      now: () => clock.now(),
      state: () => state.current,
      recorder,
      logLines: () => log.lines(),
      packaged: app.isPackaged,
      crashes: () => factsOf(paths).crashes,
      data: paths.data,
      databaseFailure: () => stored.failure()?.code ?? null,
      isTrayShown,
      displays: () => readDisplays().length,
    },
    transferFiles,
    chooseReportFile,
  );
}

function factsOf({ data }: CoreServices['paths']) {
  return systemFacts({ data, log: app.getPath('logs'), crashes: app.getPath('crashDumps') });
}

/** The functions that another instance may call. */
function commandTarget(
  { clock, stack, state, archive }: CoreServices,
  { activities }: BackgroundServices,
  reporting: Pick<CommandTarget, 'files' | 'onCommand'>,
  isTrayShown: () => boolean,
): CommandTarget {
  const ended = new AbortController();
  stack.defer(() => ended.abort());
  return {
    ...reporting,
    state: () => state.current,
    clock,
    subscribe: (listener) => state.subscribe(listener),
    ended: ended.signal,
    queries: {
      status: statusQuery(isTrayShown),
      ...stationQueries(activities.station),
      picture: pictureQuery((file) => archive.pathOf(file)),
    },
    actions: {
      ...appActions(
        () => state.current,
        () => activities.askAll(),
      ),
      ...wallpaperActions(activities.wallpaper, () => state.current),
    },
  };
}

/**
 * The menu bar. Windows and Linux have none: tray and window have all commands, and no key reloads the page. macOS
 * needs the standard menu, or the keys for copy and paste do not work.
 */
function setAppMenu(openSettings: () => void, quit: () => void): void {
  const isMac = process.platform === 'darwin';
  Menu.setApplicationMenu(isMac ? Menu.buildFromTemplate(macMenu(openSettings, quit)) : null);
}
