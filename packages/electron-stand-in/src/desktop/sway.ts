import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import { chownSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitUntil } from '../system/until.ts';
import { desktopEnvironment } from './environment.ts';
import { parseGeometry, type MonitorGeometry } from './monitors.ts';
import { endProcesses, guardDesktop, markedProcesses, startDesktopPart } from './processes.ts';

const run = promisify(execFile);

/** A running sway without a screen. Its outputs are `HEADLESS-1`, `HEADLESS-2` … */
interface Sway {
  /** The complete environment of programs on this desktop. */
  readonly env: Record<string, string>;
  /** Writes a screenshot of an output to a PNG file at `path`. */
  screenshot(output: string, path: string): Promise<void>;
  stop(): Promise<void>;
}

/** The programs that {@link startSway} needs. */
export const swayCommands = ['sway', 'swaymsg', 'swaybg', 'grim'] as const;

/**
 * The id of the user nobody. sway refuses to run as root, so for root the tools run sway as nobody, who must own sway's
 * files.
 */
const nobodyId = 65_534;
const isRoot = process.getuid?.() === 0;
const nobodyArguments = [`--reuid=${nobodyId}`, `--regid=${nobodyId}`, '--clear-groups'];

/** Starts sway with an output for each of the monitors. Takes half a second. */
export async function startSway(monitors: readonly MonitorGeometry[]): Promise<Sway> {
  const id = randomUUID();
  const dir = mkdtempSync(join(tmpdir(), 'overhead-sway-'));
  const runtime = join(dir, 'run');
  const config = join(dir, 'config');
  const logs = join(dir, 'log');
  const env: Record<string, string> = {
    ...desktopEnvironment(id, { dir, home: dir }),
    XDG_CURRENT_DESKTOP: 'sway',
    XDG_SESSION_TYPE: 'wayland',
    WLR_BACKENDS: 'headless',
    WLR_HEADLESS_OUTPUTS: `${monitors.length}`,
    WLR_LIBINPUT_NO_DEVICES: '1',
    WLR_RENDERER: 'pixman',
  };
  delete env['DISPLAY'];
  const release = guardDesktop(id, dir);
  const stop = async (): Promise<void> => {
    await endProcesses(() => markedProcesses(id));
    rmSync(dir, { recursive: true, force: true });
    await release();
  };
  try {
    for (const folder of [runtime, logs, join(dir, 'tmp')]) mkdirSync(folder, { mode: 0o700 });
    const outputs = monitors.map((text, index) => {
      const { x, y, width, height } = parseGeometry(text);
      return `output HEADLESS-${index + 1} resolution ${width}x${height} position ${x} ${y}\n`;
    });
    writeFileSync(config, outputs.join(''));
    if (isRoot) for (const path of [dir, runtime, config]) chownSync(path, nobodyId, nobodyId);
    const swayArguments = ['-c', config];
    if (isRoot)
      startDesktopPart('setpriv', [...nobodyArguments, 'sway', ...swayArguments], { env, logs });
    else startDesktopPart('sway', swayArguments, { env, logs });
    const findPath = (pattern: string): string => globSync(join(runtime, pattern))[0] ?? '';
    await waitUntil(
      () => {
        env['SWAYSOCK'] = findPath('sway-ipc.*.sock');
        env['WAYLAND_DISPLAY'] = findPath('wayland-?').split('/').at(-1) ?? '';
        return env['SWAYSOCK'] !== '' && env['WAYLAND_DISPLAY'] !== '';
      },
      { message: 'sway did not start', timeoutMs: 60_000 },
    );
    return {
      env,
      screenshot: async (output, path) => {
        await run('grim', ['-o', output, path], { env });
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
