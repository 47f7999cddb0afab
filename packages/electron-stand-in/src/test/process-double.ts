import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, vi } from 'vitest';
import { browser } from './browser-double.ts';

vi.mock('../electron/devtools.ts', () => ({ launchChromium: browser.launchChromium }));
vi.mock('../system/chromium.ts', () => ({
  chromiumPath: () => '/chromium',
  headlessChromiumPath: () => (process.env['NO_CHROMIUM'] ? null : '/headless-chromium'),
}));
vi.mock('../system/run-after-exit.ts', () => ({
  runScriptAfterExit: () => () => {
    browser.calls.push(['removes the profile']);
    return Promise.resolve();
  },
}));

/**
 * Lets the tests of a file run the stand-in in their own process, with a double of Chromium. Makes the folder of an
 * application, in which temporary files are made, too. Records exits of the process and errors on the console in place
 * of them. Puts everything back after the tests.
 */
export function createProcessDouble(manifest: object = { name: 'app', version: '1' }) {
  const folder = mkdtempSync(join(tmpdir(), 'overhead-stand-in-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const { argv, env } = process;
  const temporary = env['TMPDIR'];
  env['TMPDIR'] = folder;
  const exits: (number | undefined)[] = [];
  const exit = Object.getOwnPropertyDescriptor(process, 'exit') ?? {};
  // No spy, because modules of a test keep the double and may call it later.
  const value = (code?: number) => exits.push(code);
  Object.defineProperty(process, 'exit', { configurable: true, writable: true, value });
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  afterAll(() => {
    [process.argv, process.env] = [argv, env];
    Object.defineProperty(process, 'exit', exit);
    logged.mockRestore();
    if (temporary === undefined) delete env['TMPDIR'];
    else env['TMPDIR'] = temporary;
    rmSync(folder, { recursive: true });
  });

  /** Loads the stand-in as in a process that has just started with these arguments and variables. */
  async function load(args: readonly string[] = [], variables: NodeJS.ProcessEnv = {}) {
    vi.resetModules();
    process.argv = [process.execPath, 'main.ts', folder, ...args];
    const none = { DISPLAY: '', WAYLAND_DISPLAY: '', DBUS_SESSION_BUS_ADDRESS: '' };
    process.env = { ...env, ...none, ACCESSIBILITY_ENABLED: '', ...variables };
    const [{ default: electron }, { emitReady }] = await Promise.all([
      import('../electron/electron.ts'),
      import('../electron/app.ts'),
    ]);
    return { ...electron, becomeReady: emitReady };
  }
  return { folder, exits, logged, load };
}
