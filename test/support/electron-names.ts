import { registerHooks } from 'node:module';

const names = `export default {
  app: { getPath: () => '/nowhere', getVersion: () => '0.0.0' },
  ipcMain: { on: () => undefined },
  shell: {},
};`;

/** Replaces electron in libraries that import it for the names of folders: unit tests run without Electron. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: `data:text/javascript,${encodeURIComponent(names)}`, shortCircuit: true }
      : next(specifier, context),
});
