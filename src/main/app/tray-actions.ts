import type { Destination } from '#shared/app.ts';
import type { Wallpaper } from '#shared/picture/picture.ts';
import type { Notice } from '#notifications/notice.ts';
import { notRestoredNotice, notSetNotice } from '#notifications/rules.ts';
import type { TrayActions } from '#tray/tray-commands.ts';
import type { Features } from './features.ts';

/**
 * The functions that run the commands of the tray and of notifications. A failed change of the wallpaper is shown in a
 * notification; the result of a check is shown in the main window.
 */
export const trayActions = (
  {
    services,
    wallpaper,
    journal,
    suspension,
    updates,
  }: Pick<Features, 'services' | 'wallpaper' | 'journal' | 'suspension' | 'updates'>,
  ui: {
    readonly wallpaper: () => Wallpaper;
    readonly openWindow: (place?: Destination) => void;
    readonly show: (notice: Notice) => void;
    readonly quit: () => void;
  },
): TrayActions => ({
  open: ({ view }) => ui.openWindow(view ?? undefined),
  async 'set-wallpaper'({ date }) {
    const result = await wallpaper.choose({ date, fit: null, displays: null });
    const notice = result.ok ? null : notSetNotice(result.failure, ui.wallpaper());
    if (notice !== null) ui.show(notice);
  },
  async 'restore-wallpaper'() {
    const result = await wallpaper.restore();
    const notice = result.ok ? null : notRestoredNotice(result.failure);
    if (notice !== null) ui.show(notice);
  },
  decide: ({ decision }) => wallpaper.decide(decision),
  publish: () => journal.publish(),
  pause: ({ length }) => suspension.pause(length),
  resume: () => suspension.resume(),
  check() {
    services.askAll();
    ui.openWindow('status');
  },
  'check-for-updates'() {
    updates.check();
    ui.openWindow('settings/updates');
  },
  quit: () => ui.quit(),
});
