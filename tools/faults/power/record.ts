import { execFile, execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SimulatedDisk, imageHash, type DiskImage } from './disk.ts';
import { scenarios, type ScenarioName } from './scenarios.ts';
import { readTrace, type Operation } from './trace.ts';

export interface Recording {
  readonly name: ScenarioName;
  readonly root: string;
  /** The content of the disk at the start, which is durable. */
  readonly before: DiskImage;
  readonly inodes: ReadonlyMap<string, number>;
  readonly operations: readonly Operation[];
}

const shimSource = fileURLToPath(new URL('shim.c', import.meta.url));
const playerPath = fileURLToPath(new URL('player.ts', import.meta.url));

/** The reason why this machine cannot record; null if it can. */
export function whyNoRecording(): string | null {
  if (process.platform !== 'linux') return 'it needs Linux';
  try {
    execFileSync('gcc', ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'it needs gcc';
  }
}

/** A folder in memory, if the machine has one, because the images are written and synced thousands of times. */
export function fastFolder(): string {
  const shared = '/dev/shm';
  const parent = lstatSync(shared, { throwIfNoEntry: false })?.isDirectory() ? shared : tmpdir();
  return mkdtempSync(join(parent, 'overhead-power-'));
}

export function buildShim(folder: string): string {
  const shim = join(folder, 'shim.so');
  execFileSync('gcc', ['-shared', '-fPIC', '-O2', '-o', shim, shimSource, '-ldl']);
  return shim;
}

/**
 * Plays a scenario in a separate process and records the changes of its folder. Replays the recording, and throws if
 * the final files differ, because then the shim has missed a call.
 */
export async function recordScenario(
  name: ScenarioName,
  folder: string,
  shim: string,
): Promise<Recording> {
  const root = join(folder, name);
  const trace = join(folder, `${name}.trace`);
  mkdirSync(root);
  const run = async (stage: 'prepare' | 'play', env: NodeJS.ProcessEnv): Promise<void> => {
    await promisify(execFile)(process.execPath, [playerPath, name, stage, root], {
      env: { ...process.env, ...env },
    });
  };
  if ('prepare' in scenarios[name]) await run('prepare', {});
  const { image: before, inodes } = readFolder(root);
  writeFileSync(trace, '');
  await run('play', {
    POWER_ROOT: root,
    POWER_TRACE: trace,
    LD_PRELOAD: shim,
    // With io_uring, libuv would bypass the functions of the shim.
    UV_USE_IO_URING: '0',
  });
  const operations = readTrace(readFileSync(trace));
  const recording = { name, root, before, inodes, operations };
  requireComplete(recording, readFolder(root).image);
  rmSync(root, { recursive: true });
  rmSync(trace);
  return recording;
}

function requireComplete({ name, before, inodes, operations }: Recording, final: DiskImage): void {
  const disk = new SimulatedDisk('strict', before, inodes);
  for (const operation of operations) disk.apply(operation);
  const recorded = disk.image(disk.pending.map(() => 'whole'));
  if (imageHash(recorded) !== imageHash(final))
    throw new Error(
      `the recording of ${name} is not complete: ${[...recorded.files.keys()].join(' ')}; ` +
        `there are ${[...final.files.keys()].join(' ')}`,
    );
}

/** The files below a folder, without the trace and without SQLite's shared memory, because a start needs neither. */
function readFolder(root: string): { image: DiskImage; inodes: Map<string, number> } {
  const files = new Map<string, Buffer>();
  const folders: string[] = [];
  const inodes = new Map<string, number>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const full = join(entry.parentPath, entry.name);
    const path = full.slice(root.length);
    if (entry.isDirectory()) folders.push(path);
    else if (path !== '/marks' && !path.endsWith('-shm')) {
      files.set(path, readFileSync(full));
      inodes.set(path, lstatSync(full).ino);
    }
  }
  // Sorts parent folders before their children.
  folders.sort();
  return { image: { files, folders }, inodes };
}
