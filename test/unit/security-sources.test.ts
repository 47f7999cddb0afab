import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * What no test of behaviour can hold where Electron's binary is not there: that every window is made as a guest,
 * and that what opens a way out stands in one place alone. Read from the sources.
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

describe('every window', () => {
  const makers = withWords(/\bnew (BrowserWindow|WebContentsView|BaseWindow|BrowserView)\(/);

  it('is made in two places', () => {
    expect(makers.sort()).toEqual([
      'main/shell/composer/page.ts',
      'main/shell/windows/page-window.ts',
    ]);
  });

  it.each(makers)('of %s is a guest: preferences, hardening, a session of its own', (maker) => {
    const text = sources.find(({ name }) => name === maker)?.text ?? '';
    expect(text).toMatch(/webPreferences: \{\s*\.\.\.guestPreferences,/);
    expect(text).toMatch(/\bharden\(\w+, home\)/);
    expect(text).toMatch(/\bsession(: \(made \?\?= ownSession\(\)\)|: session\(\))/);
    // Nothing that is said after the preferences takes one of them back.
    expect(text).not.toMatch(
      /\b(sandbox|contextIsolation|webSecurity|nodeIntegration\w*|webviewTag):/,
    );
  });
});

it('the session of the composing page grants nothing and reaches nothing but its own', () => {
  const text = sources.find(({ name }) => name.endsWith('composer/page.ts'))?.text ?? '';
  for (const words of [
    'own.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));',
    'own.setPermissionCheckHandler(() => false);',
    'own.setDevicePermissionHandler(() => false);',
    'decide({ cancel: !url.startsWith(composerUrl) })',
  ])
    expect(text).toContain(words);
  expect(text).not.toContain('preload:');
});

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
    ['a report that is sent home', /crashReporter/],
    [
      'markup that is written into a page',
      /\.innerHTML\b|\.outerHTML\b|insertAdjacentHTML|\{@html/,
    ],
    ['a shell', /shell: true|\bexec(Sync)?\b[^}]*\} from 'node:child_process'/],
  ])('%s', (_what, pattern) => {
    expect(withWords(pattern)).toEqual([]);
  });
});

describe('there is one place alone for', () => {
  it.each([
    ['what opens the browser', /\bshell\.openExternal\(/, ['main/shell/links.ts']],
    ['what opens a file or a folder', /\bshell\.(openPath|showItemInFolder)\(/, []],
    ['what decodes a picture in the main process', /\bnativeImage\./, ['main/shell/tray/tray.ts']],
    ['what a page can say', /\bipcMain\.(handle|on)\(/, ['main/bridge/serve.ts']],
    ['what a page is given', /\bexposeInMainWorld\(/, ['preload/index.ts']],
    ['the raw ipcRenderer', /\bimport \{[^}]*\bipcRenderer\b/, ['preload/index.ts']],
    [
      'privileges of a scheme',
      /registerSchemesAsPrivileged\(/,
      ['main/shell/windows/app-session.ts'],
    ],
    ['what answers a scheme', /\.handle\(appScheme/, ['main/shell/windows/serve-scheme.ts']],
  ] as const)('%s', (_what, pattern, places) => {
    expect(withWords(pattern)).toEqual([...places]);
  });

  it('notifications, whose body is escaped where a daemon would render it', () => {
    const notifiers = sources.filter(({ text }) => /\bnew Notification\(/.test(text));
    expect(notifiers.map(({ name }) => name)).toEqual(['main/shell/notifications/notifier.ts']);
    expect(notifiers[0]?.text).toContain(
      "body: process.platform === 'linux' ? escapeMarkup(notice.body) : notice.body",
    );
  });

  it('the scheme, which bypasses no policy and is open to no other origin', () => {
    const { text = '' } = sources.find(({ name }) => name.endsWith('windows/app-session.ts')) ?? {};
    expect(text).toContain('privileges: { standard: true, secure: true, supportFetchAPI: true }');
  });

  it('the pages, which bring no policy of their own and nothing from elsewhere', () => {
    const pages = sources.filter(({ name }) => name.endsWith('.html'));
    expect(pages.length).toBeGreaterThan(2);
    for (const { text } of pages)
      expect(text).not.toMatch(/(src|href)="(https?:)?\/\/|unsafe-(inline|eval)|<script>/);
  });
});
