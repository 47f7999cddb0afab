import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Properties that no test of behavior can show: that a dangerous function is absent, and that a function with an
 * effect outside of the app is called in one place only. The behavior of that place has its own test.
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

describe('nowhere in the sources is there', () => {
  it.each([
    ['a webview', /<webview|webviewTag: true/],
    ['Node in a page', /nodeIntegration\w*: true|sandbox: false|contextIsolation: false/],
    ['a page without the rules of the web', /webSecurity: false|allowRunningInsecureContent: true/],
    ['what is experimental', /experimentalFeatures: true|enableBlinkFeatures/],
    [
      'code that is sent into a page',
      /\.executeJavaScript\(|\.insertCSS\(|\beval\(|new Function\(/,
    ],
    ['a page from a file', /\.loadFile\(|loadURL\(['"`]file:/],
    [
      'a certificate that is taken unseen',
      /rejectUnauthorized|certificate-error|setCertificateVerifyProc/,
    ],
    [
      'a report that is sent home',
      /crashReporter\.(?!start\(\{ uploadToServer: false \}\))|submitURL|uploadToServer: true/,
    ],
    [
      'markup that is written into a page',
      /\.innerHTML\b|\.outerHTML\b|insertAdjacentHTML|\{@html/,
    ],
  ])('%s', (_what, pattern) => {
    expect(withWords(pattern)).toEqual([]);
  });
});

describe('there is only one place for', () => {
  it.each([
    [
      'windows: isolation.mocked.test.ts tests each of these two',
      /\bnew (BrowserWindow|WebContentsView|BaseWindow|BrowserView)\(/,
      ['main/platform/compositor/page.ts', 'main/platform/windows/page-window.ts'],
    ],
    ['notifications', /\bnew Notification\(/, ['main/notifications/notifier.ts']],
    [
      'a shell: it runs the command that the user wrote into the settings file',
      /shell: true|\bexec(Sync)?\b[^}]*\} from 'node:child_process'/,
      ['main/platform/process/hooks.ts'],
    ],
    ['what opens the browser', /\bshell\.openExternal\(/, ['main/platform/windows/links.ts']],
    [
      'what opens a file or a folder',
      /\bshell\.(openPath|showItemInFolder)\(/,
      ['main/platform/windows/links.ts'],
    ],
    ['what decodes a picture in the main process', /\bnativeImage\./, ['main/tray/tray.ts']],
    ['what a page can say', /\bipcMain\.(handle|on)\(/, ['main/platform/ipc/serve.ts']],
    ['what a page is given', /\bexposeInMainWorld\(/, ['preload/index.ts']],
    ['the raw ipcRenderer', /\bimport \{[^}]*\bipcRenderer\b/, ['preload/index.ts']],
    [
      'privileges of a scheme',
      /registerSchemesAsPrivileged\(/,
      ['main/platform/windows/app-session.ts'],
    ],
    ['what answers a scheme', /\.handle\(appScheme/, ['main/platform/windows/origin.ts']],
  ] as const)('%s', (_what, pattern, places) => {
    expect(withWords(pattern).sort()).toEqual([...places]);
  });

  it('have no policy of a page’s own, and no foreign content', () => {
    const pages = sources.filter(({ name }) => name.endsWith('.html'));
    expect(pages.length).toBeGreaterThan(2);
    for (const { text } of pages)
      expect(text).not.toMatch(/(src|href)="(https?:)?\/\/|unsafe-(inline|eval)|<script>/);
  });
});
