// The module `electron` for an application's main process.
import { strictObject } from './api.ts';
import * as parts from './parts.ts';

// If the app imports a name that is not exported here, Node's error names it.
export * from './parts.ts';
export default strictObject('electron', {
  ...parts,
} satisfies Partial<Record<keyof typeof Electron.CrossProcessExports, unknown>>);
