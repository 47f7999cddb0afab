import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Checks properties that no test of behavior can show: a dangerous function is absent, or a function with an effect
 * outside of the app is called only in the places that are named here. The behavior of each place has its own test.
 */

const root = join(import.meta.dirname, '..', '..', 'src');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|svelte|html)$/.test(name) && !/\.test\.ts$|^renderer.test/.test(name))
  .map((name) => ({
    name: name.replaceAll('\\', '/'),
    text: readFileSync(join(root, name), 'utf8'),
  }));
const withWords = (pattern: RegExp): string[] =>
  sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

describe('the sources contain no', () => {
  it.each([
    ['webview', /<webview|webviewTag: true/],
    ['Node in a page', /nodeIntegration\w*: true|sandbox: false|contextIsolation: false/],
    ['page without web security', /webSecurity: false|allowRunningInsecureContent: true/],
    ['experimental feature of Chromium', /experimentalFeatures: true|enableBlinkFeatures/],
    ['code injected into a page', /\.executeJavaScript\(|\.insertCSS\(|\beval\(|new Function\(/],
    ['page loaded from a file', /\.loadFile\(|loadURL\(['"`]file:/],
    [
      'change to the check of certificates',
      /rejectUnauthorized|certificate-error|setCertificateVerifyProc/,
    ],
    [
      'uploaded crash report',
      /crashReporter\.(?!start\(\{ uploadToServer: false \}\))|submitURL|uploadToServer: true/,
    ],
    ['raw HTML in a page', /\.innerHTML\b|\.outerHTML\b|insertAdjacentHTML|\{@html/],
  ])('%s', (_what, pattern) => {
    expect(withWords(pattern)).toEqual([]);
  });
});

describe('there is no unexpected place for', () => {
  it.each([
    [
      'creating windows (isolation.mocked.test.ts tests both files)',
      /\bnew (BrowserWindow|WebContentsView|BaseWindow|BrowserView)\(/,
      ['main/platform/composer/page.ts', 'main/platform/windows/page-window.ts'],
    ],
    ['creating notifications', /\bnew Notification\(/, ['main/notifications/notifier.ts']],
    [
      'a shell, which runs the command in the user’s settings file',
      /shell: true|\bexec(Sync)?\b[^}]*\} from 'node:child_process'/,
      ['main/wallpaper/setter/wallpaper-command.ts'],
    ],
    ['opening the browser', /\bshell\.openExternal\(/, ['main/platform/windows/links.ts']],
    [
      'opening a file or a folder',
      /\bshell\.(openPath|showItemInFolder)\(/,
      ['main/platform/windows/links.ts'],
    ],
    [
      'decoding a picture in the main process',
      /\bnativeImage\./,
      ['main/notifications/notifier.ts', 'main/tray/tray.ts'],
    ],
    ['handling messages of a page', /\bipcMain\.(handle|on)\(/, ['main/platform/ipc/serve.ts']],
    ['exposing objects to a page', /\bexposeInMainWorld\(/, ['preload/index.ts']],
    ['importing ipcRenderer', /\bimport \{[^}]*\bipcRenderer\b/, ['preload/index.ts']],
    [
      'registering the privileges of a scheme',
      /registerSchemesAsPrivileged\(/,
      ['main/platform/windows/app-session.ts'],
    ],
    [
      'handling requests to the app’s scheme',
      /\.handle\(appScheme/,
      ['main/platform/windows/origin.ts'],
    ],
  ] as const)('%s', (_what, pattern, places) => {
    expect(withWords(pattern).sort()).toEqual([...places]);
  });

  it('unsafe content: no page loads foreign files, or contains or permits inline scripts', () => {
    const pages = sources.filter(({ name }) => name.endsWith('.html'));
    expect(pages.length).toBeGreaterThan(2);
    for (const { text } of pages)
      expect(text).not.toMatch(/(src|href)="(https?:)?\/\/|unsafe-(inline|eval)|<script>/);
  });
});
