import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { openBus } from '#stand-in/dbus/bus.ts';
import { serveLogind } from '#stand-in/dbus/logind.ts';
import {
  bundleForElectron,
  followProgram,
  writeManifest,
  type FollowOptions,
  type ProgramLine,
} from '../setup/electron-program.ts';
import { root } from '../setup/paths.ts';
import { runCommandLine } from '../setup/process.ts';
import { electronEnvironment, type Runtime } from '../setup/runtime.ts';
import type { Display } from '../start/display.ts';
import { askFinding, findingOf, judgeFacts, type Finding } from './points.ts';
import type { ProbeJob } from './probe/probe-program.ts';

/** The time limit for one run of the probe, in milliseconds. */
const limitMs = 300_000;

const pathHere = (name: string): string => join(import.meta.dirname, 'probe', name);

/** Bundles the probe with the app's own modules into `folder`. */
async function buildProbe(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await bundleForElectron(pathHere('probe-program.ts'), join(folder, 'main.js'), 'node');
  await bundleForElectron(pathHere('child.ts'), join(folder, 'child.js'), 'node');
  await bundleForElectron(pathHere('page.ts'), join(folder, 'page.js'), 'browser');
  writeManifest(folder, { name: 'overhead-selfcheck', version: '1.0.0' });
}

/** Writes a picture of coloured squares. */
function writePicture(path: string, width: number, height: number): string {
  const image = new PNG({ width, height });
  for (let n = 0; n < image.data.length; n += 4) {
    const x = ((n / 4) % width) >> 4;
    const y = Math.floor(n / 4 / width) >> 4;
    image.data.set([x, y, x ^ y, 255], n);
  }
  writeFileSync(path, PNG.sync.write(image, { deflateStrategy: 0, filterType: 0 }));
  return path;
}

interface ProbeOptions {
  readonly runtime: Runtime;
  readonly display: Display;
  /** An empty folder for temporary files. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

/**
 * Runs the probe in Electron (or the stand-in). Returns the findings for the points that the probe checks, by the
 * number of the point.
 */
export async function runProbe(options: ProbeOptions): Promise<Map<number, Finding>> {
  const { runtime, display, scratch, signal } = options;
  const findings = new Map<number, Finding>();
  const folder = join(scratch, 'probe');
  await buildProbe(folder);
  // The probe also uses the bus of the desktop as its system bus.
  const bus =
    display.busAddress === null ? null : await openBus(display.busAddress).catch(() => null);
  const logind = bus === null ? null : await serveLogind(bus);
  const job: ProbeJob = {
    pages: join(root, 'out', 'renderer'),
    pictures: {
      '4K': writePicture(join(scratch, '4k.png'), 3840, 2160),
      '8K': writePicture(join(scratch, '8k.png'), 7680, 4320),
    },
    logind: logind !== null,
  };
  const env = {
    ...electronEnvironment(display.env),
    ...(bus === null ? {} : { DBUS_SYSTEM_BUS_ADDRESS: bus.address }),
    SELFCHECK_JOB: JSON.stringify(job),
  };
  const data = `--user-data-dir=${join(scratch, 'probe-data')}`;
  const command = [...runtime.args, folder, data];
  let sealed = '';
  try {
    const code = await followProgram(
      runtime.command,
      command,
      { env, signal, limitMs },
      ({ what, value }) => {
        if (what === 'point') {
          const { point, ...finding } = value as { point: number } & Finding;
          findings.set(point, finding);
        } else if (what === 'sealed') sealed = String(value);
        else if (what === 'power') {
          logind?.sleep();
          logind?.wake();
          logind?.shutDown();
        }
      },
    );
    signal.throwIfAborted();
    if (code !== 0) findings.set(1, findingOf(new Error(`the probe ended with ${code}`)));
    if (sealed !== '') {
      const reports: ProgramLine[] = [];
      await followProgram(
        runtime.command,
        [...command, `--open=${sealed}`],
        { env, signal, limitMs },
        (line) => reports.push(line),
      );
      const isOpened = reports.find(({ what }) => what === 'opened')?.value === true;
      const { detail = '' } = findings.get(12) ?? {};
      findings.set(12, judgeFacts({ 'another process opens it': isOpened }, detail));
    }
    const events = await followEnds(runtime.command, command, { env, signal, limitMs });
    if (events !== null) findings.set(10, events);
  } finally {
    await logind?.stop();
    bus?.close();
  }
  for (const point of [1, 2, 4, 5, 9, 12, 13, 15, 18, 19, 21, 22])
    if (!findings.has(point))
      findings.set(point, findingOf(new Error('the probe ended before it')));
  const displays = findings.get(22);
  if (displays?.result === 'ok') findings.set(22, await compareDisplays(displays, display));
  return findings;
}

/** Point 10: checks which events at the end of the app are missing. Returns null if all of them arrive. */
async function followEnds(
  command: string,
  args: readonly string[],
  options: FollowOptions,
): Promise<Finding | null> {
  const facts: Record<string, boolean> = {};
  const ways =
    process.platform === 'win32' ? (['quit'] as const) : (['quit', 'SIGTERM', 'SIGHUP'] as const);
  for (const way of ways) {
    const events: string[] = [];
    const onLine = ({ what }: ProgramLine, pid: number): void => {
      if (what === 'ready' && way !== 'quit') process.kill(pid, way);
      events.push(what);
    };
    await followProgram(command, [...args, `--end=${way}`], options, onLine);
    facts[`${way}: ${events.join(', ')}`] =
      events.join() === ['ready', 'before-quit', 'will-quit', 'quit'].join();
  }
  const finding = judgeFacts(facts);
  return finding.result === 'ok' ? null : finding;
}

/**
 * Compares the finding of point 22 with `xrandr`, if an X server has the display; `ask` if `xrandr` gives no answer.
 */
async function compareDisplays(finding: Finding, { env }: Display): Promise<Finding> {
  if (process.platform !== 'linux' || !env['DISPLAY'] || env['WAYLAND_DISPLAY']) return finding;
  const { code, output } = await runCommandLine('xrandr', ['--query'], { env }).catch(() => ({
    code: 1,
    output: '',
  }));
  if (code !== 0) return askFinding(`${finding.detail}; there is no xrandr to compare`);
  const places = [...output.matchAll(/ connected(?: primary)? (\d+x\d+\+\d+\+\d+)/g)].map(
    ([, place = '']) => place,
  );
  const isScaled = finding.detail.includes(' at ');
  const areSame = isScaled || places.every((place) => finding.detail.includes(place));
  return judgeFacts({ 'as xrandr has them': areSame }, finding.detail);
}
