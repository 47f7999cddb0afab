// The module `electron` for an application's main process.
import { strict } from './api.ts';
import * as parts from './parts.ts';

// A name that is not exported here cannot be imported: Node's error names it.
export * from './parts.ts';
export default strict('electron', {
  ...parts,
} satisfies Partial<Record<keyof typeof Electron.CrossProcessExports, unknown>>);
