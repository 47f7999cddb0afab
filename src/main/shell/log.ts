import { join } from 'node:path';
import { app } from 'electron';
// The plain Node flavour: the one for Electron hooks into sessions and IPC.
import electronLog from 'electron-log/node';
import { describeError } from './describe-error.ts';
import { redact } from './redact.ts';

export interface Log {
  info(message: string): void;
  error(message: string, cause: unknown): void;
}

/** A file in the system's folder for logs; 1 MiB, then the old one is kept beside it. */
export function openLog(): Log {
  electronLog.transports.file.resolvePathFn = () => join(app.getPath('logs'), 'main.log');
  electronLog.transports.file.maxSize = 1 << 20;
  electronLog.transports.console.level = false;
  return {
    info: (message) => electronLog.info(redact(message)),
    error: (message, cause) => electronLog.error(redact(`${message}: ${describeError(cause)}`)),
  };
}
