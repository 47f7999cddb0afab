import { readFileSync } from 'node:fs';
import { bindingName, receiverName } from './messages.ts';
import { preloadRuntime } from './preload-runtime.ts';

/** The script that runs before every page of a window: our half of Electron and the app's preload. */
export function preloadScript(path: string | undefined): string {
  const source = path === undefined ? '' : readFileSync(path, 'utf8');
  const { electron, node } = process.versions;
  const names = {
    binding: bindingName,
    receiver: receiverName,
    path: path ?? '',
    versions: { electron, node },
  };
  const preload = `function (require, module, exports, process) {\n${source}\n}`;
  return `(${preloadRuntime.toString()})(${JSON.stringify(names)}, ${preload});`;
}
