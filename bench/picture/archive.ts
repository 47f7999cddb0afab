import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { createArchiveStore } from '#picture/store/archive-store.ts';
import { prepareDayWriter } from '#picture/store/picture-rows.ts';
import { runTransaction } from '#platform/database/transact.ts';
import type { Result } from '#shared/failure.ts';
import type { BenchmarkContext, ResultRow } from '../support/benchmark.ts';
import { median, quantile, measureMs } from '../support/statistics.ts';
import { generateDays, vocabularyOf } from './texts.ts';
import { fixedDatabase } from '#platform/database/kept-database.ts';
import { openAppDatabase } from '#app/database.ts';

const sizes = [1_100, 11_000, 110_000];
/** The number of days for which the goals are set: thirty years. */
const goalSize = 11_000;
const searchGoalMs = 10;
const openGoalMs = 50;
const pageLength = 50;
const now = Date.parse('2026-11-21T12:00:00Z');

/** Times in milliseconds, and the size of the database. */
interface Figures {
  readonly search: number;
  readonly median: number;
  readonly slowest: number;
  /** The p95 of some of these searches when all texts are scanned. */
  readonly scan: number;
  readonly open: number;
  readonly mebibytes: number;
}

function fillArchive(
  path: string,
  size: number,
  words: readonly string[],
  signal: AbortSignal,
): void {
  const { database, close } = openAppDatabase(path, now);
  // Filling the archive is not measured, so it needs no syncs.
  database.exec('PRAGMA synchronous = OFF');
  const write = prepareDayWriter(database);
  const all = generateDays(size, words);
  for (let n = 0; n < size; n += 1_000) {
    signal.throwIfAborted();
    runTransaction(database, () => {
      for (let of = 0; of < Math.min(1_000, size - n); of += 1) {
        const next = all.next();
        if (next.done !== true) write(next.value, now);
      }
    });
  }
  close();
}

/** The search text after each key that a user types, for words of all frequencies, alone and after another word. */
function typedTexts(words: readonly string[]): readonly string[] {
  const ranks = [0, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000];
  return ranks.flatMap((rank, n) => {
    const word = words[rank] ?? '';
    const other = words[ranks[(n + 4) % ranks.length] ?? 0] ?? '';
    const keys = Array.from(word, (_, at) => word.slice(0, at + 1));
    return [...keys, ...keys.map((key) => `${other} ${key}`)];
  });
}

function measureArchive(path: string, words: readonly string[], folder: string): Figures {
  const opening = Array.from({ length: 9 }, () => {
    const from = performance.now();
    const { database, close } = openAppDatabase(path, now);
    const archive = createArchiveStore(fixedDatabase(database), folder, Date.now);
    requireOk(archive.page({ words: '', before: null, limit: pageLength }, null));
    requireOk(archive.month('1998-02'));
    requireOk(archive.status());
    const took = performance.now() - from;
    close();
    return took;
  });
  const { database, close } = openAppDatabase(path, now);
  const archive = createArchiveStore(fixedDatabase(database), folder, Date.now);
  const scan = prepareScan(database);
  const searches = typedTexts(words);
  const ours = searches.map((text) =>
    lowestTime(5, () =>
      requireOk(archive.page({ words: text, before: null, limit: pageLength }, null)),
    ),
  );
  // The control is slow, so it runs only some of the searches.
  const theirs = searches
    .filter((_, n) => n % 9 === 0)
    .map((text) => lowestTime(2, () => scan(text)));
  close();
  return {
    search: quantile(ours, 0.95),
    median: median(ours),
    slowest: Math.max(...ours),
    scan: quantile(theirs, 0.95),
    open: median(opening),
    mebibytes: statSync(path).size / 2 ** 20,
  };
}

/** Prepares the search of a program that has no index and therefore scans all texts. */
function prepareScan(database: DatabaseSync): (text: string) => void {
  const has = '(title LIKE ? OR explanation LIKE ? OR credit LIKE ?)';
  return (text) => {
    const words = text.split(' ');
    database
      .prepare(
        `SELECT day, title, credit FROM picture_text WHERE ${words.map(() => has).join(' AND ')}
         ORDER BY day DESC LIMIT ${pageLength + 1}`,
      )
      .all(...words.flatMap((word) => Array<string>(3).fill(`%${word}%`)));
  };
}

/** The lowest of several times. Other work on the machine causes higher ones. */
function lowestTime(times: number, work: () => void): number {
  return Math.min(...Array.from({ length: times }, () => measureMs(work)));
}

function requireOk(result: Result<unknown>): void {
  if (!result.ok) throw new Error(`the disk did not take it: ${result.failure.kind}`);
}

const formatMs = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

export async function archiveRows({
  scratch,
  signal,
  log,
}: BenchmarkContext): Promise<readonly ResultRow[]> {
  const words = vocabularyOf();
  const bySize = new Map<number, Figures>();
  for (const size of sizes) {
    signal.throwIfAborted();
    const path = join(scratch, `${size}.sqlite`);
    fillArchive(path, size, words, signal);
    const figures = measureArchive(path, words, scratch);
    bySize.set(size, figures);
    log(`${size} days: ${figures.mebibytes.toFixed(0)} MiB`);
    await Promise.resolve();
  }
  const at = bySize.get(goalSize);
  if (at === undefined) return [];
  const growth = (key: keyof Figures): string =>
    [...bySize].map(([size, figures]) => `${size}: ${formatMs(figures[key])}`).join(', ');
  return [
    {
      measure: `search as you type over 11,000 days, a page of 50: p95 of ${typedTexts(words).length} questions`,
      ours: formatMs(at.search),
      control: `LIKE over all texts ${formatMs(at.scan)}`,
      ratio: `${(at.search / at.scan).toFixed(3)} ×`,
      goal: `< ${searchGoalMs} ms`,
      met: at.search < searchGoalMs,
    },
    { measure: '… by days kept', ours: growth('search') },
    { measure: '… median', ours: growth('median') },
    { measure: '… slowest', ours: growth('slowest') },
    { measure: '… LIKE over all texts', ours: growth('scan') },
    {
      measure: 'the archive of 11,000 days opens: database, first page, a month, sums (median)',
      ours: formatMs(at.open),
      goal: `< ${openGoalMs} ms`,
      met: at.open < openGoalMs,
    },
    { measure: '… by days kept', ours: growth('open') },
    {
      measure: '… on the disk',
      ours: [...bySize]
        .map(([size, { mebibytes }]) => `${size}: ${mebibytes.toFixed(0)} MiB`)
        .join(', '),
    },
  ];
}
