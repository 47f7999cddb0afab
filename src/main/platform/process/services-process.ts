import type { UtilityProcess } from 'electron';
import { z } from 'zod';
import { parseJson } from '#shared/json.ts';
import { serviceUrlsSchema, type ServiceUrls } from '#shared/settings/settings.ts';
import { backoffMs } from '#runtime/backoff.ts';
import type { Clock } from '#runtime/clock.ts';
import type { Log } from '../log/log.ts';
import { killProcess } from './run.ts';

/** The line with the addresses that the services print when they listen. */
const readyLineSchema = z
  .object({ posts_url: z.string(), iss_url: z.string(), apod_url: z.string() })
  .transform((line) => ({
    posts: line.posts_url,
    position: line.iss_url,
    picture: line.apod_url,
  }))
  .pipe(serviceUrlsSchema);

/** How long the services may take to end before they are killed, in milliseconds. */
const endGraceMs = 3_000;
const restartBackoff = { baseMs: 500, capMs: 30_000 };

interface ServicesProcessOptions {
  /** Starts the services, with their standard output and error as pipes. */
  readonly fork: () => UtilityProcess;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when the services listen again after a restart. */
  readonly onRestart: () => void;
}

/** Runs the embedded services in a separate process, and restarts the process when it ends. */
export function startServicesProcess(options: ServicesProcessOptions) {
  const { fork, clock, log, onRestart } = options;
  const stop = new AbortController();
  const firstStart = new AbortController();
  let urls: ServiceUrls | null = null;
  let failureCount = 0;

  function takeLine(line: string): void {
    const parseResult = readyLineSchema.safeParse(parseJson(line));
    if (!parseResult.success) return;
    urls = parseResult.data;
    if (firstStart.signal.aborted) onRestart();
    else firstStart.abort();
  }

  /** Requests the end of the process, and kills the process if it has not ended after `endGraceMs`. */
  async function endProcess(child: UtilityProcess, exited: Promise<unknown>): Promise<void> {
    // `kill` returns false while the process is starting: call it again after the start.
    if (!child.kill()) child.once('spawn', () => child.kill());
    const endController = new AbortController();
    void exited.then(() => endController.abort());
    const isTooLong = await clock.sleep(endGraceMs, endController.signal);
    const { pid } = child;
    if (isTooLong && pid !== undefined) killProcess(pid);
  }

  async function runOnce(): Promise<void> {
    const child = fork();
    const exit = new Promise<number>((resolve) => child.once('exit', resolve));
    const kill = (): void => void endProcess(child, exit);
    stop.signal.addEventListener('abort', kill, { once: true });
    forEachLine(child.stdout, takeLine);
    forEachLine(child.stderr, (line) => log.info(`services: ${line}`));
    const code = await exit;
    stop.signal.removeEventListener('abort', kill);
    urls = null;
    if (!stop.signal.aborted) log.info(`the embedded services ended with ${code}`);
  }

  async function keepRunning(): Promise<void> {
    while (!stop.signal.aborted) {
      const startedAt = clock.monotonic();
      await runOnce();
      // After a long run the back-off begins again; an end soon after the start increases it.
      failureCount = clock.monotonic() - startedAt > restartBackoff.capMs ? 1 : failureCount + 1;
      await clock.sleep(backoffMs(failureCount, restartBackoff, Math.random()), stop.signal);
    }
  }

  const runEnd = keepRunning();
  return {
    /** The addresses of the services; null while the services are not listening. */
    urls: () => urls,

    /** Resolves when the services listen for the first time, or after `limitMs`. */
    async listening(limitMs: number) {
      await clock.sleep(limitMs, AbortSignal.any([firstStart.signal, stop.signal]));
    },
    dispose: () => {
      stop.abort();
      return runEnd;
    },
  };
}

function forEachLine(stream: NodeJS.ReadableStream | null, take: (line: string) => void): void {
  let unfinishedLine = '';
  stream?.setEncoding('utf8');
  stream?.on('data', (chunk: string) => {
    const lines = (unfinishedLine + chunk).split('\n');
    unfinishedLine = lines.pop() ?? '';
    lines.forEach(take);
  });
}
