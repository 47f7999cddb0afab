import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { missingCommands } from '#stand-in/system/packages.ts';
import { playSchedule } from '#tools/faults/world/play.ts';
import type { Step } from '#tools/faults/world/schedule.ts';
import { missingForWine, startWine, windowsPath, type Wine } from '../wine.ts';

const missing = [...missingForWine(), ...missingCommands(['dbus-daemon'])];

const minute = 60_000;
const hour = 60 * minute;
/**
 * A day: each service fails, the app is killed and ended, posts are written, changed and removed. The wallpaper stays:
 * virtual time does not wait for the process that calls Windows, so that each attempt ends at its time limit.
 */
const steps: readonly Step[] = [
  { do: 'pass', ms: 2 * minute },
  { do: 'write', post: 0, publish: true },
  { do: 'write', post: 1, publish: false },
  { do: 'service', service: 'posts', scenarios: [{ name: '503' }] },
  { do: 'pass', ms: hour },
  { do: 'kill', atCall: 12, downMs: minute },
  { do: 'service', service: 'picture', scenarios: [{ name: 'breaks-off' }] },
  { do: 'service', service: 'position', scenarios: [{ name: 'reset' }] },
  { do: 'pass', ms: 9 * hour },
  { do: 'write', post: 0, publish: true },
  { do: 'settings' },
  { do: 'decide', kind: 'favour' },
  { do: 'restart', downMs: hour },
  { do: 'service', service: 'picture', scenarios: [] },
  { do: 'pass', ms: 12 * hour },
  { do: 'delete', post: 0 },
  { do: 'check' },
];

/** Starts the host of the app in Wine. Its channel is a connection to `server`, on which one app at a time connects. */
function spawnInWine(
  wine: Wine,
  server: Server,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): ChildProcess {
  const preload = windowsPath(join(import.meta.dirname, 'node-22.ts')).replaceAll('\\', '/');
  const inWine = args.map((arg) =>
    arg.replace(
      /^(--user-data-dir=)?(\/.*)$/,
      (_all, option = '', path: string) => `${option}${windowsPath(path)}`,
    ),
  );
  const child = spawn(wine.program, [wine.node, '--import', `file:///${preload}`, ...inWine], {
    env: {
      ...wine.env,
      TZ: 'UTC',
      OVERHEAD_WORLD_SEED: env['OVERHEAD_WORLD_SEED'],
      OVERHEAD_WORLD_TIME: windowsPath(env['OVERHEAD_WORLD_TIME'] ?? ''),
      OVERHEAD_WORLD_PORT: `${(server.address() as AddressInfo).port}`,
    },
    stdio: 'ignore',
    detached: true,
  });
  let channel: Socket | null = null;
  server.once('connection', (socket: Socket) => {
    channel = socket.on('error', () => socket.destroy());
    createInterface(socket).on('line', (line) => child.emit('message', JSON.parse(line)));
  });
  return Object.defineProperties(child, {
    connected: { get: () => channel?.writable === true },
    send: { value: (message: unknown) => channel?.write(`${JSON.stringify(message)}\n`) },
  });
}

it.skipIf(missing.length > 0)(
  'the built app breaks no invariant over a day of faults with the paths, files and locks of Windows',
  { timeout: 1_200_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'overhead-windows-world-'));
    const wine = await startWine(folder);
    // The server of Wine is found by its folder.
    onTestFinished(async () => {
      await wine.dispose();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    });
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const wall = Date.parse('2026-11-21T18:00:00Z');
    const { faults, requests, starts } = await playSchedule(
      { seed: 1, wall, zone: 'UTC', steps },
      {
        reference: null,
        disk: false,
        signal: new AbortController().signal,
        spawnHost: (args, env) => spawnInWine(wine, server, args, env),
      },
    );
    expect(faults).toEqual([]);
    expect(starts).toBe(3);
    expect(requests).toBeGreaterThan(20);
  },
);
