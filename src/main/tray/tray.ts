import { m } from '#words';
import { join } from 'node:path';
import { app, Menu, nativeImage, screen, Tray } from 'electron';
import type { AppState } from '#shared/state.ts';
import { backoffMs } from '#runtime/backoff.ts';
import { reportingDefects, reportDefect } from '#runtime/defects.ts';
import type { Clock } from '#runtime/clock.ts';
import { executeProgram } from '#platform/process/run.ts';
import { containsPoint } from '#platform/windows/bounds.ts';
import { findTrayHost, findTrayItem, awaitAnswer } from './host.ts';
import { trayCountdown, noCountdown } from './countdown.ts';
import type { FirstLook } from './first-look.ts';
import { iconFile, type TrayIcon, type TrayShade } from './icon-file.ts';
import { trayIcon } from './icon.ts';
import { escapeLabel, trayToolTip } from './lines.ts';
import { trayMenu, type MenuCommand, type MenuEntry, type TrayCommand } from './menu.ts';
import { throttle } from '#runtime/throttle.ts';

interface TrayOptions {
  /** The folder `resources`. */
  readonly resources: string;
  readonly clock: Clock;
  readonly state: () => AppState;
  /** Whether there is a new picture that the user has not seen. */
  readonly isNews: (state: AppState) => boolean;
  readonly onCommand: (command: TrayCommand) => void;
  /** Called on a primary click and by the menu, with the bounds of the icon if the system reports them. */
  readonly onClick: (icon: Electron.Rectangle | null) => void;
  /** Called when no program shows tray items: the user needs another way to open the app. */
  readonly onNoTray: () => void;
  readonly log: (line: string) => void;
  /**
   * The early answer to the question whether a program shows tray items, and the function to call when the icon is
   * shown.
   */
  readonly look: Pick<FirstLook, 'first' | 'settle'>;
}

/** The time limit for a new session to start its panel, in milliseconds. */
const panelLimitMs = 20_000;
/**
 * How long the system needs to register the icon, in milliseconds. An earlier request to the tray would not find the
 * icon.
 */
const registrationMs = 100;
/** How long macOS needs to place the icon in the menu bar, in milliseconds. */
const menuBarMs = 3_000;
/** The time limit for a tray to accept the icon, in milliseconds. */
const acceptLimitMs = 10_000;
/**
 * The time between two later searches for a program that shows tray items, or for the icon in its tray, in
 * milliseconds.
 */
const lookAgainMs = 5 * 60_000;
const defectBackoff = { baseMs: 5_000, capMs: 15 * 60_000 };
/**
 * The minimum time between two updates of the menu, in milliseconds: a download reports its progress several times a
 * second.
 */
const minUpdateGapMs = 1_000;

/**
 * The icon of this process. A restart of the app inside the process keeps the icon. On Linux, Electron may create a
 * second icon with an old protocol that few panels support (Electron's docs/api/tray.md). Electron also uses that
 * protocol for an icon that is created while no panel runs (shell/browser/ui/tray_icon_linux.cc). The app replaces that
 * icon when a panel starts.
 */
let item: {
  readonly tray: Tray;
  readonly hasHost: boolean;
  /**
   * Whether a tray shows the icon. False while no program shows tray items, or after a check found that the tray has
   * not accepted the icon, or that macOS does not show it.
   */
  isShown: boolean;
} | null = null;

/** Shows the icon as soon as there is a tray, and updates the parts that have changed. */
export function createTray(options: TrayOptions) {
  const { clock, look, onNoTray } = options;
  /** The first answer about the system's tray, requested before the app was ready. Used once; later answers are new. */
  let earlyAnswer = look.first;
  const stop = new AbortController();
  let shownTray: ShownTray | null = null;
  let turnController = new AbortController();

  function render(): void {
    const nextTurnAt = shownTray?.render() ?? null;
    turnController.abort();
    turnController = new AbortController();
    // A pass starts and ends without a change of the state, so the icon is drawn again at that time.
    if (nextTurnAt !== null) void turn(nextTurnAt, turnController.signal).catch(reportDefect);
  }
  const draw = throttle(clock, minUpdateGapMs, stop.signal, render);

  async function turn(until: number, signal: AbortSignal): Promise<void> {
    const eitherSignal = AbortSignal.any([signal, stop.signal]);
    if (await clock.sleep(until - clock.now(), eitherSignal)) draw();
  }

  function show(hasHost: boolean): void {
    shownTray = null;
    if (item !== null && item.hasHost !== hasHost) removeTrayIcon();
    if (item === null) {
      item = { tray: new Tray(trayImageOf(options, 'quiet')), hasHost, isShown: hasHost };
      // Windows keeps the icon of an ended process until the pointer moves over it.
      app.once('quit', removeTrayIcon);
    }
    shownTray = connectTray(item.tray, options, stop.signal);
    // Draw the menu immediately, because an icon without a menu is useless.
    render();
  }

  const runProgram = (program: string, args: readonly string[]) =>
    executeProgram(program, args, stop.signal);
  function lookForHost() {
    const answer = earlyAnswer ?? findTrayHost(process.env, runProgram);
    earlyAnswer = null;
    return answer;
  }
  const lookForItem = () => findTrayItem(process.env, runProgram, process.pid);

  /** Whether the tray has accepted the icon; also true if this cannot be determined. Waits up to `acceptLimitMs`. */
  async function isAccepted(): Promise<boolean> {
    const isMac = process.platform === 'darwin';
    if (!(await clock.sleep(isMac ? menuBarMs : registrationMs, stop.signal))) return true;
    const isShown = isMac
      ? item !== null && isInMenuBar(item.tray)
      : (await awaitAnswer(lookForItem, clock, acceptLimitMs, stop.signal)) !== 'missing';
    if (stop.signal.aborted) return true;
    if (item !== null) item.isShown = isShown;
    if (!isShown) options.log('the desktop has a tray, but it has not accepted the icon');
    return isShown;
  }

  async function begin(): Promise<void> {
    if (item !== null) show(item.hasHost);
    if (item?.isShown === true) return;
    // Windows and macOS always have a tray. macOS may not show an icon in it.
    const mustAsk = process.platform === 'linux';
    const host = mustAsk
      ? await awaitAnswer(lookForHost, clock, panelLimitMs, stop.signal)
      : 'there';
    if (stop.signal.aborted) return;
    const hasHost = host === 'there' || host === 'unknown';
    show(hasHost);
    if (process.platform === 'win32' || (hasHost && (await isAccepted()))) return;
    look.settle();
    onNoTray();
    while (await clock.sleep(lookAgainMs, stop.signal)) {
      if (mustAsk && (await lookForHost()) !== 'there') continue;
      if (item?.hasHost !== true) show(true);
      if (await isAccepted()) return;
    }
  }

  /** Runs `begin`. After a defect, waits and runs `begin` again; the wait grows with each defect. */
  async function keepTrying(): Promise<void> {
    for (let attempt = 1; !stop.signal.aborted; attempt += 1) {
      try {
        await begin();
        look.settle();
        return;
      } catch (error) {
        reportDefect(error);
        look.settle();
        if (attempt === 1) onNoTray();
      }
      await clock.sleep(backoffMs(attempt, defectBackoff, 1), stop.signal);
    }
  }
  const runEnd = keepTrying();

  return {
    /** Whether a program shows the icon. */
    get isShown() {
      return item?.isShown === true;
    },
    /** Call it when the state has changed. */
    render: draw,
    async dispose() {
      stop.abort();
      await runEnd;
      if (item === null) return;
      item.tray.removeAllListeners('click');
      // The next run of the app draws its own menu, or the process ends.
      item.tray.setContextMenu(
        Menu.buildFromTemplate([{ label: m.tray_moment(), enabled: false }]),
      );
    },
  };
}

/** Null: the platform does not report the bounds (Linux). */
const knownBounds = (bounds: Electron.Rectangle): Electron.Rectangle | null =>
  bounds.width > 0 ? bounds : null;

function removeTrayIcon(): void {
  item?.tray.destroy();
  item = null;
}

/**
 * Whether the icon is in the menu bar of a display. The user of macOS 26 may switch the icon off in the system's
 * settings; Electron still creates it, with bounds outside of all displays.
 */
function isInMenuBar(tray: Tray): boolean {
  const { x, y, width, height } = tray.getBounds();
  const centre = { x: x + width / 2, y: y + height / 2 };
  return height > 0 && screen.getAllDisplays().some(({ bounds }) => containsPoint(bounds, centre));
}

const trayShadeOf = ({ settings }: AppState): TrayShade => settings.tray.icon;

function trayImageOf(
  { resources, state }: Pick<TrayOptions, 'resources' | 'state'>,
  icon: TrayIcon,
): Electron.NativeImage {
  const { scaleFactor } = screen.getPrimaryDisplay();
  const file = iconFile(icon, process.platform, scaleFactor, trayShadeOf(state()));
  return nativeImage.createFromPath(join(resources, 'tray', file));
}

/** The earlier of two times, each of which may be null. */
const earlierTime = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

interface ShownTray {
  /**
   * Updates the parts of the tray that have changed. Returns the next time at which the icon or its text may change
   * without a change of the state, milliseconds since the Unix epoch; null: never.
   */
  render(): number | null;
}

/** How long after its closing a menu is replaced by the changed one, in milliseconds. */
const menuCloseMs = 250;
/**
 * The same after a submenu was open, in milliseconds: macOS also reports the closing of a submenu as that of the menu,
 * and then not that of the menu itself (`menuDidClose` in shell/browser/ui/cocoa/electron_menu_controller.mm).
 */
const submenuCloseMs = 60_000;

/** Connects the icon to this run of the app, in place of the previous run. */
function connectTray(tray: Tray, options: TrayOptions, signal: AbortSignal): ShownTray {
  const { clock, state, isNews, onCommand, onClick } = options;
  tray.removeAllListeners('click');
  // On macOS a click opens the menu and is also reported. On Linux and Windows 11 a middle click is reported as a click
  // (electron#40196).
  if (process.platform !== 'darwin')
    tray.on(
      'click',
      reportingDefects((_event, bounds: Electron.Rectangle) => onClick(knownBounds(bounds))),
    );
  let shownIcon: string | null = null;
  let shownTitle = '';
  let shownMenu = '';
  let shownToolTip = '';

  const toItem = (entry: MenuEntry): Electron.MenuItemConstructorOptions => {
    if (entry.kind === 'separator') return { type: 'separator' };
    const label = escapeLabel(entry.label);
    if (entry.kind === 'submenu') return { label, submenu: entry.entries.map(toItem) };
    const { command, enabled } = entry;
    return command === null
      ? { label, enabled }
      : { label, enabled, click: reportingDefects(() => perform(command)) };
  };
  function perform(command: MenuCommand): void {
    // A click closes the menu.
    if (openMenus > 0) replaceMenuIn(menuCloseMs);
    if (command.kind === 'glance') onClick(knownBounds(tray.getBounds()));
    else onCommand(command);
  }

  // A new menu waits until the open menu is closed: on macOS it would close the open menu, or its entries would do nothing
  // (`dealloc` in shell/browser/ui/cocoa/electron_menu_controller.mm). On Linux the tray does not say when its menu opens
  // or closes (electron#28837), so nothing waits there.
  /** The menu and the submenus that have opened since the menu was last known to be closed. */
  let openMenus = 0;
  let closing = new AbortController();
  let nextMenu: Menu | null = null;
  function showMenu(menu: Menu): void {
    menu.on('menu-will-show', () => {
      openMenus += 1;
      closing.abort();
    });
    // The click on an item of this menu is reported after this event.
    menu.on('menu-will-close', () => replaceMenuIn(openMenus > 1 ? submenuCloseMs : menuCloseMs));
    nextMenu = menu;
    showNextMenu();
  }
  function replaceMenuIn(delayMs: number): void {
    closing.abort();
    closing = new AbortController();
    clock
      .sleep(delayMs, AbortSignal.any([signal, closing.signal]))
      .then((slept) => {
        if (!slept) return;
        openMenus = 0;
        showNextMenu();
      })
      .catch(reportDefect);
  }
  function showNextMenu(): void {
    if (openMenus > 0 || nextMenu === null) return;
    tray.setContextMenu(nextMenu);
    nextMenu = null;
  }

  return {
    render() {
      const [current, now] = [state(), clock.now()];
      const entries = trayMenu(current, now);
      const menu = JSON.stringify(entries);
      // Linux shows changes of a menu only after it is set again.
      if (menu !== shownMenu) showMenu(Menu.buildFromTemplate(entries.map(toItem)));
      const toolTip = trayToolTip(current, now, process.platform);
      if (toolTip !== shownToolTip) tray.setToolTip(toolTip);
      const choice = trayIcon(current, isNews(current), now);
      const icon = `${choice.icon} ${trayShadeOf(current)}`;
      if (icon !== shownIcon) tray.setImage(trayImageOf(options, choice.icon));
      const hasTitle = process.platform === 'darwin' && current.settings.tray.countdown;
      const title = hasTitle ? trayCountdown(current, now) : noCountdown;
      if (title.text !== shownTitle) tray.setTitle(title.text, { fontType: 'monospacedDigit' });
      shownMenu = menu;
      shownToolTip = toolTip;
      shownIcon = icon;
      shownTitle = title.text;
      return earlierTime(choice.until, title.until);
    },
  };
}
