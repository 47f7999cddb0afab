import { join } from 'node:path';
import type { Around, Row } from '../support/benchmark.ts';
import { fillJournal } from './figures.ts';
import { measureFiles, type Run } from './files.ts';

const posts = 100_000;
const longestMs = 50;

/** An export and an import of the whole journal: how long, in how much memory, and how long nothing else has its turn. */
export async function filesRows({ scratch }: Around): Promise<readonly Row[]> {
  const from = join(scratch, 'files.sqlite');
  fillJournal(from, posts);
  const figures = await measureFiles(from, join(scratch, 'to.sqlite'), join(scratch, 'file.jsonl'));
  const megabytes = (figures.bytes / 1e6).toFixed(0);
  return (['export', 'import'] as const).map((name) => row(name, megabytes, figures[name]));
}

function row(name: string, megabytes: string, run: Run): Row {
  if (run.posts !== posts) throw new Error(`the ${name} took ${run.posts} posts`);
  const { wall, work } = run;
  return {
    measure: `${name} of ${posts.toLocaleString('en')} posts (${megabytes} MB): the longest stretch, p99 (and the very longest)`,
    ours: `${work.p99.toFixed(0)} ms (${work.longest.toFixed(0)} ms) of work`,
    control: `by the clock ${wall.p99.toFixed(0)} ms (${wall.longest.toFixed(0)} ms); ${run.seconds.toFixed(1)} s in all; ${(run.memory / 1e6).toFixed(0)} MB more memory`,
    goal: `p99 < ${longestMs} ms`,
    met: work.p99 < longestMs,
  };
}
