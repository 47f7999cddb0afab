import { m } from '#words';
import { join } from 'node:path';
import { app, powerMonitor, Menu } from 'electron';
import { ok } from '#shared/failure.ts';
import type { Settings } from '#shared/settings/settings.ts';
import { describeFailure } from '#shared/words.ts';
import { serveBridge } from '#platform/ipc/serve.ts';
import { createTransfer } from '#journal/transfer/transfer.ts';
import type { CommandPorts } from './command-line/commands.ts';
import { startAnnouncer } from '#notifications/announcer.ts';
import { watchSeen } from '#notifications/seen.ts';
import { createPictureCommands, pagesOf } from '#picture/picture-commands.ts';
import { createDayRequests } from '#picture/day-requests.ts';
import {
  chooseCalendarFile,
  choosePictureFile,
  choosePredictionsFile,
  fileChooser,
} from '#platform/windows/file-chooser.ts';
import { copyText, openCredit, openLink } from '#platform/windows/links.ts';
import { createLoginItem } from '#settings/login-item/login-item.ts';
import { closeHint, firstRunNotice } from '#notifications/hints.ts';
import { createNotifier } from '#notifications/notifier.ts';
import { askBeforeQuit } from './dialogs.ts';
import { createQuitQuestion } from './quit-question.ts';
import { systemFacts } from './system-facts.ts';
import { outwardAddresses, watchPower } from '#platform/power/power.ts';
import { composingPages } from '#platform/compositor/page.ts';
import { createAppFileServer } from '#platform/windows/app-files.ts';
import { createRenditions } from '#picture/thumbnails/renditions.ts';
import { createTray } from '#tray/tray.ts';
import { createAppSession } from '#platform/windows/app-session.ts';
import { isAppUrl } from '#platform/windows/origin.ts';
import { createWindows } from '#platform/windows/windows.ts';
import { copyFile, exportText, transferFiles } from '#platform/files/transfer-files.ts';
import { createQueue } from '#runtime/queue.ts';
import { createSignal } from '#runtime/signal.ts';
import type { TrayCommand } from '#tray/menu.ts';
import { macMenu } from '#platform/windows/mac-menu.ts';
import { createHandlers, updateHandlers } from './handlers.ts';
import { speak } from './language.ts';
import { createCommands } from './commands.ts';
import type { BackgroundServices } from './background-services.ts';
import type { AppControl, CoreServices } from './core-services.ts';
import { wireSettings } from './settings-handlers.ts';

/** The user interface. */
interface Ui {
  openWindow(address?: string): void;
  /** The address of the main window's page; null while the window is not open. */
  windowAddress(): string | null;
  /** Call before the end: restores the person's wallpaper if they want that. Never rejects. */
  leave(): Promise<void>;
  /** What another instance may ask for. */
  readonly commands: CommandPorts;
}

interface WindowShown {
  readonly which: 'main' | 'glance';
  readonly isShown: boolean;
  /** Null when they are gone. */
  readonly contents: Electron.WebContents | null;
}

export function createUi(core: CoreServices, background: BackgroundServices, life: AppControl): Ui {
  const { clock, log, disposals, onDefect, paths, state, archive, valueStores, launch } = core;
  const { activities, suspension, wallpapers, updates, archive: kept } = background;

  const powerWatch = watchPower({
    clock,
    onDefect,
    monitor: powerMonitor,
    addresses: outwardAddresses,
    state: () => state.current,
    power: (power) => suspension.power(power),
    wake() {
      suspension.wake();
      activities.wake();
    },
    log: (line) => log.info(line),
  });
  disposals.add(() => powerWatch.dispose());

  const ending = new AbortController();
  disposals.add(() => ending.abort());
  const loginItem = createLoginItem(app, ending.signal);

  const commands = createSignal<TrayCommand>();
  const notifier = createNotifier({
    onDefect,
    onCommand: (command) => commands.emit(command),
    log: (line) => log.info(line),
  });
  disposals.add(() => notifier.dispose());
  const announcer = startAnnouncer({
    clock,
    state,
    onDefect,
    store: valueStores.notices,
    show: (notice) => notifier.show(notice),
  });
  disposals.add(() => announcer.dispose());
  const newsSeen = createSignal();
  const seen = watchSeen({ state, store: valueStores.seen, onSeen: () => newsSeen.emit() });
  disposals.add(() => seen.dispose());

  const { pages, pictures } = paths;
  const renditions = createRenditions({
    folder: paths.renditions,
    pictures,
    openPage: composingPages(createAppFileServer({ pages }), 'overhead-renditions'),
    onFailure: (name, failure) => log.info(`${name} cannot be shown: ${describeFailure(failure)}`),
  });
  disposals.add(() => renditions.dispose());

  const shown = createSignal<WindowShown>();
  const closed = createSignal();
  const windows = createWindows({
    preload: join(paths.built, 'preload', 'index.cjs'),
    icon: join(paths.resources, 'icon.png'),
    session: () =>
      createAppSession(
        {
          pages: paths.pages,
          licenses: app.isPackaged ? process.resourcesPath : paths.built,
          thumbnails: paths.thumbnails,
          picture: (name) => renditions.get(name),
        },
        !app.isPackaged,
      ),
    clock,
    onDefect,
    placeStore: valueStores.windows,
    log: (line) => log.info(line),
    onShown: (which, isShown, contents) => shown.emit({ which, isShown, contents }),
    onClosed: () => closed.emit(),
    onGaveUp: () =>
      notifier.show({
        key: 'window',
        kind: 'problem',
        actions: [],
        until: null,
        title: m.notice_window_broke(),
        body: m.notice_window_broke_advice(),
        short: m.notice_pass_short({ title: m.notice_window_broke() }),
        click: { kind: 'open', view: 'status' },
      }),
  });
  disposals.add(() => windows.dispose());

  const openPage = async (date: string | null): Promise<boolean> => {
    const day = date === null ? state.current.picture.last : archive.get(date);
    // A video may be on a host that the app does not open.
    for (const page of day === null ? [] : pagesOf(day.record))
      if (await openLink(page)) return true;
    return false;
  };
  const transfer = createTransfer(activities.journal, transferFiles, fileChooser, () =>
    clock.now(),
  );
  const mayQuit = createQuitQuestion({
    onDefect,
    journal: () => state.current.journal,
    ask: askBeforeQuit,
    exportJournal: () => transfer.export('jsonl'),
  });
  const quit = (): void =>
    void mayQuit()
      .then((may) => {
        if (may) app.quit();
      })
      .catch(onDefect);
  const showAppMenu = (): void => setAppMenu(() => windows.open('settings'), quit);
  showAppMenu();
  /** Tray and pages follow the state. */
  async function useLanguage(choice: Settings['language']): Promise<void> {
    const language = await speak(choice);
    showAppMenu();
    state.update(() => ({ language }));
    activities.station.rename();
  }
  /** One change at a time: the words of the last one may be loaded sooner than those of the one before. */
  const languages = createQueue();
  const handlers = createHandlers({
    state,
    activities,
    suspension,
    transfer,
    openPage,
    picture: {
      day: createDayRequests({
        clock,
        isKept: (date) => archive.get(date) !== null,
        day: (date, signal) => activities.pictureOf(date, signal),
      }),
      preview: (order) => ok(wallpapers.preview(order)),
      ...createPictureCommands({
        kept: (date) => archive.get(date),
        day: (date) => activities.pictureOf(date),
        pathOf: (file) => archive.pathOf(file),
        open: openLink,
        copyText,
        choose: choosePictureFile,
        copyFile,
      }),
    },
    archive: {
      page: (query) => kept.page(query),
      month: (month) => kept.month(month),
      days: (range) => kept.days(range),
      thumbnails: (dates) => kept.wantThumbnails(dates),
    },
    stationFiles: {
      async exportLedger() {
        const csv = activities.station.ledger.csv();
        return csv.ok ? exportText(csv.value, transferFiles, choosePredictionsFile) : csv;
      },
      exportCalendar: (wanted) => background.calendar.export(wanted, chooseCalendarFile),
      keepCalendar: (on) => background.calendar.keep(on, chooseCalendarFile),
    },
    settings: wireSettings(core, background, loginItem, life, (choice) =>
      languages.run(() => useLanguage(choice)),
    ),
    app: {
      log: () => ok(log.lines()),
      async copyText(text) {
        await copyText(text);
        return ok(null);
      },
      facts: () =>
        ok(
          systemFacts({
            data: paths.data,
            log: app.getPath('logs'),
            crashes: app.getPath('crashDumps'),
          }),
        ),
      openCredit: async (credit) => ok(await openCredit(credit)),
    },
    updates: updateHandlers(updates, mayQuit),
    window: {
      open(view) {
        windows.open(view);
        return ok(null);
      },
      hideGlance() {
        windows.glance.hide();
        return ok(null);
      },
    },
  });
  const bridge = serveBridge({ handlers, isTrusted: isAppUrl, onDefect });
  disposals.add(() => bridge.dispose());

  /** The windows that are on screen. */
  const onScreen = new Set<WindowShown['which']>();
  shown.on(({ which, isShown, contents }) => {
    if (isShown) onScreen.add(which);
    else onScreen.delete(which);
    seen.show(onScreen.size > 0);
    if (which === 'main' && !isShown) activities.station.watch(false);
    if (contents !== null) bridge.send(contents, 'window', 'shown', isShown);
  });
  commands.on(
    createCommands({
      background,
      onDefect,
      quit,
      openWindow: (place) => windows.open(place),
      wallpaper: () => state.current.wallpaper,
      tell: (notice) => notifier.show(notice),
    }),
  );
  const tray = createTray({
    clock,
    onDefect,
    log: (line) => log.info(line),
    onCommand: (command) => commands.emit(command),
    resources: paths.resources,
    state: () => state.current,
    isNews: (now) => seen.isNews(now),
    onClick: (icon) => windows.glance.toggle(icon),
    // Started by a person, the app already shows a window.
    onNoTray: () => {
      if (launch.hidden) windows.open();
    },
  });
  disposals.add(() => tray.dispose());
  newsSeen.on(() => tray.render());
  closed.on(() => {
    const { wallpaper } = core.settings();
    // The question of the first start is not asked twice: the window has a button for it.
    if (wallpaper.enabled === null)
      void core.settingsStore.update({ wallpaper: { ...wallpaper, enabled: false } });
    if (valueStores.closeHint.shown()) return;
    valueStores.closeHint.remember();
    notifier.show(closeHint(tray.isShown));
  });
  if (launch.hidden && core.settings().wallpaper.enabled === null) notifier.show(firstRunNotice());

  const unsubscribe = state.subscribe((now) => {
    tray.render();
    bridge.broadcastState(now);
  });
  disposals.add(unsubscribe);

  return {
    openWindow(address) {
      if (address === undefined) windows.open();
      else windows.openAt(address);
    },
    windowAddress: () => windows.address,
    async leave() {
      if (state.current.settings.wallpaper.restoreOnQuit)
        await activities.leaveDesktop().catch(onDefect);
    },
    commands: {
      state: () => state.current,
      now: () => clock.now(),
      checkAll: () => activities.askAll(),
      setWallpaper: (date) => activities.setWallpaper({ date, fit: null, displays: null }),
      decide: (decision) => activities.decide(decision),
      restoreWallpaper: () => activities.restoreWallpaper(),
    },
  };
}

/**
 * The menu bar. Windows and Linux have none: tray and window have all commands, and no key reloads the page. macOS
 * needs the usual one, or the keys for copy and paste do not work.
 */
function setAppMenu(openSettings: () => void, quit: () => void): void {
  const isMac = process.platform === 'darwin';
  Menu.setApplicationMenu(isMac ? Menu.buildFromTemplate(macMenu(openSettings, quit)) : null);
}
