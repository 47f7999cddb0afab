import type { ResultRow } from '../support/benchmark.ts';
import { residentBytesOf } from '../support/footprint.ts';
import { putUnderLoad, type LoadTarget } from './load.ts';
import { type BenchContext, postJson, startServices } from './services.ts';

const goalMb = 100;
/**
 * The memory is read at several marks, which are numbers of requests. This is the highest allowed ratio of the memory
 * at the last mark to the memory at the second mark, where the heap has reached its full size.
 */
const goalGrowth = 1.05;

/** Measures the memory during alternating POST and GET requests, in a new process. */
export async function memoryRows(bench: BenchContext): Promise<readonly ResultRow[]> {
  const { signal, log, isQuick } = bench;
  const services = await startServices(bench);
  if (residentBytesOf(services.pid) === 0) {
    return [{ measure: 'memory', ours: 'not measured: this system has no /proc' }];
  }
  const marks = (isQuick ? [1, 2] : [1, 2, 3, 4, 5]).map((count) => count * 100_000);
  log(`memory over ${marks.at(-1)?.toLocaleString('en') ?? ''} requests`);
  const targets = [
    { url: `${services.posts_url}/posts`, post: postJson },
    { url: `${services.iss_url}/iss-now.json` },
  ];
  const { resident, errors } = await watchMemory(services.pid, targets, marks, signal);
  await services.stop();
  const [atStart = NaN, first = NaN, second = NaN] = resident;
  const last = resident.at(-1) ?? NaN;
  return [
    {
      measure: 'resident after 100,000 requests',
      ours: `${first.toFixed(0)} MB`,
      control: `at the start ${atStart.toFixed(0)} MB`,
      goal: `< ${goalMb} MB`,
      met: first < goalMb,
    },
    {
      measure: `resident after ${marks.at(-1)?.toLocaleString('en') ?? ''} requests`,
      ours: `${last.toFixed(0)} MB`,
      control: `each 100,000: ${resident
        .slice(1)
        .map((mb) => mb.toFixed(0))
        .join(', ')} MB`,
      ratio: (last / second).toFixed(2),
      goal: `≤ ${goalGrowth}`,
      met: last / second <= goalGrowth,
    },
    {
      measure: 'answers that were not 2xx, meanwhile',
      ours: String(errors),
      goal: '0',
      met: errors === 0,
    },
  ];
}

const residentMb = (pid: number): number => residentBytesOf(pid) / 1e6;

interface Growth {
  /** The memory in MB before the first request, and then at each mark. */
  readonly resident: readonly number[];
  readonly errors: number;
}

/**
 * Puts load on the targets alternately, for a second each. Reads the memory when each number of requests is reached.
 */
async function watchMemory(
  pid: number,
  targets: readonly LoadTarget[],
  marks: readonly number[],
  signal: AbortSignal,
): Promise<Growth> {
  const resident = [residentMb(pid)];
  let requests = 0;
  let errors = 0;
  for (let turn = 0; resident.length <= marks.length; turn += 1) {
    const target = targets[turn % targets.length];
    if (target === undefined) throw new RangeError('there is no target');
    const load = await putUnderLoad(target, 1, signal);
    if (load.requests === 0) throw new Error(`${target.url} answers nothing`);
    requests += load.requests;
    errors += load.errors;
    while (requests >= (marks[resident.length - 1] ?? Infinity)) {
      resident.push(residentMb(pid));
    }
  }
  return { resident, errors };
}
