import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { missingDesktopCommands } from '#stand-in/system/packages.ts';
import { reachableDisplay, xServerAddress } from './display.ts';

/** Makes an entry of an Xauthority file that matches any display: each field is preceded by its length in two bytes. */
function authorityEntry(): Buffer {
  const anyFamily = Buffer.from([0xff, 0xff]);
  const fields = ['', '', 'MIT-MAGIC-COOKIE-1', 'sixteen letters!'].flatMap((field) => [
    Buffer.from([0, field.length]),
    Buffer.from(field),
  ]);
  return Buffer.concat([anyFamily, ...fields]);
}

const signal = new AbortController().signal;

test.each([
  [':0', { path: '/tmp/.X11-unix/X0' }],
  [':12.1', { path: '/tmp/.X11-unix/X12' }],
  ['unix:3', { path: '/tmp/.X11-unix/X3' }],
  ['localhost:10.0', { host: 'localhost', port: 6010 }],
  ['', null],
  ['nonsense', null],
])('xServerAddress returns for the display %j: %j', (display, address) => {
  expect(xServerAddress(display)).toEqual(address);
});

describe.skipIf(process.platform !== 'linux')('reachableDisplay', () => {
  async function listen(): Promise<{ folder: string; name: string }> {
    const folder = mkdtempSync(join(tmpdir(), 'overhead-display-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const server = createServer().listen(join(folder, 'wayland-7'));
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    return { folder, name: 'wayland-7' };
  }

  test('returns the display that accepts connections', async () => {
    const { folder, name } = await listen();
    const env = { WAYLAND_DISPLAY: name, XDG_RUNTIME_DIR: folder };
    expect(await reachableDisplay(env, signal)).toBe(name);
  });

  test('returns null when the displays in the environment do not exist', async () => {
    const { folder } = await listen();
    const env = { WAYLAND_DISPLAY: 'wayland-8', XDG_RUNTIME_DIR: folder, DISPLAY: ':65000' };
    expect(await reachableDisplay(env, signal)).toBeNull();
  });

  test.skipIf(missingDesktopCommands().length > 0)(
    'returns null when the X server refuses this user',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'overhead-display-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const authority = join(folder, 'authority');
      writeFileSync(authority, authorityEntry());
      const server = spawn('Xvfb', ['-displayfd', '3', '-nolisten', 'tcp', '-auth', authority], {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      });
      const ended = once(server, 'exit');
      onTestFinished(async () => {
        server.kill();
        await ended;
      });
      const [number] = (await once(server.stdio[3] as Readable, 'data')) as [Buffer];
      const display = `:${number.toString().trim()}`;
      const env = { PATH: process.env['PATH'], DISPLAY: display };
      expect(await reachableDisplay({ ...env, XAUTHORITY: '/dev/null' }, signal)).toBeNull();
      expect(await reachableDisplay({ ...env, XAUTHORITY: authority }, signal)).toBe(display);
    },
  );

  test('returns null when the environment contains no display', async () => {
    expect(await reachableDisplay({}, signal)).toBeNull();
  });
});
