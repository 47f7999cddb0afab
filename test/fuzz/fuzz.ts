import fc from 'fast-check';
import { startServices } from '#services/server.ts';
import { bytes, request, type Service } from './arbitraries.ts';
import { bytesOf, exchange } from './exchange.ts';
import { firstAnswer, judge, Verdict } from './judge.ts';

interface FuzzOptions {
  /** The number of cases: half of them requests, half of them bytes. */
  readonly count: number;
  /** The same seed gives the same cases. */
  readonly seed: number;
}

interface FuzzReport {
  readonly cases: number;
  readonly seed: number;
  /** The number of answers of each status; `none`: the connection ended without an answer. */
  readonly statuses: Readonly<Record<string, number>>;
}

/**
 * Sends strange requests and bytes to the three services over sockets.
 *
 * @throws with the smallest failing case, if one is answered with a 5xx, not at all, or without a reason
 */
export async function fuzz({ count, seed }: FuzzOptions): Promise<FuzzReport> {
  const services = await startServices({ key: 'fuzz', keyLimit: 10_000_000 });
  const { posts_url, iss_url, apod_url } = services.urls;
  const ports: Record<Service, number> = {
    posts: Number(new URL(posts_url).port),
    position: Number(new URL(iss_url).port),
    picture: Number(new URL(apod_url).port),
  };
  const statuses: Record<string, number> = {};
  const note = (status: string): void => void (statuses[status] = (statuses[status] ?? 0) + 1);
  const half = Math.floor(count / 2);

  const asked = fc.asyncProperty(request, async (one) => {
    const port = ports[one.service];
    const answer = firstAnswer(await exchange(port, bytesOf(one, `127.0.0.1:${port}`), false));
    if (answer === null) throw new Verdict('a request without an answer');
    note(String(answer.status));
    judge(answer, one.method === 'HEAD');
  });
  const sent = fc.asyncProperty(bytes, async ({ service, bytes: all }) => {
    const answer = firstAnswer(await exchange(ports[service], all, true));
    note(answer === null ? 'none' : String(answer.status));
    if (answer !== null) judge(answer, Buffer.from(all).includes('HEAD '));
  });

  try {
    await fc.assert(asked, { seed, numRuns: count - half });
    await fc.assert(sent, { seed, numRuns: half });
    for (const url of [`${iss_url}/iss-now.json`, `${apod_url}/planetary/apod?api_key=fuzz`]) {
      if (!(await fetch(url)).ok) throw new Verdict(`${url} does not answer any more`);
    }
    return { cases: count, seed, statuses };
  } finally {
    await services.stop();
  }
}
