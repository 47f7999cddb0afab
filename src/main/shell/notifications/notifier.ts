import { Notification } from 'electron';
import type { Notice } from '../../domain/notices.ts';
import { escapeMarkup } from './markup.ts';

export interface Notifier {
  show(notice: Notice): void;
  dispose(): void;
}

/** Shows notices. A desktop without notifications harms nothing. */
export function createNotifier(onOpen: (notice: Notice) => void): Notifier {
  // A notification that nobody holds is collected, and its click with it.
  const open = new Set<Notification>();
  return {
    show(notice) {
      if (!Notification.isSupported()) return;
      const notification = new Notification({
        title: notice.title,
        body: process.platform === 'linux' ? escapeMarkup(notice.body) : notice.body,
      });
      const forget = (): unknown => open.delete(notification);
      notification.on('click', () => onOpen(notice));
      notification.on('close', forget);
      notification.on('failed', forget);
      open.add(notification);
      notification.show();
    },
    dispose() {
      for (const notification of open) notification.close();
      open.clear();
    },
  };
}
