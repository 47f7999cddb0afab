import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openRequestGate } from '#runtime/suspension.ts';
import { createStateHolder } from '#runtime/app-state.ts';
import { startJournal } from '#journal/journal.ts';
import { systemClock } from '#runtime/clock.ts';
import { createHttp } from '#platform/http/http.ts';
import { createPostsService } from '#journal/posts-client.ts';
import { createJournalStore } from '#journal/store/journal-store.ts';
import { journalPost, postId } from '#test/support/journal-posts.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { root } from '#tools/setup/paths.ts';
import { openKeptAppDatabase } from '#app/database.ts';
import { openJournalValues } from '#journal/journal-values.ts';
import { openStoredValues } from '#platform/database/values.ts';
import type { BenchmarkContext, ResultRow } from '../support/benchmark.ts';

/** Measures how fast the outbox sends posts. */
export async function drainRows({
  signal,
  scratch,
}: BenchmarkContext): Promise<readonly ResultRow[]> {
  const { ours, bare } = await measureDrain(join(scratch, 'drain.sqlite'), 1_000, signal);
  return [
    {
      measure: 'outbox: 1,000 waiting posts sent, one at a time',
      ours: `${ours.toFixed(0)}/s`,
      control: `bare loop of fetches ${bare.toFixed(0)}/s`,
      ratio: (ours / bare).toFixed(2),
      goal: '≥ 0.8',
      met: ours / bare >= 0.8,
    },
  ];
}

/** Posts per second of the outbox, and of a bare loop of `fetch` calls: the best of three runs each. */
async function measureDrain(
  path: string,
  count: number,
  signal: AbortSignal,
): Promise<{ readonly ours: number; readonly bare: number }> {
  const services = spawn(process.execPath, [join(root, 'packages', 'services', 'src', 'main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await firstUrl(services.stdout);
    const ours: number[] = [];
    const bare: number[] = [];
    await fetchLoop(url, count);
    for (let run = 0; run < 3; run += 1) {
      signal.throwIfAborted();
      bare.push(await fetchLoop(url, count));
      ours.push(await drainOutbox(`${path}-${run}`, url, count));
    }
    return { ours: Math.max(...ours), bare: Math.max(...bare) };
  } finally {
    services.kill();
    await once(services, 'exit');
  }
}

async function firstUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const { posts_url: url } = JSON.parse(line) as { posts_url: string };
    return url;
  }
  throw new Error('the services did not start');
}

async function fetchLoop(url: string, count: number): Promise<number> {
  const startedAt = performance.now();
  for (let n = 1; n <= count; n += 1) {
    const { title, body } = journalPost(n);
    const answer = await fetch(`${url}/posts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title, body, userId: 1 }),
    });
    if (answer.status !== 201) throw new Error(`status ${answer.status}`);
    await answer.json();
  }
  return (count * 1000) / (performance.now() - startedAt);
}

async function drainOutbox(path: string, url: string, count: number): Promise<number> {
  const keptDatabase = openKeptAppDatabase(path, systemClock);
  const store = createJournalStore(keptDatabase);
  store.save(
    Array.from({ length: count }, (_, index) => journalPost(index + 1)),
    'user',
  );
  const http = createHttp({ userAgent: 'Overhead/bench', now: Date.now });
  const state = createStateHolder(emptyContent);
  const drained = new Promise<void>((resolve) => {
    state.subscribe(({ journal: { counts } }) => {
      if (counts.accepted === count) resolve();
    });
  });
  const startedAt = performance.now();
  const journal = startJournal({
    clock: systemClock,
    random: Math.random,
    state,
    begin: Promise.resolve(),
    gate: openRequestGate,
    newId: () => postId(0),
    authorId: () => 1,
    service: createPostsService({ http, baseUrl: () => url }),
    store,
    values: openJournalValues(openStoredValues(keptDatabase).value),
  });
  await drained;
  const rate = (count * 1000) / (performance.now() - startedAt);
  await journal.dispose();
  await http.close();
  keptDatabase.close();
  return rate;
}
