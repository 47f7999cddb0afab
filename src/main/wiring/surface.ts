import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { app, powerMonitor } from 'electron';
import { fail, ok } from '../../shared/failure.ts';
import { createHandlers } from '../bridge/handlers.ts';
import { serveBridge } from '../bridge/serve.ts';
import { createTransfer } from '../domain/journal/transfer/transfer.ts';
import { noticesFor } from '../domain/notices.ts';
import { pageOf } from '../domain/picture/page.ts';
import { fileChooser } from '../shell/file-chooser.ts';
import { openLink } from '../shell/links.ts';
import { createNotifier } from '../shell/notifications/notifier.ts';
import type { TrayCommand } from '../shell/tray/menu.ts';
import { createTray } from '../shell/tray/tray.ts';
import { createAppSession } from '../shell/windows/app-session.ts';
import { createMainWindow } from '../shell/windows/main-window.ts';
import { isAppUrl } from '../shell/windows/origin.ts';
import { updateHandlers } from './update-handlers.ts';
import { transferFiles } from '../storage/transfer-files.ts';
import type { Engine } from './engine.ts';
import type { Foundation } from './foundation.ts';

/** What a person sees and touches. */
export interface Surface {
  openWindow(): void;
}

export function raiseSurface(
  foundation: Foundation,
  { activities, rest, wallpapers, updates }: Engine,
): Surface {
  const { disposals, onDefect, paths, state, archive, memory } = foundation;

  const power = {
    asleep: () => rest.power('asleep'),
    locked: () => rest.power('locked'),
    awake: () => rest.power('awake'),
  };
  powerMonitor.on('suspend', power.asleep).on('lock-screen', power.locked);
  powerMonitor.on('resume', power.awake).on('unlock-screen', power.awake);
  disposals.add(() => {
    powerMonitor.off('suspend', power.asleep).off('lock-screen', power.locked);
    powerMonitor.off('resume', power.awake).off('unlock-screen', power.awake);
  });

  const window = createMainWindow({
    preload: join(paths.built, 'preload', 'index.cjs'),
    icon: join(paths.resources, 'icon.png'),
    session: () => createAppSession({ pages: paths.pages, pictures: paths.pictures }),
    onClosed: () => activities.station.watch(false),
    onDefect,
  });
  disposals.add(() => window.dispose());

  const openPage = async (date: string | null): Promise<boolean> => {
    const day = date === null ? state.current.picture.last : archive.get(date);
    return day !== null && (await openLink(pageOf(day.record)));
  };
  const transfer = createTransfer(activities.journal, transferFiles, fileChooser, () =>
    setImmediate(),
  );
  const notYet = () => fail({ kind: 'not-found' });
  const handlers = createHandlers({
    ...{ state, activities, rest, transfer, openPage },
    picture: {
      preview: (order) => ok(wallpapers.preview(order)),
      openLink: notYet,
      save: notYet,
    },
    archive: { page: notYet, month: notYet, thumbnails: notYet },
    settings: {
      ...{ change: notYet, setApiKey: notYet, test: notYet },
      ...{ export: notYet, reset: notYet, removeData: notYet },
    },
    app: { log: notYet, copyText: notYet },
    updates: updateHandlers(updates),
    window: { open: notYet, hideGlance: notYet },
  });
  const bridge = serveBridge({ handlers, isTrusted: isAppUrl, onDefect });
  disposals.add(() => bridge.dispose());

  const notifier = createNotifier(({ opens }) => window.open(opens));
  disposals.add(() => notifier.dispose());

  const trayCommands: Record<TrayCommand, () => void> = {
    'open-today': () => window.open('today'),
    'open-station': () => window.open('station'),
    'open-journal': () => window.open('journal'),
    'set-wallpaper': () => void activities.setWallpaper().catch(onDefect),
    'check-now': () => activities.checkAll(),
    'publish-now': () => activities.journal.publish(),
    open: () => window.open(),
    quit: () => app.quit(),
  };
  const tray = createTray({
    resources: paths.resources,
    onCommand: (command) => trayCommands[command](),
  });
  disposals.add(() => tray.dispose());
  tray.render(state.current);

  const unsubscribe = state.subscribe((now) => {
    tray.render(now);
    bridge.broadcastState(now);
    for (const notice of noticesFor(now, memory.notices.shown())) {
      memory.notices.remember(notice.key);
      notifier.show(notice);
    }
  });
  disposals.add(unsubscribe);

  return { openWindow: () => window.open() };
}
