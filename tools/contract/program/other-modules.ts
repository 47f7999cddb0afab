import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import {
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  protocol,
  safeStorage,
  screen,
  session,
  Tray,
  utilityProcess,
} from 'electron';
import { callUntyped, MissingProgramError, type Rule } from './rule.ts';

type RulesByModule = Readonly<Record<string, readonly Rule[]>>;

const thisFolder = import.meta.dirname;
const native = (name: string): string => `shell/browser/api/electron_api_${name}.cc`;
const scriptPath = (name: string): string => `lib/browser/api/${name}.ts`;

/** A picture of one pixel. */
const onePixelImage = nativeImage.createFromPath(join(thisFolder, 'pixel.png'));

export const earlyRules: RulesByModule = {
  Tray: [
    {
      title: 'cannot be constructed before the app is ready',
      source: native('tray'),
      run: () =>
        assert.throws(() => new Tray(onePixelImage), /Cannot create Tray before app is ready/),
    },
  ],
  Notification: [
    {
      title: 'cannot be constructed before the app is ready',
      source: native('notification'),
      run: () =>
        assert.throws(() => new Notification(), /Cannot create Notification before app is ready/),
    },
  ],
  screen: [
    {
      title: 'cannot be used before the app is ready',
      source: native('screen'),
      run: () => assert.throws(() => screen.getAllDisplays(), /before the app 'ready' event/),
    },
  ],
  session: [
    {
      title: 'is not to be had before the app is ready',
      source: native('session'),
      run: () =>
        assert.throws(
          () => session.fromPartition('early'),
          /Session can only be received when app is ready/,
        ),
    },
  ],
  utilityProcess: [
    {
      title: 'cannot be forked before the app is ready',
      source: native('utility_process'),
      run: () =>
        assert.throws(
          () => utilityProcess.fork(join(thisFolder, 'child.js')),
          /cannot be created before app is ready/,
        ),
    },
  ],
};

export const readyRules: RulesByModule = {
  Tray: [
    {
      title: 'throws after destroy, which may be called again',
      source: native('tray'),
      run() {
        const tray = new Tray(onePixelImage);
        tray.destroy();
        tray.destroy();
        const gone = /Tray is destroyed/;
        assert.throws(() => tray.setToolTip('a'), gone);
        assert.throws(() => tray.setImage(onePixelImage), gone);
        assert.throws(() => tray.setContextMenu(null), gone);
      },
    },
    {
      title: 'takes a menu or null for its context menu, and nothing else',
      source: native('tray'),
      run() {
        const tray = new Tray(onePixelImage);
        tray.setContextMenu(Menu.buildFromTemplate([{ label: 'a' }]));
        tray.setContextMenu(null);
        assert.throws(() => callUntyped(tray, 'setContextMenu', {}), /Must pass Menu or null/);
        tray.destroy();
      },
    },
    {
      title: 'refuses a picture that is not there',
      source: 'shell/common/api/electron_api_native_image.cc',
      run: () =>
        assert.throws(() => new Tray(join(thisFolder, 'no.png')), /Failed to load image from path/),
    },
  ],
  ipcMain: [
    {
      title: 'has one handler for a channel, until it is removed',
      source: 'lib/browser/ipc-main-impl.ts',
      run() {
        ipcMain.handle('contract', () => 1);
        assert.throws(
          () => ipcMain.handle('contract', () => 2),
          /Attempted to register a second handler for 'contract'/,
        );
        ipcMain.removeHandler('contract');
        ipcMain.handle('contract', () => 3);
        ipcMain.removeHandler('contract');
        ipcMain.removeHandler('contract');
      },
    },
    {
      title: 'refuses a handler that is no function',
      source: 'lib/browser/ipc-main-impl.ts',
      run: () =>
        assert.throws(() => ipcMain.handle('contract', 'x' as unknown as () => void), TypeError),
    },
    {
      title: 'does not throw for a channel that is named error',
      source: 'lib/browser/ipc-main-impl.ts',
      run: () => ipcMain.emit('error', {}),
    },
  ],
  nativeTheme: [
    {
      title: 'is as dark as the app asks for',
      source: native('native_theme'),
      run() {
        for (const source of ['dark', 'light'] as const) {
          nativeTheme.themeSource = source;
          assert.equal(nativeTheme.themeSource, source);
          assert.equal(nativeTheme.shouldUseDarkColors, source === 'dark');
        }
        nativeTheme.themeSource = 'system';
      },
    },
    {
      title: 'emits updated after the assignment has returned',
      source: native('native_theme'),
      async run() {
        nativeTheme.themeSource = 'light';
        await new Promise((resolve) => setTimeout(resolve, 200));
        let isEmitted = false;
        const updated = once(nativeTheme, 'updated');
        nativeTheme.once('updated', () => (isEmitted = true));
        nativeTheme.themeSource = 'dark';
        assert.equal(isEmitted, false);
        await updated;
        nativeTheme.themeSource = 'system';
      },
    },
  ],
  utilityProcess: [
    {
      title: 'needs a script',
      source: scriptPath('utility-process'),
      run: () =>
        assert.throws(() => utilityProcess.fork(''), /Missing UtilityProcess entry script/),
    },
    {
      title: 'has its process id from spawn until exit, and pipes only if asked for',
      source: scriptPath('utility-process'),
      async run() {
        const child = utilityProcess.fork(join(thisFolder, 'child.js'));
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
      title: 'exits with the code of the script, and has its pipes until then',
      source: native('utility_process'),
      async run() {
        const child = utilityProcess.fork(join(thisFolder, 'child.js'), ['7'], {
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        assert.ok(child.stdout !== null && child.stderr !== null);
        const [code] = (await once(child, 'exit')) as [number];
        assert.equal(code, 7);
        assert.equal(child.stdout, null);
      },
    },
  ],
  safeStorage: [
    {
      title: 'opens what it sealed',
      source: native('safe_storage'),
      async run() {
        if (!(await safeStorage.isAsyncEncryptionAvailable()))
          throw new MissingProgramError('no keyring');
        const sealed = await safeStorage.encryptStringAsync('a key ü');
        assert.ok(Buffer.isBuffer(sealed) && !sealed.includes('a key'));
        assert.equal((await safeStorage.decryptStringAsync(sealed)).result, 'a key ü');
      },
    },
    {
      title:
        'rejects what it did not seal, and what is no buffer; opens an empty buffer as an empty text',
      source: native('safe_storage'),
      async run() {
        if (!(await safeStorage.isAsyncEncryptionAvailable()))
          throw new MissingProgramError('no keyring');
        const open = (what: unknown) => safeStorage.decryptStringAsync(what as Buffer);
        await assert.rejects(open(Buffer.from('v10 nonsense')), /safeStorage.decryptStringAsync/);
        await assert.rejects(open('text'), /Expected the first argument/);
        assert.equal((await open(Buffer.alloc(0))).result, '');
      },
    },
  ],
  screen: [
    {
      title: 'has the primary display among all, each with its areas',
      source: native('screen'),
      run() {
        const displays = screen.getAllDisplays();
        const { id } = screen.getPrimaryDisplay();
        assert.equal(displays.filter((one) => one.id === id).length, 1);
        for (const { bounds, workArea, scaleFactor } of displays) {
          assert.ok(bounds.width > 0 && bounds.height > 0 && scaleFactor > 0);
          assert.ok(workArea.width <= bounds.width && workArea.height <= bounds.height);
        }
      },
    },
    {
      title: 'has functions that can be called without their object',
      source: scriptPath('screen'),
      run() {
        const alone = Reflect.get(screen, 'getAllDisplays') as () => readonly unknown[];
        assert.ok(alone().length > 0);
      },
    },
  ],
  session: [
    {
      title: 'is the same for the same partition, and another for another',
      source: native('session'),
      run() {
        const one = session.fromPartition('contract');
        assert.equal(session.fromPartition('contract'), one);
        assert.notEqual(session.fromPartition('contract-2'), one);
      },
    },
    {
      title: 'has one handler for a scheme, until it is removed',
      source: scriptPath('protocol'),
      run() {
        const own = session.fromPartition('contract').protocol;
        const handler = (): Response => new Response('');
        own.handle('contract', handler);
        assert.equal(own.isProtocolHandled('contract'), true);
        assert.throws(() => own.handle('contract', handler), /Failed to register protocol/);
        own.unhandle('contract');
        assert.equal(own.isProtocolHandled('contract'), false);
        assert.throws(() => own.unhandle('contract'), /Failed to unhandle protocol/);
      },
    },
    {
      title: 'takes no privileged scheme once the app is ready',
      source: native('protocol'),
      run: () =>
        assert.throws(
          () => protocol.registerSchemesAsPrivileged([{ scheme: 'contract-late' }]),
          /should be called before app is ready/,
        ),
    },
    {
      title: 'refuses an address of dictionaries that is none',
      source: native('session'),
      run() {
        const own = session.fromPartition('contract');
        assert.throws(
          () => own.setSpellCheckerDictionaryDownloadURL('nonsense'),
          /setSpellCheckerDictionaryDownloadURL is not valid/,
        );
      },
    },
  ],
  Notification: [
    {
      title: 'tells whether it is supported',
      source: native('notification'),
      run: () => assert.equal(typeof Notification.isSupported(), 'boolean'),
    },
    {
      title: 'can be closed before it is shown, and twice',
      source: native('notification'),
      run() {
        const notification = new Notification({ title: 'contract' });
        notification.close();
        notification.close();
      },
    },
  ],
};
