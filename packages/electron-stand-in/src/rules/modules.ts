import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  AskError,
  nativeSource,
  rulesOf,
  scriptSource,
  type CheckedRule,
  type Electron,
} from './rule.ts';

/** The path of a file beside the bundled program. */
const programFile = (name: string): string => join(import.meta.dirname, name);

/** A picture of one pixel. */
const onePixelImage = ({ nativeImage }: Electron): Electron.NativeImage =>
  nativeImage.createFromPath(programFile('pixel.png'));

const crashReporterRules = rulesOf<CheckedRule>('crashReporter', [
  {
    title: '`start()` throws without a `submitURL`, unless `uploadToServer` is false',
    source: scriptSource('crash-reporter'),
    places: ['src/main/app/process-setup.ts'],
    check({ crashReporter }) {
      assert.throws(() => crashReporter.start({}), /submitURL must be specified/);
      crashReporter.start({ uploadToServer: false });
    },
  },
]);

const trayRules = rulesOf<CheckedRule>('Tray', [
  {
    title: 'methods of a destroyed icon throw, except `destroy()`',
    source: nativeSource('tray'),
    places: ['src/main/tray/tray.ts'],
    check(electron) {
      const image = onePixelImage(electron);
      const tray = new electron.Tray(image);
      tray.destroy();
      tray.destroy();
      const gone = /Tray is destroyed/;
      assert.throws(() => tray.setToolTip('a'), gone);
      assert.throws(() => tray.setImage(image), gone);
      assert.throws(() => tray.setContextMenu(null), gone);
    },
  },
]);

const ipcMainRules = rulesOf<CheckedRule>('ipcMain', [
  {
    title: 'a second handler for a channel throws until the first is removed',
    source: 'lib/browser/ipc-main-impl.ts',
    places: ['src/main/platform/ipc/serve.ts'],
    check({ ipcMain }) {
      const handler = (): void => undefined;
      ipcMain.handle('rules', handler);
      assert.throws(
        () => ipcMain.handle('rules', handler),
        /Attempted to register a second handler for 'rules'/,
      );
      ipcMain.removeHandler('rules');
      ipcMain.handle('rules', handler);
      ipcMain.removeHandler('rules');
      ipcMain.removeHandler('rules');
    },
  },
]);

const nativeThemeRules = rulesOf<CheckedRule>('nativeTheme', [
  {
    title: '`shouldUseDarkColors` follows `themeSource`',
    source: nativeSource('native_theme'),
    places: ['src/main/platform/windows/page-window.ts'],
    check({ nativeTheme }) {
      for (const source of ['dark', 'light'] as const) {
        nativeTheme.themeSource = source;
        assert.equal(nativeTheme.themeSource, source);
        assert.equal(nativeTheme.shouldUseDarkColors, source === 'dark');
      }
    },
  },
  {
    title: '`updated` is emitted after the assignment of `themeSource`',
    source: nativeSource('native_theme'),
    places: ['src/main/wallpaper/setter/desktop-events.ts'],
    async check({ nativeTheme }) {
      nativeTheme.themeSource = 'light';
      await delay(200);
      let isEmitted = false;
      const updated = once(nativeTheme, 'updated');
      nativeTheme.once('updated', () => (isEmitted = true));
      nativeTheme.themeSource = 'dark';
      assert.equal(isEmitted, false);
      await updated;
    },
  },
]);

const utilityProcessRules = rulesOf<CheckedRule>('utilityProcess', [
  {
    title: '`pid` is set from `spawn` to `exit`; pipes exist only on request',
    source: scriptSource('utility-process'),
    places: ['src/main/platform/process/services-process.ts'],
    async check({ utilityProcess }) {
      const child = utilityProcess.fork(programFile('child.js'));
      assert.equal(child.pid, undefined);
      assert.equal(child.stdout, null);
      await once(child, 'spawn');
      assert.equal(typeof child.pid, 'number');
      const exited = once(child, 'exit');
      assert.equal(child.kill(), true);
      await exited;
      assert.equal(child.pid, undefined);
      assert.equal(child.kill(), false);
    },
  },
  {
    title: '`exit` has the exit code; the pipes end then; a new process can start',
    source: nativeSource('utility_process'),
    places: ['src/main/platform/process/services-process.ts'],
    async check({ utilityProcess }) {
      for (const code of [7, 8]) {
        const child = utilityProcess.fork(programFile('child.js'), [String(code)], {
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        assert.ok(child.stdout !== null && child.stderr !== null);
        const output = once(child.stdout, 'data');
        assert.deepEqual(await once(child, 'exit'), [code]);
        assert.equal(String(await output), `${code}\n`);
        assert.equal(child.stdout, null);
      }
    },
  },
]);

const text = 'a key ü';
/** Where the encrypted text lies for another process. */
const encryptedFile = (app: Electron.App): string => join(app.getPath('userData'), 'encrypted');

const safeStorageRules = rulesOf<CheckedRule>('safeStorage', [
  {
    title: '`decryptStringAsync()` returns the encrypted text',
    source: nativeSource('safe_storage'),
    places: ['src/main/settings/secrets/sealing.ts'],
    async check({ app, safeStorage }) {
      if (!(await safeStorage.isAsyncEncryptionAvailable()))
        throw new AskError('no keyring answers');
      const encrypted = await safeStorage.encryptStringAsync(text);
      assert.ok(Buffer.isBuffer(encrypted) && !encrypted.includes('a key'));
      assert.equal((await safeStorage.decryptStringAsync(encrypted)).result, text);
      writeFileSync(encryptedFile(app), encrypted);
      const isLinux = process.platform === 'linux';
      const keyring = isLinux ? safeStorage.getSelectedStorageBackend() : process.platform;
      return `${keyring}, ${encrypted.subarray(0, 3).toString('latin1')}`;
    },
  },
  {
    title: 'another process decrypts the text',
    source: nativeSource('safe_storage'),
    places: ['src/main/settings/secrets/sealing.ts'],
    when: 'alone',
    async check({ app, safeStorage }) {
      await app.whenReady();
      if (!(await safeStorage.isAsyncEncryptionAvailable()))
        throw new AskError('no keyring answers');
      const { result } = await safeStorage.decryptStringAsync(readFileSync(encryptedFile(app)));
      assert.equal(result, text);
    },
  },
  {
    title:
      '`decryptStringAsync()` rejects other data, and returns an empty text for an empty buffer',
    source: nativeSource('safe_storage'),
    places: ['src/main/settings/secrets/sealing.ts'],
    async check({ safeStorage }) {
      if (!(await safeStorage.isAsyncEncryptionAvailable()))
        throw new AskError('no keyring answers');
      const decrypt = (what: unknown) => safeStorage.decryptStringAsync(what as Buffer);
      await assert.rejects(decrypt(Buffer.from('v10 nonsense')), /safeStorage.decryptStringAsync/);
      await assert.rejects(decrypt('text'), /Expected the first argument/);
      assert.equal((await decrypt(Buffer.alloc(0))).result, '');
    },
  },
]);

/** The places of the displays that `xrandr` lists. Throws an AskError if it gives no answer. */
async function placesOfXrandr(): Promise<readonly string[]> {
  try {
    const { stdout } = await promisify(execFile)('xrandr', ['--query'], { timeout: 10_000 });
    const matches = stdout.matchAll(/ connected(?: primary)? (\d+x\d+\+\d+\+\d+)/g);
    return Array.from(matches, ([, place = '']) => place);
  } catch {
    throw new AskError('there is no xrandr to compare');
  }
}

const screenRules = rulesOf<CheckedRule>('screen', [
  {
    title: 'one display is the primary one; each work area lies in its display',
    source: nativeSource('screen'),
    places: ['src/main/platform/windows/displays.ts'],
    check({ screen }) {
      const displays = screen.getAllDisplays();
      const { id } = screen.getPrimaryDisplay();
      assert.equal(displays.filter((one) => one.id === id).length, 1);
      for (const { bounds, workArea, scaleFactor } of displays) {
        assert.ok(bounds.width > 0 && bounds.height > 0 && scaleFactor > 0);
        assert.ok(workArea.x >= bounds.x && workArea.y >= bounds.y);
        assert.ok(workArea.x + workArea.width <= bounds.x + bounds.width);
        assert.ok(workArea.y + workArea.height <= bounds.y + bounds.height);
      }
    },
  },
  {
    title: 'the displays are those of the X server, if their scale is 1',
    source: nativeSource('screen'),
    places: ['src/main/platform/windows/displays.ts'],
    async check({ screen }) {
      const displays = screen.getAllDisplays();
      const found = displays.map(
        ({ bounds: { x, y, width, height } }) => `${width}x${height}+${x}+${y}`,
      );
      const { DISPLAY: x, WAYLAND_DISPLAY: wayland } = process.env;
      const isComparable = displays.every(({ scaleFactor }) => scaleFactor === 1);
      if (process.platform === 'linux' && x && !wayland && isComparable)
        assert.deepEqual(found.toSorted(), (await placesOfXrandr()).toSorted());
      return displays
        .map(({ label, scaleFactor }, n) => `${label} ${found[n] ?? ''} at ${scaleFactor}`)
        .join(', ');
    },
  },
  {
    title: '`getCursorScreenPoint()` returns 0,0 on Wayland',
    source: nativeSource('screen'),
    places: ['src/main/platform/windows/glance-window.ts'],
    platforms: ['linux'],
    check({ screen }) {
      if (process.env['XDG_SESSION_TYPE'] !== 'wayland') throw new AskError('this is not Wayland');
      assert.deepEqual({ ...screen.getCursorScreenPoint() }, { x: 0, y: 0 });
    },
  },
]);

const sessionRules = rulesOf<CheckedRule>('session', [
  {
    title: '`fromPartition()` returns one session for each partition',
    source: nativeSource('session'),
    places: ['src/main/platform/windows/app-session.ts'],
    check({ session }) {
      const one = session.fromPartition('rules');
      assert.equal(session.fromPartition('rules'), one);
      assert.notEqual(session.fromPartition('rules-2'), one);
    },
  },
  {
    title: '`setSpellCheckerDictionaryDownloadURL()` throws for a text that is not an address',
    source: nativeSource('session'),
    places: ['src/main/platform/windows/harden.ts'],
    platforms: ['linux', 'win32'],
    check({ session }) {
      const own = session.fromPartition('rules');
      assert.throws(
        () => own.setSpellCheckerDictionaryDownloadURL('nonsense'),
        /setSpellCheckerDictionaryDownloadURL is not a valid URL/,
      );
    },
  },
]);

const protocolRules = rulesOf<CheckedRule>('protocol', [
  {
    title: 'a second handler for a scheme throws until the first is removed',
    source: scriptSource('protocol'),
    places: ['src/main/platform/windows/origin.ts'],
    check({ session }) {
      const own = session.fromPartition('rules').protocol;
      const handler = (): Response => new Response('');
      own.handle('rules', handler);
      assert.equal(own.isProtocolHandled('rules'), true);
      assert.throws(() => own.handle('rules', handler), /Failed to register protocol/);
      own.unhandle('rules');
      assert.equal(own.isProtocolHandled('rules'), false);
      assert.throws(() => own.unhandle('rules'), /Failed to unhandle protocol/);
    },
  },
  {
    title: '`registerSchemesAsPrivileged()` throws after `ready`',
    source: nativeSource('protocol'),
    places: ['src/main/platform/windows/app-session.ts'],
    check: ({ protocol }) =>
      assert.throws(
        () => protocol.registerSchemesAsPrivileged([{ scheme: 'rules-late' }]),
        /should be called before app is ready/,
      ),
  },
]);

const notificationRules = rulesOf<CheckedRule>('Notification', [
  {
    title: '`close()` can be called before `show()`, and twice',
    source: nativeSource('notification'),
    places: ['src/main/notifications/notifier.ts'],
    check({ Notification }) {
      const notification = new Notification({ title: 'rules' });
      notification.close();
      notification.close();
    },
  },
]);

const clipboardRules = rulesOf<CheckedRule>('clipboard', [
  {
    title: '`readText()` returns the text that was written',
    source: 'shell/common/api/electron_api_clipboard.cc',
    places: ['src/main/platform/windows/links.ts'],
    async check({ clipboard }) {
      const textBefore = await clipboard.readText();
      await clipboard.writeText('rules');
      const written = await clipboard.readText();
      await clipboard.writeText(textBefore);
      assert.equal(written, 'rules');
    },
  },
]);

const shellRules = rulesOf<CheckedRule>('shell', [
  {
    title: '`openPath()` stays pending',
    source: 'shell/common/platform_util_linux.cc',
    places: ['src/main/platform/windows/links.ts'],
    platforms: ['linux'],
    async check({ shell }) {
      const answer = await Promise.race([shell.openPath('/nonexistent/a.ics'), delay(2_000, null)]);
      assert.equal(answer, null);
    },
  },
]);

export const moduleRules: readonly CheckedRule[] = [
  ...crashReporterRules,
  ...trayRules,
  ...ipcMainRules,
  ...nativeThemeRules,
  ...utilityProcessRules,
  ...safeStorageRules,
  ...screenRules,
  ...sessionRules,
  ...protocolRules,
  ...notificationRules,
  ...clipboardRules,
  ...shellRules,
];
