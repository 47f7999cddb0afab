import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { startJournal, type Journal } from '#journal/journal.ts';
import { createStateHolder } from '#runtime/app-state.ts';
import { openRequestGate } from '#runtime/suspension.ts';
import { createTransfer } from '#journal/transfer/transfer.ts';
import { systemClock } from '#runtime/clock.ts';
import { createJournalStore } from '#journal/store/journal-store.ts';
import { transferFiles } from '#platform/files/transfer-files.ts';
import { fail } from '#shared/failure.ts';
import { postId } from '#test/support/journal-posts.ts';
import { noPhotos } from '#test/support/no-photos.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { openKeptAppDatabase } from '#app/database.ts';
import { openJournalValues } from '#journal/journal-values.ts';
import { openStoredValues } from '#platform/database/values.ts';
import type { BenchmarkContext, ResultRow } from '../support/benchmark.ts';
import { fillJournal } from './store.ts';

const posts = 100_000;
const maxBlockedMs = 50;

/**
 * Measures an export and an import of the whole journal: their time, their memory, and the longest time for which
 * they block the process.
 */
export async function filesRows({ scratch }: BenchmarkContext): Promise<readonly ResultRow[]> {
  const from = join(scratch, 'files.sqlite');
  fillJournal(from, posts);
  const figures = await measureFiles(from, join(scratch, 'to.sqlite'), join(scratch, 'file.jsonl'));
  const megabytes = (figures.bytes / 1e6).toFixed(0);
  return (['export', 'import'] as const).map((name) => resultRow(name, megabytes, figures[name]));
}

function resultRow(name: string, megabytes: string, run: Run): ResultRow {
  if (run.posts !== posts) throw new Error(`the ${name} took ${run.posts} posts`);
  const { wall, work } = run;
  return {
    measure: `${name} of ${posts.toLocaleString('en')} posts (${megabytes} MB): the longest stretch, p99 (and the very longest)`,
    ours: `${work.p99.toFixed(0)} ms (${work.longest.toFixed(0)} ms) of work`,
    control: `by the clock ${wall.p99.toFixed(0)} ms (${wall.longest.toFixed(0)} ms); ${run.seconds.toFixed(1)} s in all; ${(run.memory / 1e6).toFixed(0)} MB more memory`,
    goal: `p99 < ${maxBlockedMs} ms`,
    met: work.p99 < maxBlockedMs,
  };
}

/** Milliseconds for which the process was blocked without a break: the longest time, and the 99th percentile. */
interface BlockedTimes {
  readonly longest: number;
  readonly p99: number;
}

/** The measurements of an export or an import. */
interface Run {
  readonly posts: number;
  readonly seconds: number;
  readonly wall: BlockedTimes;
  /** The same in processor time, which excludes other work on the machine. */
  readonly work: BlockedTimes;
  /** The peak memory of the process minus its memory at the start, in bytes. */
  readonly memory: number;
}

interface FilesFigures {
  readonly bytes: number;
  readonly export: Run;
  readonly import: Run;
}

/** Exports the journal in the database at `from`, and imports it into a new database at `to`. */
async function measureFiles(from: string, to: string, file: string): Promise<FilesFigures> {
  const choose = {
    forExport: () => Promise.resolve({ ok: true as const, value: file }),
    forImport: () => Promise.resolve({ ok: true as const, value: file }),
  };
  const transferOf = (journal: Parameters<typeof createTransfer>[0]) =>
    createTransfer(journal, noPhotos, transferFiles, choose, Date.now);
  const exported = await withJournal(from, (journal) =>
    measureBlocking(async () => {
      const report = await transferOf(journal).export('jsonl');
      return report.ok ? (report.value?.posts ?? 0) : 0;
    }),
  );
  const imported = await withJournal(to, (journal) =>
    measureBlocking(async () => {
      const report = await transferOf(journal).import();
      return report.ok && report.value?.kind === 'imported' ? report.value.added : 0;
    }),
  );
  return { bytes: statSync(file).size, export: exported, import: imported };
}

async function withJournal<T>(path: string, work: (journal: Journal) => Promise<T>): Promise<T> {
  const keptDatabase = openKeptAppDatabase(path, systemClock);
  const unreachable = () => Promise.resolve(fail({ kind: 'offline', reason: 'refused' } as const));
  const journal = startJournal({
    clock: systemClock,
    random: Math.random,
    state: createStateHolder(emptyContent),
    gate: openRequestGate,
    begin: new Promise(() => undefined),
    newId: () => postId(0),
    authorId: () => 1,
    service: { create: unreachable, replace: unreachable, delete: unreachable },
    store: createJournalStore(keptDatabase),
    values: openJournalValues(openStoredValues(keptDatabase).value),
  });
  try {
    return await work(journal);
  } finally {
    await journal.dispose();
    keptDatabase.close();
  }
}

/**
 * Runs an empty task as often as possible while `work` runs. The time between two empty tasks is the time for which one
 * piece of work blocks the process.
 */
async function measureBlocking(work: () => Promise<number>): Promise<Run> {
  const wall: number[] = [];
  const cpu: number[] = [];
  const rssAtStart = process.memoryUsage().rss;
  let peak = rssAtStart;
  const over = new AbortController();
  const watching = (async () => {
    let [last, lastCpu] = [performance.now(), cpuMs()];
    while (!over.signal.aborted) {
      await setImmediate();
      const [now, nowCpu] = [performance.now(), cpuMs()];
      wall.push(now - last);
      cpu.push(nowCpu - lastCpu);
      [last, lastCpu] = [now, nowCpu];
      if (wall.length % 50 === 0) peak = Math.max(peak, process.memoryUsage().rss);
    }
  })();
  const startedAt = performance.now();
  const posts = await work();
  const seconds = (performance.now() - startedAt) / 1000;
  over.abort();
  await watching;
  return {
    posts,
    seconds,
    wall: blockedTimesOf(wall),
    work: blockedTimesOf(cpu),
    memory: peak - rssAtStart,
  };
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function blockedTimesOf(times: readonly number[]): BlockedTimes {
  // Shorter times are caused by the empty task.
  const sorted = times.filter((ms) => ms > 1).sort((a, b) => a - b);
  return {
    longest: sorted.at(-1) ?? 0,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  };
}
