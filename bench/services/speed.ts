import { join } from 'node:path';
import { root } from '#tools/setup/paths.ts';
import type { Row } from '../support/benchmark.ts';
import { compare, type Contest } from './comparison.ts';
import { jsonServerTarget } from './json-server.ts';
import type { Target } from './load.ts';
import { type Bench, key, post, startServices } from './services.ts';

const bareFile = join(root, 'bench', 'services', 'bare.ts');

/** How long wrk and autocannon run when nobody says otherwise. */
const usualSeconds = 10;

/** Every service beside its controls, all of them running all the time. */
export async function speedRows(bench: Bench): Promise<readonly Row[]> {
  const { processes, tool, log, isQuick } = bench;
  const rounds = isQuick ? { count: 1, seconds: 1 } : { count: 7, seconds: 1 };
  const services = await startServices(bench);
  const bareEcho = await processes.start({ args: [bareFile, 'echo'] });
  const rows: Row[] = [];

  log('POST /posts');
  const posting: [Target, Target, Target] = [
    { url: `${services.posts_url}/posts`, post },
    { url: `${bareEcho.line}/posts`, post },
    await jsonServerTarget(bench, post),
  ];
  const posts = await compare(tool, posting, rounds);
  log(`POST /posts, ${isQuick ? 3 : usualSeconds} s at a time`);
  const [ours, , mock] = posting;
  const long = { count: isQuick ? 1 : 3, seconds: isQuick ? 3 : usualSeconds };
  const sustained = await compare(tool, [ours, mock], long);
  rows.push(
    rowOf('POST /posts', posts, 1, 'bare node:http, parse and echo', 0.8),
    rowOf(`POST /posts, ${long.seconds} s`, sustained, 1, 'json-server, empty at first', 40),
    rowOf('POST /posts, the first second', posts, 2, 'json-server, empty at first'),
  );

  const gets = [
    ['GET /iss-now.json', `${services.iss_url}/iss-now.json`],
    ['GET /planetary/apod, with quota', `${services.apod_url}/planetary/apod?api_key=${key}`],
  ] as const;
  for (const [name, url] of gets) {
    log(name);
    const size = (await (await fetch(url)).arrayBuffer()).byteLength;
    const bare = await processes.start({ args: [bareFile, 'constant', String(size)] });
    const contest = await compare(tool, [{ url }, { url: bare.line }], rounds);
    rows.push(rowOf(name, contest, 1, `bare node:http, ${size} constant bytes`, 0.6));
    await bare.stop();
  }
  await processes.stopAll();
  return rows;
}

function rowOf(
  name: string,
  { rates, ratios, errors }: Contest,
  index: number,
  control: string,
  goal?: number,
): Row {
  const ratio = ratios[index] ?? 0;
  const rate = (of: number): string => `${(rates[of] ?? 0).toFixed(0)}/s`;
  return {
    measure: name,
    ours: errors === 0 ? rate(0) : `${rate(0)}, ${errors} errors`,
    control: `${control} ${rate(index)}`,
    ratio: ratio.toFixed(2),
    ...(goal === undefined ? {} : { goal: `≥ ${goal}`, met: errors === 0 && ratio >= goal }),
  };
}
