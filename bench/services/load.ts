import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';

export interface Target {
  readonly url: string;
  /** JSON to be posted; a GET when left out. */
  readonly post?: string;
  /** Done before each round, and not measured. */
  readonly prepare?: () => Promise<void>;
}

/** What one run of the load found. */
interface Load {
  /** Answers a second. */
  readonly rate: number;
  readonly requests: number;
  /** Answers that are not 2xx, and connections that failed. */
  readonly errors: number;
}

export interface LoadTool {
  readonly name: string;
  readonly run: (target: Target, seconds: number) => Promise<Load>;
}

export const connections = 16;
const execute = promisify(execFile);

/** `wrk` where there is one, since it leaves more of the machine to the servers; else autocannon. */
export function findLoadTool(scratch: string, signal: AbortSignal): LoadTool {
  try {
    execFileSync('wrk', ['--version'], { stdio: 'ignore' });
  } catch (error) {
    // It prints its version, and then fails.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return { name: 'autocannon', run: withAutocannon };
    }
  }
  return { name: 'wrk', run: withWrk(scratch, signal) };
}

const withWrk =
  (scratch: string, signal: AbortSignal): LoadTool['run'] =>
  async ({ url, post }, seconds) => {
    const script: string[] = [];
    if (post !== undefined) {
      const path = join(scratch, 'post.lua');
      // JSON's quotes are Lua's, for text without exotic escapes.
      writeFileSync(
        path,
        `wrk.method = "POST"\nwrk.headers["Content-Type"] = "application/json"\nwrk.body = ${JSON.stringify(post)}\n`,
      );
      script.push('-s', path);
    }
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', ...script, url];
    const { stdout } = await execute('wrk', args, { signal });
    const number = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1] ?? 0);
    const failed = /connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout) ?? [];
    return {
      rate: number(/Requests\/sec:\s+([\d.]+)/),
      requests: number(/(\d+) requests in/),
      errors:
        number(/Non-2xx or 3xx responses: (\d+)/) +
        failed.slice(1).reduce((sum, count) => sum + Number(count), 0),
    };
  };

async function withAutocannon({ url, post }: Target, seconds: number): Promise<Load> {
  const posting = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: post,
  } as const;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(post === undefined ? {} : posting),
  });
  const { total } = result.requests;
  return { rate: total / result.duration, requests: total, errors: result.non2xx + result.errors };
}
