import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { isRunning, statFields } from '../system/processes.ts';
import { launchChromium } from './devtools.ts';

const folder = mkdtempSync(join(tmpdir(), 'overhead-devtools-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
/**
 * A program in place of Chromium: `on(message, tell)` is called with each command, and `tell` sends an object. The first
 * page and its session are there unless `on` returns true. electron.slow.test.ts uses Chromium.
 */
function program(on: string): string {
  const path = join(folder, `chromium-${++count}`);
  const script = `#!${process.execPath}
const { readFileSync, writeFileSync } = require('node:fs');
const { Socket } = require('node:net');
writeFileSync(${JSON.stringify(`${path}.args`)}, JSON.stringify(process.argv.slice(2)));
writeFileSync(${JSON.stringify(`${path}.stat`)}, readFileSync('/proc/self/stat'));
const output = new Socket({ fd: 4 });
const write = (text) => output.write(text);
const tell = (message) => write(JSON.stringify(message) + '\\0');
const on = ${on};
let rest = '';
new Socket({ fd: 3 }).setEncoding('utf8').on('data', (text) => {
  const messages = (rest + text).split('\\0');
  rest = messages.pop();
  for (const message of messages.map((one) => JSON.parse(one))) {
    const { id, method, params } = message;
    if (on(message, tell, write) === true) continue;
    if (method === 'Target.setDiscoverTargets') {
      for (const [type, targetId] of [['tab', 't'], ['page', 'p'], ['page', 'other']])
        tell({ method: 'Target.targetCreated', params: { targetInfo: { type, targetId } } });
    }
    if (method === 'Browser.close') process.exit(0);
    tell({ id, result: method === 'Target.attachToTarget' ? { sessionId: 's-' + params.targetId } : {} });
  }
});`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}
const nothing = '() => undefined';

it('starts Chromium with the argument for the pipe, attaches to the first page, and ends Chromium on close()', async () => {
  const path = program(nothing);
  const { page, browser, pageId, pageEnd, close } = await launchChromium(path, ['--a', 'b']);
  expect(JSON.parse(readFileSync(`${path}.args`, 'utf8'))).toEqual([
    '--a',
    'b',
    '--remote-debugging-pipe',
  ]);
  expect(pageId).toBe('p');
  // Chromium leads a process group of its own.
  const stat = readFileSync(`${path}.stat`, 'utf8');
  expect(statFields(stat)[2]).toBe(String(parseInt(stat)));
  await close();
  await pageEnd;
  const ended = new Error('Chromium ended with 0');
  await expect(page.send('Page.enable')).rejects.toThrow(ended);
  await expect(browser.send('Browser.getVersion')).rejects.toThrow(ended);
});

it('resolves a command with its answer, rejects it with its error, and emits events, for the browser and for the page', async () => {
  const path = program(`({ id, method, params, sessionId }, tell, write) => {
    if (method === 'Page.navigate') tell({ id, result: { told: [params, sessionId ?? null] } });
    else if (method === 'Page.reload') tell({ id, error: { message: 'a reason' } });
    else if (method === 'Page.stopLoading') {
      // The first bytes of the event come in one piece with the answer, the others after the next command.
      const text = JSON.stringify({ method: 'Page.a', params: { text: 'ü' }, sessionId });
      const event = Buffer.from(text + '\\0');
      const cut = event.indexOf(0xc3) + 1;
      globalThis.rest = event.subarray(cut);
      write(Buffer.concat([Buffer.from(JSON.stringify({ id, result: {} }) + '\\0'), event.subarray(0, cut)]));
    } else if (method === 'Page.crash') {
      write(globalThis.rest);
      tell({ method: 'Page.a', params: 'of the browser' });
      tell({ method: 'Page.a', params: 'of nobody', sessionId: 'x' });
      tell({ id, result: {} });
    } else return false;
    return true;
  }`);
  const { page, browser, close } = await launchChromium(path, []);
  const events: unknown[] = [];
  page.on('Page.a' as 'Page.loadEventFired', (event) => events.push(['page', event]));
  browser.on('Page.a' as 'Page.loadEventFired', (event) => events.push(['browser', event]));
  await expect(page.send('Page.navigate', { url: 'a' })).resolves.toEqual({
    told: [{ url: 'a' }, 's-p'],
  });
  await expect(browser.send('Page.navigate', { url: 'b' })).resolves.toEqual({
    told: [{ url: 'b' }, null],
  });
  await expect(page.send('Page.reload')).rejects.toThrow(new Error('a reason'));
  await page.send('Page.stopLoading');
  expect(events).toEqual([]);
  await page.send('Page.crash');
  expect(events).toEqual([
    ['page', { text: 'ü' }],
    ['browser', 'of the browser'],
  ]);
  await close();
});

it('reports the end of the page, but not of another page', async () => {
  const path = program(`({ method, params }, tell) => {
    if (method === 'Target.closeTarget') tell({ method: 'Target.targetDestroyed', params });
  }`);
  const { browser, pageEnd, close } = await launchChromium(path, []);
  let isOpen = true;
  void pageEnd.then(() => (isOpen = false));
  await browser.send('Target.closeTarget', { targetId: 'other' });
  expect(isOpen).toBe(true);
  await browser.send('Target.closeTarget', { targetId: 'p' });
  expect(isOpen).toBe(false);
  await close();
});

it('rejects the waiting commands when Chromium is killed', async () => {
  const path = program(`({ method }) => {
    if (method === 'Page.reload') process.kill(process.pid, 'SIGKILL');
    return method === 'Page.enable' || method === 'Page.reload';
  }`);
  const { page, pageEnd } = await launchChromium(path, []);
  const waiting = expect(page.send('Page.enable')).rejects.toThrow('Chromium ended with SIGKILL');
  await expect(page.send('Page.reload')).rejects.toThrow('Chromium ended with SIGKILL');
  await waiting;
  await pageEnd;
});

it('rejects when Chromium ends before it has a page, or does not exist', async () => {
  const path = program('() => process.exit(3)');
  await expect(launchChromium(path, [])).rejects.toThrow(new Error('Chromium ended with 3'));
  const withoutPage = program(`({ id }) => {
    output.write(JSON.stringify({ id, result: {} }) + '\\0', () => process.exit(4));
    return true;
  }`);
  await expect(launchChromium(withoutPage, [])).rejects.toThrow(new Error('Chromium ended with 4'));
  await expect(launchChromium(join(folder, 'none'), [])).rejects.toThrow(/ENOENT/);
});

it('kills Chromium if it refuses to attach to its page', async () => {
  const path = program(`({ id, method }, tell) => {
    writeFileSync(process.argv[2], String(process.pid));
    if (method !== 'Target.attachToTarget') return false;
    tell({ id, error: { message: 'refused' } });
    return true;
  }`);
  const pidFile = join(folder, 'pid');
  await expect(launchChromium(path, [pidFile])).rejects.toThrow('refused');
  const pid = Number(readFileSync(pidFile, 'utf8'));
  await vi.waitUntil(() => !isRunning(pid));
});
