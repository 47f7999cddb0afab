import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postToMarkdown, parserFor } from '#journal/transfer/formats.ts';
import { readPosts } from '#journal/transfer/transfer.ts';
import { readDayAnswer } from '#picture/providers/read-day.ts';
import { readDayOfFeed, readDayPage } from '#picture/providers/read-day.ts';
import { transferFiles } from '#platform/files/transfer-files.ts';
import { channelName } from '#shared/channels.ts';
import type { Handlers } from '#shared/contract.ts';
import { ok } from '#shared/failure.ts';
import { parseJson } from '#shared/json.ts';
import { defaultAppearance } from '#shared/wallpaper/appearance.ts';
import { createReceivers } from '#platform/ipc/receiver.ts';
import { journalPost } from '#test/support/journal-posts.ts';
import type { BenchmarkContext, Benchmark, ResultRow } from '../support/benchmark.ts';

/** The longest time for which a page, a file or a service may block the main process, in milliseconds. */
const maxBlockingMs = 100;
const maxMegabytes = 64;
const triesPerCase = 5;

const mebibyte = 2 ** 20;
const repeatToLength = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const url = new URL('https://pictures.example/');
const dayFields = { date: '2026-11-20', title: 'A day' };

/**
 * Measures the lowest processor time of this thread over several tries. Processor time excludes other work on the
 * machine.
 */
function limitRow(measure: string, work: () => unknown): ResultRow {
  let least = Infinity;
  for (let n = 0; n < triesPerCase; n++) {
    const start = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return {
    measure,
    ours: `${least.toFixed(0)} ms`,
    goal: `≤ ${maxBlockingMs} ms`,
    met: least <= maxBlockingMs,
  };
}

const serviceAnswer = (body: unknown): string => JSON.stringify(body);
const readText = (text: string) =>
  readDayAnswer(parseJson(text), { date: null, url, servedBy: 'legacy' });

function serviceRows(): ResultRow[] {
  const page = (html: string) => readDayPage(html, url, dayFields.date);
  const attributes = `<i ${Array.from({ length: 600_000 }, (_, n) => `a${n}`).join(' ')}>`;
  const field = (length: number): string => repeatToLength('<i>x</i>', length);
  const many = Array.from({ length: 400 }, (_, n) => ({
    ...dayFields,
    title: '<i></i>'.repeat(300 + n),
  }));
  return [
    ...(
      [
        ['a page with 4 MiB of nested elements', '<i>'],
        ['… nested, and closed by other names', '<i></b>'],
        ['… of elements side by side', '<i>x</i>'],
      ] as const
    ).map(([measure, piece]) => {
      const html = repeatToLength(piece, 4 * mebibyte);
      return limitRow(measure, () => page(html));
    }),
    limitRow('… of one element with many attributes', () => page(attributes)),
    limitRow('a feed with 4 MiB of nested elements', () =>
      readDayOfFeed(repeatToLength('<a>', 4 * mebibyte), url, null),
    ),
    limitRow('an answer of 1 MiB: JSON nested deeply', () =>
      readText(repeatToLength('[', mebibyte)),
    ),
    limitRow('… lists side by side', () => readText(`[${repeatToLength('[],', mebibyte - 4)}0]`)),
    limitRow('… a page of elements side by side', () =>
      readText(serviceAnswer({ ...dayFields, basic_html: field(mebibyte - 200) })),
    ),
    limitRow('… 400 days whose titles are only markup', () =>
      readText(serviceAnswer(many).slice(0, mebibyte)),
    ),
    limitRow('… a long explanation of links', () =>
      readText(
        serviceAnswer({
          ...dayFields,
          explanation: repeatToLength('<a href=/x>x</a>', mebibyte - 200),
        }),
      ),
    ),
  ];
}

function pageRows(): ResultRow[] {
  const handlers = new Proxy({}, { get: () => new Proxy({}, { get: () => () => ok(null) }) });
  const receivers = createReceivers({
    handlers: handlers as Handlers,
    isTrusted: () => true,
  });
  const page = { url: 'overhead://app/', parent: null } as Parameters<
    NonNullable<ReturnType<(typeof receivers)['get']>>
  >[0];
  const send = (group: string, name: string, input: unknown) => () =>
    receivers.get(channelName(group, name))?.(page, input, 1);
  const preview = {
    measure: { width: 3000, height: 2000, focus: { x: 0.5, y: 0.5 } },
    ...{ credit: null, date: dayFields.date, fit: 'fill', caption: true, dimmed: false },
    appearance: defaultAppearance,
  };
  const id = '3f2b8c1e-0d4a-4f6b-9a7e-5c2d1b0a9f8e';
  return [
    limitRow(
      'a page’s list of a million days',
      send('archive', 'days', Array(1e6).fill(dayFields.date)),
    ),
    limitRow(
      '… preview with a title of 4 MiB',
      send('picture', 'preview', { ...preview, title: repeatToLength('a ', 4 * mebibyte) }),
    ),
    limitRow(
      '… longest draft, 4 MiB',
      send('journal', 'write', {
        id,
        publish: false,
        title: 't',
        body: repeatToLength('a"', 2.6 * mebibyte),
      }),
    ),
  ];
}

/** Reads a file as an import does, and measures the longest piece of work and the peak of the heap. */
async function importRow(measure: string, path: string): Promise<ResultRow> {
  globalThis.gc?.();
  const heapAtStart = process.memoryUsage().heapUsed;
  let peak = heapAtStart;
  let longest = 0;
  const parser = (line: string) =>
    parserFor(path, line, () => journalPost(1, { published: false, state: { kind: 'draft' } }));
  let from = process.threadCpuUsage();
  for await (const part of readPosts(measured(), parser)) if (!part.ok) break;
  note();
  return {
    measure,
    ours: `${longest.toFixed(0)} ms of work; ${((peak - heapAtStart) / 1e6).toFixed(0)} MB`,
    goal: `≤ ${maxBlockingMs} ms, ≤ ${maxMegabytes} MB`,
    met: longest <= maxBlockingMs && peak - heapAtStart <= maxMegabytes * 1e6,
  };

  function note(): void {
    const { user, system } = process.threadCpuUsage(from);
    longest = Math.max(longest, (user + system) / 1000);
    peak = Math.max(peak, process.memoryUsage().heapUsed);
  }
  async function* measured() {
    for await (const chunk of transferFiles.read(path)) {
      from = process.threadCpuUsage();
      yield chunk;
      note();
    }
  }
}

async function fileRows({ scratch }: BenchmarkContext): Promise<readonly ResultRow[]> {
  const file = (name: string, text: string): string => {
    writeFileSync(join(scratch, name), text);
    return join(scratch, name);
  };
  const length = 60 * mebibyte;
  const rows = [
    await importRow('an import: 60 MiB on a line', file('a.jsonl', repeatToLength('x', length))),
    await importRow(
      '… lists nested deeply',
      file('b.jsonl', repeatToLength('[', 8 * mebibyte - 1)),
    ),
    await importRow(
      '… a section of Markdown of 60 MiB',
      file('c.md', postToMarkdown(journalPost(1)) + repeatToLength('a\n', length)),
    ),
    await importRow(
      '… a heading of 3 MiB of blanks',
      file('d.md', `# a${repeatToLength(' ', 3 * mebibyte)}b\n`),
    ),
  ];
  await sleep(0);
  return rows;
}

export const benchmark: Benchmark = {
  summary: `What a page, a file or a service may cost: ${maxBlockingMs} ms in one piece, and ${maxMegabytes} MB`,
  run: async (around) => [...serviceRows(), ...pageRows(), ...(await fileRows(around))],
};
