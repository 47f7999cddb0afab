// The module `electron` for an application's main process.
import { strict } from './api.ts';
import * as parts from './parts.ts';

// If the app imports a name that is not exported here, Node's error names it.
export * from './parts.ts';
export default strict('electron', {
  ...parts,
} satisfies Partial<Record<keyof typeof Electron.CrossProcessExports, unknown>>);
