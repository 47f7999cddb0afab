import { app } from 'electron';
import { createLog, type AppLog } from './log-files.ts';

export type { AppLog, Log } from './log-files.ts';

/** The log in the system’s folder for logs. */
export const openLog = (): AppLog => createLog({ folder: app.getPath('logs') });
