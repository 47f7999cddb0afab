import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { defaultSettings } from '#shared/settings/settings.ts';
import { ensureBuilt } from '#tools/setup/build.ts';
import { missingCommands } from '#stand-in/system/packages.ts';
import { processesWithText } from '#stand-in/system/processes.ts';
import { root } from '#tools/setup/paths.ts';
import { WorldApp } from './world-app.ts';
import { startMachine, whyNoSmallDisk } from './machine.ts';
import { measureReference, playSchedule } from './play.ts';
import type { Step } from './schedule.ts';
import { shrinkSchedule } from './shrink.ts';
import { playWorld } from './world.ts';

// These tests are short. The long runs: npm run faults -- world.
const missing = process.platform === 'linux' ? missingCommands(['dbus-daemon']) : ['Linux'];
const limitMs = 900_000;

describe.skipIf(missing.length > 0)('the built app', () => {
  it(
    'breaks no invariant over 3 schedules of faults, and behaves identically in a second run of the first',
    async () => {
      const lines: string[] = [];
      const report = await playWorld({
        schedules: 3,
        seed: 20_261_121,
        twice: 1,
        log: (line) => lines.push(line),
        signal: new AbortController().signal,
      });
      expect(report, lines.join('\n')).toMatchObject({
        schedules: 3,
        failures: 0,
        differences: 0,
      });
    },
    limitMs,
  );

  it(
    'loses posts after a sleep with a planted fault, and the schedule shrinks to this sleep and one post',
    async () => {
      const { signal } = new AbortController();
      await ensureBuilt({ log: () => undefined, signal });
      const wall = Date.parse('2026-11-21T18:00:00Z');
      const steps: readonly Step[] = [
        { do: 'pass', ms: 60_000 },
        { do: 'write', post: 0, publish: false },
        { do: 'sleep', ms: 3_600_000, times: 1 },
        { do: 'write', post: 1, publish: false },
      ];
      const env = { OVERHEAD_WORLD_PLANTED: 'commits-after-sleep' };
      const fewest = await shrinkSchedule(steps, async (fewer) => {
        const schedule = { seed: 1, wall, zone: 'UTC', steps: fewer };
        const { faults } = await playSchedule(schedule, {
          reference: null,
          disk: false,
          signal,
          env,
        });
        return faults.some((fault) => fault.includes('lost'));
      });
      expect(fewest.map((step) => step.do)).toEqual(['sleep', 'write']);
    },
    limitMs,
  );

  it(
    'leaves no timer when it quits just after its start',
    async () => {
      const { signal } = new AbortController();
      await ensureBuilt({ log: () => undefined, signal });
      const wall = Date.parse('2026-11-21T18:00:00Z');
      const steps = [{ do: 'restart', downMs: 60_000 }] as const;
      const options = { reference: await measureReference(), disk: false, signal };
      const { faults } = await playSchedule({ seed: 1, wall, zone: 'UTC', steps }, options);
      expect(faults).toEqual([]);
    },
    limitMs,
  );
});

describe.skipIf(missing.length > 0)('an uncaught error', () => {
  it(
    'is written to the log, and does not end the app',
    async () => {
      const { signal } = new AbortController();
      await ensureBuilt({ log: () => undefined, signal });
      const machine = await startMachine(Date.parse('2026-11-21T18:00:00Z'), 'UTC', false);
      onTestFinished(() => machine.stop());
      const { apod_url, iss_url, posts_url } = machine.services.urls;
      const own = { picture: apod_url, position: iss_url, posts: posts_url };
      const services = { ...defaultSettings.services, source: 'own', own };
      const settings = JSON.stringify({ ...defaultSettings, services });
      writeFileSync(join(machine.data, 'settings.json'), settings);
      const planted = 'uncaught-after-sleep';
      const env = { ...machine.env, OVERHEAD_WORLD_SEED: '1', OVERHEAD_WORLD_PLANTED: planted };
      const app = await WorldApp.start(env, [`--user-data-dir=${machine.data}`]);
      onTestFinished(() => app.kill());
      await app.advance(60_000);
      await app.sleep(machine.logind, 600_000);
      await app.advance(5_000);
      expect((await app.state()).activities.position.lastSuccessAt).not.toBeNull();
      const log = readFileSync(join(machine.data, 'logs', 'overhead.log'), 'utf8');
      expect(log).toMatch(/uncaught: TypeError/);
    },
    limitMs,
  );
});

describe.skipIf(missing.length > 0)('npm run faults -- world', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'overhead-tool-'));
    const environment = { ...process.env, TMPDIR: process.env['TMPDIR'] };
    process.env['TMPDIR'] = folder;
    onTestFinished(() => {
      if (environment.TMPDIR === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = environment.TMPDIR;
    });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const mounts = (): string[] =>
    readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .filter((line) => line.includes(folder));
  /** Returns the ids of the running processes that have the folder in their environment. */
  const processes = (): number[] => processesWithText(folder).filter((pid) => pid !== process.pid);

  it(
    'exits with 130 when Ctrl+C stops it early, and leaves no process and no file',
    async () => {
      await ensureBuilt({ log: () => undefined, signal: new AbortController().signal });
      const args = ['tools/faults/faults.ts', 'world', '--schedules', '1000', '--seed', '1'];
      const tool = spawn(process.execPath, [...args, '--verbose'], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
      let errors = '';
      tool.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
      onTestFinished(() => void tool.kill('SIGKILL'));
      let isStopped = false;
      // Sends the signal once, to the whole process group, as a terminal does. Later lines may be read when the tool has
      // ended.
      for await (const line of createInterface(tool.stdout))
        if (!isStopped && /^ +1 \{/.test(line) && tool.pid !== undefined)
          isStopped = process.kill(-tool.pid, 'SIGINT');
      if (tool.exitCode === null) await once(tool, 'exit');
      expect(tool.exitCode, errors).toBe(130);
      expect({ mounts: mounts(), files: readdirSync(folder), processes: processes() }).toEqual({
        mounts: [],
        files: [],
        processes: [],
      });
    },
    limitMs,
  );

  it('rejects with the error of the system when the process of the app cannot be started', async () => {
    const node = process.execPath;
    process.execPath = join(folder, 'no-such-program');
    onTestFinished(() => {
      process.execPath = node;
    });
    await expect(WorldApp.start({}, [])).rejects.toMatchObject({
      code: 'ENOENT',
      path: process.execPath,
    });
  });

  it.skipIf(whyNoSmallDisk() !== null)(
    'removes its disk and its folder when the message bus cannot be started',
    async () => {
      const bin = join(folder, 'bin');
      mkdirSync(bin);
      for (const name of ['mount', 'umount']) symlinkSync(`/usr/bin/${name}`, join(bin, name));
      const { PATH = '' } = process.env;
      process.env['PATH'] = bin;
      onTestFinished(() => {
        process.env['PATH'] = PATH;
      });
      await expect(startMachine(Date.now(), 'UTC', true)).rejects.toMatchObject({ code: 'ENOENT' });
      expect(mounts()).toEqual([]);
      expect(readdirSync(folder)).toEqual(['bin']);
    },
  );

  it.skipIf(whyNoSmallDisk() !== null)(
    'removes its disk, its folder and its processes when it exits because of an uncaught error',
    async () => {
      const script = `import { startMachine } from './machine.ts';
        await startMachine(Date.now(), 'UTC', true);
        setImmediate(() => { throw new Error('uncaught'); });`;
      const tool = spawn(process.execPath, ['--input-type=module', '-e', script], {
        cwd: root,
        stdio: 'ignore',
      });
      expect(await once(tool, 'exit')).toEqual([1, null]);
      expect({ mounts: mounts(), files: readdirSync(folder), processes: processes() }).toEqual({
        mounts: [],
        files: [],
        processes: [],
      });
    },
  );
});
