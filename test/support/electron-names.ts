import { registerHooks } from 'node:module';

const names = `export default {
  app: { getPath: () => '/nowhere', getVersion: () => '0.0.0' },
  ipcMain: { on: () => undefined },
  shell: {},
};`;

/** Replaces Electron's module for libraries that only read folder names from it: unit tests run without Electron. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: `data:text/javascript,${encodeURIComponent(names)}`, shortCircuit: true }
      : next(specifier, context),
});
