import { registerHooks } from 'node:module';

const names = `export default {
  app: { getPath: () => '/nowhere', getVersion: () => '0.0.0' },
  ipcMain: { on: () => undefined },
  shell: {},
};`;

/** Libraries that import electron for the names of folders get this in its place: there is no Electron in a unit test. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: `data:text/javascript,${encodeURIComponent(names)}`, shortCircuit: true }
      : next(specifier, context),
});
