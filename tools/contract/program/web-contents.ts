import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeWindow } from './browser-window.ts';
import type { Rule } from './rule.ts';

const script = 'lib/browser/api/web-contents.ts';

/** Serves an empty page while `use` runs. */
async function withPage(use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((_, response) => response.end('<!doctype html><title>a</title>'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

export const webContentsRules: readonly Rule[] = [
  {
    title: 'has an id of its own, and no address before its first load',
    source: 'shell/browser/api/electron_api_web_contents.cc',
    run() {
      const [one, other] = [makeWindow(), makeWindow()];
      assert.notEqual(one.webContents.id, other.webContents.id);
      assert.equal(one.webContents.getURL(), '');
      one.destroy();
      other.destroy();
    },
  },
  {
    title: 'resolves a load after did-finish-load, and has its address then',
    source: script,
    run: () =>
      withPage(async (url) => {
        const window = makeWindow();
        let isFinished = false;
        window.webContents.once('did-finish-load', () => (isFinished = true));
        await window.loadURL(url);
        assert.equal(isFinished, true);
        assert.equal(window.webContents.getURL(), url);
        window.destroy();
      }),
  },
  {
    title: 'rejects a load that fails, with the code, the number and the address',
    source: script,
    async run() {
      let closed = '';
      await withPage((url) => Promise.resolve(void (closed = url)));
      const window = makeWindow();
      await assert.rejects(window.loadURL(closed), (error: Error) => {
        const { code, errno, url } = error as Error & Record<string, unknown>;
        assert.match(String(code), /^ERR_[A-Z_]+$/);
        assert.ok(typeof errno === 'number' && errno < 0);
        assert.equal(url, closed);
        assert.equal(error.message, `${String(code)} (${errno}) loading '${closed}'`);
        return true;
      });
      window.destroy();
    },
  },
  {
    title: 'throws once its window is destroyed, except isDestroyed',
    source: 'shell/common/gin_helper/function_template.h',
    run() {
      const window = makeWindow();
      const { webContents } = window;
      assert.equal(webContents.isDestroyed(), false);
      window.destroy();
      assert.equal(webContents.isDestroyed(), true);
      assert.throws(() => webContents.getURL(), { message: 'Object has been destroyed' });
      assert.throws(() => webContents.send('contract'), { message: 'Object has been destroyed' });
    },
  },
];
