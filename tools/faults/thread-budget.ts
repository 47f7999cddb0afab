import { AsyncResource, createHook, executionAsyncResource } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector';
import { fileURLToPath } from 'node:url';

/** The most processor time that one piece of work of the main thread may take, in milliseconds of a quiet machine. */
export const pieceLimitMs = 100;

/** A callback of the event loop with the promises and ticks that follow it. */
export interface WorkPiece {
  /** The processor time of the thread, in milliseconds of a quiet machine. */
  readonly ms: number;
  /** The functions in which at least half of the time was spent, the innermost first; '' without a profile. */
  readonly place: string;
}

interface WatchOptions {
  /** Whether to find the place of each piece, which costs processor time. */
  readonly isProfiled: boolean;
  readonly limitMs?: number;
  readonly slowness?: () => number;
}

interface ThreadWatch {
  /** Calls `work`, whose processor time does not count. */
  exclude<T>(work: () => T): T;
  stop(): void;
}

/** Short enough for ten samples of a piece of 20 ms. */
const samplingIntervalUs = 2_000;
/** A profile of more than a minute is dropped, because its samples need memory. */
const maxProfileUs = 60_000_000;
/**
 * Pieces that end sooner than this after the last reading of the processor time, in microseconds, are measured together
 * with the next piece: in Wine, the readings after each piece took a third of all processor time.
 */
const minReadingGapUs = 2_000;
/** Shorter pieces are not reported. */
const minReportedMs = 20;

/**
 * Measures each piece of work of this thread in the thread's processor time, so that waiting for the processor does not
 * count. Calls `onPiece` for each piece that may be over the limit, and for each that is the longest so far.
 */
export function watchThread(
  onPiece: (piece: WorkPiece) => void,
  { isProfiled, limitMs = pieceLimitMs, slowness = measureSlowness }: WatchOptions,
): ThreadWatch {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: samplingIntervalUs });
  if (isProfiled) session.post('Profiler.start');
  let profileStartUs = nowUs();
  let depth = 0;
  let longestMs = minReportedMs;
  let start = { cpuMs: cpuMs(), atUs: nowUs() };

  /** Ends the profile, and starts the next one. */
  function takeProfile(): Profiler.Profile | null {
    if (!isProfiled) return null;
    let taken: Profiler.Profile | null = null;
    session.post('Profiler.stop', (error, value) => {
      if (error === null) taken = value.profile;
    });
    session.post('Profiler.start');
    profileStartUs = nowUs();
    return taken;
  }
  function endPiece(): void {
    if (nowUs() - start.atUs < minReadingGapUs) return;
    const measuredMs = cpuMs() - start.cpuMs;
    if (measuredMs > limitMs || measuredMs > longestMs) {
      longestMs = Math.max(measuredMs, longestMs);
      const endUs = nowUs();
      const ms = measuredMs / slowness();
      const profile = takeProfile();
      const place = profile === null ? '' : placeIn(profile, start.atUs, endUs);
      onPiece({ ms: Math.round(ms), place });
    } else if (nowUs() - profileStartUs > maxProfileUs) takeProfile();
    start = { cpuMs: cpuMs(), atUs: nowUs() };
  }
  const hook = createHook({
    before() {
      depth += 1;
      if (depth === 1 && !isContinuation(executionAsyncResource())) endPiece();
    },
    after() {
      depth = Math.max(0, depth - 1);
    },
    trackPromises: false,
  }).enable();
  // Node calls no `after` for a callback that threw.
  const forgetCallbacks = (): void => {
    depth = 0;
  };
  process.on('uncaughtExceptionMonitor', forgetCallbacks);

  return {
    exclude(work) {
      const before = cpuMs();
      try {
        return work();
      } finally {
        start.cpuMs += cpuMs() - before;
      }
    },
    stop() {
      hook.disable();
      process.off('uncaughtExceptionMonitor', forgetCallbacks);
      session.disconnect();
    },
  };
}

/** Whether the callback runs before the event loop continues: `process.nextTick`, `queueMicrotask`, `AsyncResource`. */
function isContinuation(resource: object): boolean {
  return resource instanceof AsyncResource || Object.getPrototypeOf(resource) === Object.prototype;
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const referenceSteps = 1_000_000;
/** The processor time of the reference steps on a quiet machine. */
const referenceMs = 1;
function takeReferenceSteps(): number {
  let value = 0;
  for (let n = 0; n < referenceSteps; n += 1) value = (value + n * 7) ^ (value >>> 3);
  return value;
}

/**
 * How many times as much processor time as on a quiet machine the same work takes now; at least 1. Processors that share
 * a core, and virtual processors, count time in which they do not work.
 */
function measureSlowness(): number {
  const times = Array.from({ length: 5 }, () => {
    const before = cpuMs();
    takeReferenceSteps();
    return cpuMs() - before;
  });
  return Math.max(1, (times.sort((a, b) => a - b)[2] ?? 0) / referenceMs);
}

/** The clock of the profiler, in microseconds. */
function nowUs(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** The innermost functions that took at least half of the samples between two times. */
function placeIn(profile: Profiler.Profile, fromUs: number, toUs: number): string {
  const { nodes, samples = [], timeDeltas = [] } = profile;
  // The profiler takes samples also while the thread waits for the disk.
  const waiting = new Set(
    nodes.flatMap(({ id, callFrame }) => (callFrame.url === 'node:fs' ? [id] : [])),
  );
  const counts = new Map<number, number>();
  let atUs = profile.startTime;
  samples.forEach((id, index) => {
    atUs += timeDeltas[index] ?? 0;
    if (atUs >= fromUs && atUs <= toUs && !waiting.has(id))
      counts.set(id, (counts.get(id) ?? 0) + 1);
  });
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const totals = new Map<Profiler.ProfileNode, number>();
  const totalOf = (node: Profiler.ProfileNode): number => {
    const children = (node.children ?? []).flatMap((id) => byId.get(id) ?? []);
    const total = children.reduce((sum, child) => sum + totalOf(child), counts.get(node.id) ?? 0);
    totals.set(node, total);
    return total;
  };
  const [root] = nodes;
  if (root === undefined) return '';
  const half = totalOf(root) / 2;
  const path: string[] = [];
  for (let node: Profiler.ProfileNode | undefined = root; node !== undefined && half > 0;) {
    if (node !== root) path.unshift(describeFrame(node.callFrame));
    node = (node.children ?? [])
      .flatMap((id) => byId.get(id) ?? [])
      .find((child) => (totals.get(child) ?? 0) >= half);
  }
  const files = path.filter((frame) => frame.includes('('));
  return (files.length > 0 ? files : path).slice(0, 4).join(' < ');
}

function describeFrame({ functionName, url, lineNumber, columnNumber }: CallFrame): string {
  if (url === '' || url.startsWith('node:')) return functionName;
  const place = `${functionName} (${url.replace('file://', '')}:${lineNumber + 1}:${columnNumber + 1})`;
  // The names in the built app are short: add the beginning of the function.
  return `${place} ${JSON.stringify(sourceAt(url, lineNumber, columnNumber))}`;
}
type CallFrame = Profiler.ProfileNode['callFrame'];

function sourceAt(url: string, line: number, column: number): string {
  try {
    const lines = readFileSync(fileURLToPath(url), 'utf8').split('\n');
    return (lines[line] ?? '').slice(column, column + 80);
  } catch {
    return '';
  }
}
