import { join } from 'node:path';
import { root } from '#tools/setup/paths.ts';
import type { ResultRow } from '../support/benchmark.ts';
import { compareTargets, type ComparisonResult } from './comparison.ts';
import type { LoadTarget } from './load.ts';
import { type BenchContext, benchApiKey, postJson, startServices } from './services.ts';

const bareFile = join(root, 'bench', 'services', 'bare.ts');

/** Measures the rate of each service against that of a bare server. Both servers of a comparison run until it ends. */
export async function speedRows(bench: BenchContext): Promise<readonly ResultRow[]> {
  const { processes, signal, log, isQuick } = bench;
  const rounds = isQuick ? { count: 1, seconds: 1 } : { count: 7, seconds: 1 };
  const services = await startServices(bench);
  const bareEcho = await processes.start({ args: [bareFile, 'echo'] });
  const rows: ResultRow[] = [];

  log('POST /posts');
  const posting: [LoadTarget, LoadTarget] = [
    { url: `${services.posts_url}/posts`, post: postJson },
    { url: `${bareEcho.line}/posts`, post: postJson },
  ];
  const posts = await compareTargets(posting, rounds, signal);
  rows.push(rowOf('POST /posts', posts, 'bare node:http, parse and echo', 0.8));

  const gets = [
    ['GET /iss-now.json', `${services.iss_url}/iss-now.json`],
    [
      'GET /planetary/apod, with quota',
      `${services.apod_url}/planetary/apod?api_key=${benchApiKey}`,
    ],
  ] as const;
  for (const [name, url] of gets) {
    log(name);
    const size = (await (await fetch(url)).arrayBuffer()).byteLength;
    const bare = await processes.start({ args: [bareFile, 'constant', String(size)] });
    const contest = await compareTargets([{ url }, { url: bare.line }], rounds, signal);
    rows.push(rowOf(name, contest, `bare node:http, ${size} constant bytes`, 0.6));
    await bare.stop();
  }
  await processes.stopAll();
  return rows;
}

function rowOf(
  name: string,
  { rates: [ourRate = 0, bareRate = 0], ratio, errors }: ComparisonResult,
  control: string,
  goal: number,
): ResultRow {
  const rate = `${ourRate.toFixed(0)}/s`;
  return {
    measure: name,
    ours: errors === 0 ? rate : `${rate}, ${errors} errors`,
    control: `${control} ${bareRate.toFixed(0)}/s`,
    ratio: ratio.toFixed(2),
    goal: `≥ ${goal}`,
    met: errors === 0 && ratio >= goal,
  };
}
