// Runs a built Electron application on Node and the system's Chromium: `node main.ts APP_DIR …`
import { existsSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { clockAhead, setClockAhead } from './clock.ts';
import { displaysKnown, followDisplays } from './displays.ts';
import { invocation, readManifest } from './invocation.ts';

if (!invocation.given || !existsSync(resolve(invocation.appPath, 'package.json'))) {
  console.error(
    'usage: node packages/electron-stand-in/src/electron/main.ts APP_DIR [arguments] [switches]',
  );
  process.exit(2);
}

setClockAhead(clockAhead());
// This call starts other processes. Their answers arrive while the modules below are loaded.
followDisplays(process.env);

const module = new URL('./electron.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier === 'electron/main'
      ? { url: module, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});

const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string };
Object.defineProperty(process.versions, 'electron', { value: version, enumerable: true });
Object.defineProperty(process, 'type', { value: 'browser', enumerable: true });
process.argv.splice(0, 2, process.execPath);

// The timer keeps the process running: an application without a window or a tray runs until it quits.
setInterval(() => undefined, 2 ** 30);

const { app, emitReady, waitUntilReadyAllowed } = await import('./app.ts');
const { watchSessionBus } = await import('./session-bus.ts');
// `process.exit` acts like `app.exit`, and returns, as in `lib/browser/init.ts`.
process.exit = ((code?: number) =>
  app.exit(code ?? Number(process.exitCode ?? 0))) as typeof process.exit;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());

try {
  await import(pathToFileURL(resolve(invocation.appPath, readManifest().main ?? 'index.js')).href);
  await waitUntilReadyAllowed();
  await displaysKnown;
  emitReady();
  watchSessionBus();
} catch (error) {
  console.error(error);
  app.exit(1);
}
