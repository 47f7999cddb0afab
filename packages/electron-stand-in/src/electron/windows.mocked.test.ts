import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { browser } from '../test/browser-double.ts';
import { createProcessDouble } from '../test/process-double.ts';
import { createTranscript } from '../test/transcript.ts';

const { folder, exits, logged, load } = createProcessDouble();

const { lines, shown, text, ...transcript } = createTranscript((line) =>
  line
    .replaceAll(folder, 'FOLDER')
    .replaceAll(/stand-in-\w{6}(?=")/g, 'PROFILE')
    .replaceAll('"defaultPrevented":false,"preventDefault":"a function"', ''),
);
beforeEach(() => {
  lines.length = 0;
  browser.calls.length = 0;
  browser.pages.length = 0;
  logged.mockClear();
  exits.length = 0;
});

/** Waits until nothing happens any more: every wait of a window ends within a few turns. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await nextTurn();
}

/** The calls with which each window starts. One record has them; they are left out of the others. */
const startCalls = new Set([
  'launch',
  'Page.enable',
  'Runtime.enable',
  'Runtime.addBinding',
  'Page.addScriptToEvaluateOnNewDocument',
  'Fetch.enable',
  'Browser.getWindowForTarget',
]);
let isStartKnown = true;

/** Carries out a step, and records its result and what it caused. */
async function step(name: string, act: () => unknown): Promise<void> {
  await transcript.step(name, act);
  await settle();
  for (const call of browser.calls.splice(0))
    if (!isStartKnown || !startCalls.has(call[0]))
      lines.push(`  browser: ${call.map(shown).join(' ')}`);
  for (const call of logged.mock.calls.splice(0)) lines.push(`  logs ${shown(call.map(String))}`);
  for (const code of exits.splice(0)) lines.push(`  exits ${shown([code])}`);
}

/** Records the events with these names. */
function record(emitter: NodeJS.EventEmitter, ...names: readonly string[]): void {
  for (const name of names)
    emitter.on(name, (event?: object, ...more: unknown[]) =>
      lines.push(
        `  event ${[name, shown(event), ...more.map(shown)].join(' ').replaceAll(' {}', '')}`,
      ),
    );
}

const windowEvents = [
  'show',
  'hide',
  'restore',
  'minimize',
  'focus',
  'blur',
  'resize',
  'move',
  'closed',
  'ready-to-show',
];
const contentsEvents = [
  'did-finish-load',
  'did-navigate-in-page',
  'render-process-gone',
  'will-frame-navigate',
  'will-navigate',
];

/** Loads the stand-in as in a process that has just started with these arguments and variables. */
async function start(args: readonly string[] = [], variables: NodeJS.ProcessEnv = {}) {
  const { becomeReady, app, BrowserWindow, ...rest } = await load(args, variables);
  record(app, 'window-all-closed', 'before-quit', 'will-quit', 'quit');
  becomeReady();
  function open(options: object = {}) {
    const window = new BrowserWindow(options);
    record(window, ...windowEvents);
    record(window.webContents, ...contentsEvents);
    return window;
  }
  return { app, BrowserWindow, open, ...rest };
}
const pageAt = (index: number) => {
  const page = browser.pages[index];
  if (page === undefined) throw new Error('there is no page');
  return page;
};
const recorded = (name: string) => expect(text()).toMatchFileSnapshot(`records/${name}.txt`);

const preventDefault = (event: { preventDefault: () => void }): void => event.preventDefault();

/** Chromium asks whether the user may leave the first page. */
function askToLeave(): void {
  pageAt(0).emit('Page.javascriptDialogOpening', { type: 'beforeunload' });
}

it('starts a Chromium for each window', async () => {
  isStartKnown = false;
  onTestFinished(() => void (isStartKnown = true));
  const proxy = { proxyRules: 'http://127.0.0.1:1', proxyBypassRules: '<-loopback>' };
  const cases: [string[], NodeJS.ProcessEnv, object][] = [
    [[], {}, {}],
    [
      ['--no-sandbox', '--remote-debugging-port=9000'],
      { DISPLAY: ':1' },
      { x: 5, y: 6, width: 300, height: 200 },
    ],
    [
      ['--remote-debugging-port=9000'],
      { WAYLAND_DISPLAY: 'w', STAND_IN_SCALE: '1.25' },
      { skipTaskbar: true, show: false },
    ],
    [
      ['--remote-debugging-port=9000'],
      { DISPLAY: ':1', ACCESSIBILITY_ENABLED: '1' },
      { show: false, focusable: false, width: 3000, height: 3000 },
    ],
    [[], { NO_CHROMIUM: '1' }, {}],
  ];
  for (const [args, variables, options] of cases) {
    const { open, session } = await start(args, variables);
    await step(`new BrowserWindow(${shown(options)}) ${shown(args)} ${shown(variables)}`, () => {
      const partition = session.fromPartition('a');
      void partition.setProxy(args.length === 2 ? proxy : {});
      const made = open({ ...options, webPreferences: { session: partition } });
      if (args.length === 2) made.webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
      made.webContents.setZoomMode();
      made.webContents.send('told');
      made.setBackgroundColor();
      void made
        .loadURL('data:text/html,a')
        .catch((error: unknown) => lines.push(`  load: ${String(error)}`));
    });
  }
  const { open } = await start(['--remote-debugging-port=9000'], { DISPLAY: ':1' });
  const first = open();
  await settle();
  browser.calls.length = 0;
  await step('a second window at the same debugging port waits', () => void open());
  await step('and starts when the first has ended', () => first.destroy());
  await recorded('start');
});

it('follows the state of a window', async () => {
  const { open, BrowserWindow, app, session } = await start([], { DISPLAY: ':1' });
  session.fromPartition('').protocol.handle('app', () => new Response());
  const window = open({ show: false, x: 10, y: 20, width: 640, height: 480 });
  app.on('browser-window-created', () => lines.push('  event browser-window-created'));
  await step('opens', () => window.loadURL('app://page/'));
  const { window: inside } = pageAt(0);
  const state = () => ({
    min: window.isMinimized(),
    max: window.isMaximized(),
    bounds: window.getNormalBounds(),
    focused: BrowserWindow.getFocusedWindow() === window,
  });
  const inPage =
    (changes: object, ...events: string[]) =>
    () => {
      Object.assign(inside, changes);
      for (const event of events)
        (event === 'visibilitychange' ? inside.document : inside).dispatchEvent(new Event(event));
      return settle().then(state);
    };
  const hidden = (isHidden: boolean) => () => {
    inside.document.hidden = isHidden;
    return inPage({}, 'visibilitychange')();
  };
  for (const name of ['show', 'show', 'hide', 'hide', 'restore', 'maximize', 'maximize'] as const)
    await step(`${name}()`, () => {
      window[name]();
      return state();
    });
  await step(
    'the page fills the screen',
    inPage({ screenX: 0, screenY: 0, outerWidth: 1000, outerHeight: 800 }, 'resize'),
  );
  await step('the page is as wide as the screen', inPage({ outerHeight: 799 }, 'resize'));
  await step(
    'the page is as high as the screen',
    inPage({ outerWidth: 999, outerHeight: 800 }, 'resize'),
  );
  await step(
    'the page is small',
    inPage({ outerWidth: 500, outerHeight: 400, screenX: 7, screenY: 8 }, 'resize'),
  );
  await step(
    'the page has no size yet',
    inPage({ outerWidth: 0, outerHeight: 0, screenX: 0, screenY: 0 }, 'resize'),
  );
  await step(
    'the page has its size again',
    inPage({ outerWidth: 500, outerHeight: 400, screenX: 7, screenY: 8 }, 'resize'),
  );
  await step('the page gets the focus', inPage({}, 'focus'));
  await step('the page loses the focus', inPage({}, 'blur'));
  await step('the user minimizes', hidden(true));
  await step('the page is hidden still', hidden(true));
  await step('restore()', () => {
    window.restore();
    return state();
  });
  await step('the page is visible', hidden(false));
  await step('the user minimizes', hidden(true));
  await step('the user restores', hidden(false));
  await step('hide()', () => {
    window.hide();
    return state();
  });
  await step('the page is hidden', hidden(true));
  await step('the user shows', hidden(false));
  const poll = () => {
    inside.intervals.forEach((one) => one());
    return settle().then(state);
  };
  inside.screenX = 70;
  await step('the poll of the place', poll);
  inside.document.hidden = true;
  inside.screenX = 80;
  await step('the poll of a hidden page', poll);
  inside.document.hidden = false;
  await step('setBounds()', () => {
    window.setBounds({ width: 320 });
    return state();
  });
  await step('the poll of the place before the page has moved', poll);
  await step('maximize() keeps the place to which the user moved it', () => {
    window.maximize();
    return state();
  });
  window.once('close', preventDefault);
  await step('the user closes, and the app prevents it', askToLeave);
  window.once('close', preventDefault);
  await step('close(), which the app prevents', () => window.close());
  window.once('close', preventDefault);
  await step('quit(), which the window prevents', () => app.quit());
  record(window, 'close');
  await step('the user closes', askToLeave);
  await step('the page has closed', () => {
    pageAt(0).pageEnd.resolve(undefined);
    return settle().then(() => BrowserWindow.getAllWindows().length);
  });
  await step('destroy() again', () => window.isDestroyed());

  const maximised = open({ x: 1, y: 2, width: 3, height: 4 });
  maximised.maximize();
  maximised.show();
  await step(
    'a window that is maximized and shown before its Chromium has started',
    () => undefined,
  );
  await step('quit() closes it', () => app.quit());

  const other = await start([], { STAND_IN_READY_TO_SHOW: 'never', DISPLAY: ':1' });
  await step('a window that is never painted', () =>
    other.open({ x: 5, y: 6 }).loadURL('data:text/html,a'),
  );
  await step('a window that is closed while it starts', () =>
    other.open({ show: false }).destroy(),
  );
  await recorded('state');
});

it('quits in the order of Electron', async () => {
  const { open, app } = await start();
  const [first, second] = [open(), open()];
  await step('the first of two windows closes', () => first.destroy());
  second.once('closed', () => void open());
  await step('the last window closes, and another opens at once', () => second.destroy());
  app.once('before-quit', preventDefault);
  await step('quit(), which before-quit prevents', () => app.quit());
  app.once('will-quit', preventDefault);
  await step('quit(), which will-quit prevents', () => app.quit());
  const again = open();
  again.once('close', preventDefault);
  await step('close() after it', () => again.close());
  await step('close()', () => again.close());
  app.removeAllListeners('window-all-closed');
  const last = open();
  await step('the last window closes without a listener', () => last.destroy());
  await step('quit() and exit() at the end', () => {
    app.quit();
    app.exit(5);
  });

  const other = await start();
  other.app.once('before-quit', () => other.app.exit(7));
  const window = other.open();
  await step('exit() in before-quit', () => other.app.quit());
  await step('the window', () => window.isDestroyed());
  const third = await start();
  third.app.once('will-quit', () => third.app.exit(8));
  await step('exit() in will-quit', () => third.app.quit());
  const fifth = await start();
  fifth.app.once('before-quit', () => fifth.app.quit());
  await step('quit() in before-quit', () => fifth.app.quit());
  const fourth = await start();
  await step('exit() without a code', () => fourth.app.exit());
  await recorded('quit');
});

it('passes the messages, the requests and the navigations of a page on', async () => {
  const preload = join(folder, 'preload.js');
  writeFileSync(
    preload,
    `const { contextBridge, ipcRenderer } = require('electron');
    const other = (event, ...args) => ipcRenderer.invoke('heard', 'other', ...args);
    const listener = (event, ...args) => ipcRenderer.invoke('heard', ...args);
    const list = [1, { a: 1 }];
    class Point { x = 1 }
    contextBridge.exposeInMainWorld('bridge', {
      list, date: new Date(0), point: new Point(), nothing: null, text: 'a', later: Promise.resolve({ b: 2 }),
      invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
      on: () => { for (const one of [other, listener]) ipcRenderer.on('told', one); },
      off: () => ipcRenderer.removeListener('told', listener),
      back: (call) => { const given = { c: 3 }; return [call(given) === given, Object.isFrozen(given), given]; },
      modules: () => { try { require('fs'); } catch (error) { return String(error); } },
    });`,
  );
  const { open, session, ipcMain, nativeTheme: theme } = await start([], { DISPLAY: ':1' });
  const nativeTheme = theme as unknown as Electron.NativeTheme;
  const own = session.fromPartition('');
  const asked: string[] = [];
  own.protocol.handle('app', async (request: Request) => {
    asked.push(
      `${request.method} ${request.url} ${shown([...request.headers])} ${await request.text()}`,
    );
    const { pathname } = new URL(request.url);
    if (pathname === '/defect') throw new Error('a defect');
    if (pathname === '/x') {
      window.once('close', preventDefault);
      askToLeave();
      window.off('close', preventDefault);
    }
    const headers: Record<string, string> =
      pathname === '/plain'
        ? {}
        : { 'content-security-policy': "default-src 'self'; img-src 'self' data:" };
    return new Response('<script>globalThisLoaded = true</script>', {
      headers,
      status: pathname === '/missing' ? 404 : 200,
    });
  });
  const window = open({ webPreferences: { preload, session: own } });
  const { webContents } = window;
  await step('loads', () =>
    window.loadURL('app://page/a#b').then(() => [webContents.getURL(), asked.splice(0)]),
  );
  const page = pageAt(0);
  const run = (script: string) => page.run(`return (${script})`) as Promise<unknown>;
  const handled: unknown[] = [];
  ipcMain.handle('double', (event: unknown, ...args: unknown[]) => {
    const { sender, senderFrame } = event as { sender: { id: number }; senderFrame: unknown };
    handled.push(sender === webContents, sender.id, senderFrame, ...args);
    return { twice: args };
  });
  ipcMain.handle('fail', () => {
    throw new TypeError('a defect');
  });
  ipcMain.handle('function', () => nothing);
  ipcMain.handle('map', () => new Map());
  ipcMain.handle(
    'heard',
    (_event: unknown, ...args: unknown[]) => void lines.push(`  heard ${shown(args)}`),
  );
  const nothing = (): void => undefined;
  await step('the bridge', () => run(`JSON.stringify(bridge)`));
  await step('the bridge is frozen', () =>
    run('[bridge, bridge.list, bridge.list[1], bridge.invoke].map(Object.isFrozen)'),
  );
  await step('objects of classes are copied', () =>
    run('[bridge.date.getTime(), Object.keys(bridge.point), bridge.point.constructor.name]'),
  );
  await step('a promise of the bridge', () => run('bridge.later'));
  await step('functions get copies', () => run('bridge.back((given) => given)'));
  await step('another module', () => run('bridge.modules()'));
  await step('what the page can reach', () =>
    run(
      "[typeof __standIn, typeof __standInReceive, Object.keys(window).includes('bridge'), Object.keys(window).includes('__standInReceive')]",
    ),
  );
  await step('invoke', () =>
    run("bridge.invoke('double', 1, { a: [2] })").then((value) => [value, ...handled]),
  );
  await step('invoke, which throws', () => run("bridge.invoke('fail')"));
  await step('invoke, whose answer cannot be copied', () => run("bridge.invoke('function')"));
  await step('invoke, whose answer the stand-in cannot send', () => run("bridge.invoke('map')"));
  await step('invoke with a value that the stand-in cannot send', () =>
    run("bridge.invoke('double', new Map())"),
  );
  await step('webContents.send() of a value that the stand-in cannot send', () =>
    webContents.send('told', new Map()),
  );
  await step('invoke without a handler', () => run("bridge.invoke('missing')"));
  await step('webContents.send() without a listener', () => webContents.send('told', 1));
  await step('on()', () => run('bridge.on()'));
  await step('webContents.send()', () => webContents.send('told', { a: 1 }, 2));
  await step('removeListener()', () => run('bridge.off()'));
  await step('webContents.send() after it', () => webContents.send('told', 1));

  const permission = (name: string) => () =>
    run(`navigator.permissions.query({ name: '${name}' })`);
  await step('a permission', permission('geolocation'));
  own.setPermissionCheckHandler((...args: unknown[]) => {
    lines.push(`  check ${shown(args)}`);
    return args[1] === 'media';
  });
  await step('a permission that the app denies', permission('geolocation'));
  await step('a permission that the app grants', permission('camera'));
  await step('a permission of another name', permission('midi'));
  own.setPermissionRequestHandler(
    (_contents: unknown, name: string, answer: (isGranted: boolean) => void, details: object) => {
      lines.push(`  request ${name} ${shown(details)}`);
      answer(name === 'notifications');
    },
  );
  await step('loads with some permissions', () => window.loadURL('app://page/missing'));
  webContents.once('will-navigate', preventDefault);
  await step('loads an address, which the app prevents', () => window.loadURL('app://page/a#b'));
  await step('loads another address', () =>
    window.loadURL('other://page/').then(() => webContents.getURL()),
  );
  await step('loads again', () => window.loadURL('app://page/x'));
  await step('loads within the document', () =>
    window.loadURL('app://page/x#y').then(() => webContents.getURL()),
  );
  await step('a load that another one replaces', async () => {
    const first = window.loadURL('app://page/never.html');
    await settle();
    await window.loadURL('app://page/x');
    return first;
  });
  await step('a load whose page crashes', async () => {
    const load = window.loadURL('app://page/never.html');
    await settle();
    page.emit('Inspector.targetCrashed');
    return load;
  });

  own.setPermissionRequestHandler((_contents, _name, answer) => answer(true));

  const request =
    (path: string, options: object = {}) =>
    () =>
      page
        .request(new URL(path, 'https://page.app.invalid/').href, options)
        .then((answer) => [answer, ...asked.splice(0)]);
  asked.length = 0;
  await step('a request', request('/plain'));
  await step('a request whose answer has a policy', request('/a'));
  await step('a request whose handler has a defect', request('/defect'));
  await step('an upload', request('/plain', { method: 'POST', body: 'text' }));
  await step('a request of the network', request('http://example.org/'));
  own.webRequest.onBeforeRequest(
    (details: { url: string }, answer: (answer: { cancel?: boolean }) => void) => {
      lines.push(`  before ${shown(details)}`);
      answer(
        details.url.includes('cancel')
          ? { cancel: true }
          : details.url.includes('false')
            ? { cancel: false }
            : {},
      );
    },
  );
  await step('a request that the app allows', request('/plain'));
  await step('a request that the app allows in words', request('/plain?false'));
  await step('a request that the app cancels', request('/plain?cancel'));

  const navigation = (path: string, frameId = 'page') =>
    request(path, { isNavigation: true, frameId });
  await step('the page navigates', navigation('/plain'));
  await step('a frame navigates', navigation('/plain', 'frame'));
  webContents.once('will-frame-navigate', preventDefault);
  await step('the page navigates, and the app prevents it', navigation('/plain'));
  webContents.once('will-navigate', preventDefault);
  await step('the page navigates, and the app prevents it later', navigation('/plain'));
  await step('the page navigates within the document', () => {
    page.emit('Page.navigatedWithinDocument', { url: 'https://a/', frameId: 'frame' });
    const url = 'https://page.app.invalid/c#d';
    page.emit('Page.navigatedWithinDocument', { url, frameId: 'page' });
    return webContents.getURL();
  });
  await step('the page crashes', () => void page.emit('Inspector.targetCrashed'));

  await step('the script in a frame', () => {
    Object.assign(page.window, { top: {} });
    page.run(page.initScript);
  });

  const click = (members: object) => () => {
    const event = Object.assign(new Event('click', { cancelable: true }), {
      ctrlKey: false,
      metaKey: false,
      shiftKey: false,
    });
    const { Element } = page.window;
    const { href, link = '', ...rest } = members as { href?: string; link?: string };
    Object.defineProperty(event, 'target', {
      value: href === undefined ? {} : new Element(href, link),
    });
    const { isPrevented = false, ...keys } = rest as { isPrevented?: boolean };
    Object.assign(event, keys);
    if (isPrevented) event.preventDefault();
    page.window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  /** The page requests the answer synchronously. The double has asked for it before. */
  const opening = (act: () => unknown) => async () => {
    page.askedAtOnce.clear();
    act();
    browser.calls.length = 0;
    for (const url of page.askedAtOnce.keys()) {
      const answer = await page.request(url);
      if (typeof answer === 'object' && 'status' in answer)
        page.askedAtOnce.set(url, answer.status);
    }
    return act();
  };
  await step(
    'window.open()',
    opening(() => run("window.open('/new', 'name')")),
  );
  await step(
    'window.open() without an address',
    opening(() => run('window.open()')),
  );
  webContents.setWindowOpenHandler((details: object) => {
    lines.push(`  open ${shown(details)}`);
    return { action: 'deny' };
  });
  await step(
    'window.open(), which the app denies',
    opening(() => run("window.open('/new', 'name')")),
  );
  await step('a link', opening(click({ href: 'app://page/x' })));
  await step('a link with _blank', opening(click({ href: 'app://page/x', link: '_blank' })));
  const prevented = { href: 'app://page/x', link: '_blank', isPrevented: true };
  await step('a link that the page handles itself', opening(click(prevented)));
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey'])
    await step(`a link with ${key}`, opening(click({ href: 'app://page/x', [key]: true })));
  await step('something else', click({ ctrlKey: true }));
  await step('an element without a link', click({ href: '', ctrlKey: true }));
  page.window.XMLHttpRequest.prototype.send = () => {
    throw new Error('forbidden');
  };
  await step('window.open(), whose request the policy forbids', () => run("window.open('/new')"));

  const press = (key: string, members: object = {}) => {
    const event = Object.assign(
      new Event('keydown', { cancelable: true }),
      { key, ctrlKey: false, metaKey: false },
      members,
    );
    page.window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  await step('keys', () =>
    ['F5', 'F6', 'r', 'R', 'n', 'c', 't'].map((key) =>
      [key, press(key), press(key, { ctrlKey: true }), press(key, { metaKey: true })].join(' '),
    ),
  );
  const leave = () => {
    page.window.screenX += 1;
    const event = new Event('beforeunload', { cancelable: true });
    page.window.dispatchEvent(event);
    return settle().then(() => [event.defaultPrevented, window.getNormalBounds().x]);
  };
  await step('the user closes', leave);
  const navigate = (hashChange: boolean) => () => {
    page.window.navigation.dispatchEvent(Object.assign(new Event('navigate'), { hashChange }));
    return leave();
  };
  await step('the page leaves', navigate(false));
  await new Promise((resolve) => setTimeout(resolve, 5));
  await step('the user closes later', leave);
  await step('the page changes its hash', navigate(true));

  for (const source of ['dark', 'dark', 'light', 'system'] as const)
    await step(`themeSource ${source}`, () => {
      nativeTheme.themeSource = source;
      return [nativeTheme.shouldUseDarkColors, nativeTheme.themeSource];
    });
  record(nativeTheme, 'updated');
  await step('themeSource dark', () => void (nativeTheme.themeSource = 'dark'));
  ipcMain.handle('late', (event: unknown) => {
    const { senderFrame } = event as { senderFrame: unknown };
    page.emit('Page.frameNavigated', { frame: { id: 'frame', url: 'https://a/', loaderId: 'a' } });
    page.emit('Page.navigatedWithinDocument', {
      url: 'https://page.app.invalid/e',
      frameId: 'page',
    });
    const later = (event as { senderFrame: unknown }).senderFrame;
    page.emit('Page.frameNavigated', { frame: { id: 'page', url: 'https://b/', loaderId: 'b' } });
    return [senderFrame, later, (event as { senderFrame: unknown }).senderFrame];
  });
  await step('invoke of a frame that navigates', () => run("bridge.invoke('late')"));
  writeFileSync(preload, "throw new Error('a defect')");
  const broken = open({ webPreferences: { preload } });
  await step('a preload that throws', () => broken.loadURL('data:text/html,a'));
  await step('a page of data', () => broken.loadURL('data:text/html,a'));
  await step('a preload that throws in the app', () => broken.loadURL('app://page/plain'));
  await step('a load whose page is closed', async () => {
    const load = broken.loadURL('app://page/never.html');
    await settle();
    pageAt(1).pageEnd.resolve(undefined);
    return load;
  });
  window.destroy();
  await step('loads after the end', () => window.loadURL('app://page/'));
  const last = open({});
  const waiting = last.loadURL('app://page/');
  last.destroy();
  await step('loads while its Chromium starts, and is destroyed', () => waiting);
  await recorded('page');
});
