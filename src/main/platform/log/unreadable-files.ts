import type { AppState } from '#shared/state.ts';
import type { AppLog } from './log.ts';

/** Logs the files that could not be read when the app started. */
export function logUnreadableFiles(
  log: AppLog,
  reset: AppState['settingsReset'],
  quarantined: string | null,
): void {
  for (const path of [reset?.aside === true ? reset.file : null, quarantined])
    if (path !== null) log.info(`put aside, since it could not be read: ${path}`);
  if (reset?.aside === false) log.info(`neither read nor put aside: ${reset.file}`);
  if (reset?.reason === 'newer')
    log.info('a later version of the app wrote these settings; the defaults hold');
}
