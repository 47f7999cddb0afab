import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createJournalStore } from '#journal/store/journal-store.ts';
import { postToJsonLine } from '#journal/transfer/formats.ts';
import { journalPostSchema } from '#shared/journal/journal.ts';
import { parseJson } from '#shared/json.ts';
import { acceptedPost } from '#test/support/journal-posts.ts';
import { createRandom } from '#test/support/orbit.ts';
import { openKeptAppDatabase } from '#app/database.ts';

interface KillReport {
  rounds: number;
  /** The number of kills at a randomly chosen call to the database. The other kills happen at random times. */
  atSteps: number;
  /** The number of kills during an import or an export, or soon after one. */
  withFiles: number;
  /** The number of imports that were complete (`whole`) or absent (`none`) after the kill. */
  whole: number;
  none: number;
  /**
   * The sum of three numbers: imports that were incomplete after the kill, imports that were reported as complete
   * although posts were missing, and incomplete exported files.
   */
  torn: number;
  /** The number of saves that the process confirmed. */
  saved: number;
  /** The number of posts whose last confirmed save the kill lost. */
  lost: number;
  /** The number of surplus posts: posts whose title number another post already has. */
  doubled: number;
  /** The number of starts that failed or found a damaged database. */
  unstartable: number;
}

const child = fileURLToPath(new URL('child.ts', import.meta.url));
/**
 * A start and some saves make about this many database calls. In every second round, the process kills itself at one of
 * these calls, chosen at random.
 */
const maxSteps = 150;
/** The same number for a process that also imports a file in several portions and exports the journal. */
const maxStepsWithFiles = 900;
const maxRunMs = 40;
const maxRunWithFilesMs = 250;

/** The output of one run of the process. */
interface ChildRun {
  /** Whether the kill ended the process. False: the process had already ended. */
  readonly killed: boolean;
  readonly tried: Map<string, string[]>;
  readonly confirmed: [id: string, title: string][];
  /** Whether the process reported that its whole file is in the journal. */
  readonly imported: boolean;
  readonly exports: number;
}

/** Runs `count` rounds. A round starts a process that writes into a database, kills it, and checks the database. */
export async function killRounds(
  count: number,
  seed: number,
  log: (line: string) => void,
): Promise<KillReport> {
  const random = createRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'overhead-kills-'));
  const report: KillReport = {
    rounds: 0,
    atSteps: 0,
    withFiles: 0,
    whole: 0,
    none: 0,
    torn: 0,
    saved: 0,
    lost: 0,
    doubled: 0,
    unstartable: 0,
  };
  try {
    for (let round = 0; round < count; round += 1) {
      // Some rounds start with a new database, so that kills also interrupt its creation and no database grows without
      // limit.
      const path = join(folder, `${Math.floor(round / 50)}.sqlite`);
      const atStep = round % 2 === 0;
      // A third of the rounds has an import. Half of these rounds kill at a chosen database call, the others at a
      // random time.
      const file = round % 6 < 2 ? writePostFile(folder, round) : null;
      const steps = file === null ? maxSteps : maxStepsWithFiles;
      const step = atStep ? 1 + Math.floor(random() * steps) : -1;
      const lifeMs = random() * (file === null ? maxRunMs : maxRunWithFilesMs);
      const life = await runChild(path, round * 10_000 + 1, step, lifeMs, file?.path);
      report.rounds += 1;
      if (atStep) report.atSteps += 1;
      report.saved += life.confirmed.length;
      inspectDatabase(path, life, report, file);
      if (file !== null) {
        report.withFiles += 1;
        if (!isWholeExport(file.path, life.exports)) report.torn += 1;
        for (const name of readdirSync(folder)) {
          if (name.startsWith('posts')) rmSync(join(folder, name));
        }
      }
      if (report.rounds % 100 === 0) log(`  ${report.rounds} kills`);
    }
    return report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runChild(
  path: string,
  first: number,
  step: number,
  lifeMs: number,
  file = '',
): Promise<ChildRun> {
  const run = spawn(process.execPath, [child, path, String(first), String(step), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let imported = false;
  let exports = 0;
  const tried = new Map<string, string[]>();
  const confirmed: [string, string][] = [];
  for await (const line of createInterface({ input: run.stdout })) {
    const [word, id = '', title = ''] = line.split(' ');
    if (word === 'started') {
      if (step < 0) setTimeout(() => run.kill('SIGKILL'), lifeMs);
    } else if (word === 'try') tried.set(id, [...(tried.get(id) ?? []), title]);
    else if (word === 'ok') confirmed.push([id, title]);
    else if (word === 'imported') imported = true;
    else if (word === 'exported') exports += 1;
  }
  if (run.exitCode === null && run.signalCode === null) await once(run, 'exit');
  return { killed: run.signalCode === 'SIGKILL', tried, confirmed, imported, exports };
}

function inspectDatabase(
  path: string,
  life: ChildRun,
  report: KillReport,
  file: PostFile | null,
): void {
  const { killed, tried, confirmed, imported } = life;
  const keptDatabase = openKeptAppDatabase(path, {
    now: () => Date.now(),
    monotonic: () => performance.now(),
  });
  try {
    const store = createJournalStore(keptDatabase);
    const { quarantined, failure } = keptDatabase.opened;
    if (!killed || quarantined !== null || failure !== null || store.unreadable() > 0) {
      report.unstartable += 1;
    }
    // If a post was saved several times, the last save counts.
    for (const [id, title] of new Map(confirmed)) {
      const titles = tried.get(id) ?? [];
      const current = store.get(id);
      const at = current.ok && current.value !== null ? titles.indexOf(current.value.title) : -1;
      if (at < titles.indexOf(title)) report.lost += 1;
    }
    const all = store.after(0, Number.MAX_SAFE_INTEGER);
    const titles = all.ok ? all.value.map(({ title }) => title.split('.')[0] ?? '') : [];
    report.doubled += titles.length - new Set(titles).size;
    if (file !== null) {
      const there = file.ids.filter((id) => {
        const current = store.get(id);
        return current.ok && current.value !== null;
      }).length;
      if (there === file.ids.length) report.whole += 1;
      else if (there === 0 && !imported) report.none += 1;
      else report.torn += 1;
    }
    const counts = store.summary();
    if (!counts.ok || !all.ok) report.unstartable += 1;
  } finally {
    keptDatabase.close();
  }
}

/** A file of posts that no journal contains yet. */
interface PostFile {
  readonly path: string;
  readonly ids: readonly string[];
}

/** Posts for an import. They are so long that the import needs several portions. */
const postsInFile = 40;

function writePostFile(folder: string, round: number): PostFile {
  const path = join(folder, `posts-${round}.jsonl`);
  const posts = Array.from({ length: postsInFile }, (_, index) => {
    // The number is larger than all numbers that the process itself uses.
    const n = 500_000_000_000 + round * 1000 + index;
    const post = acceptedPost(n, { title: `${n}.0`, body: 'sky '.repeat(1500) });
    return { ...post, sequence: index + 1, slot: index + 1 };
  });
  writeFileSync(path, posts.map(postToJsonLine).join(''));
  return { path, ids: posts.map(({ id }) => id) };
}

/** Whether the exported file is a whole journal. True also if no export was reported and there is no file. */
function isWholeExport(path: string, exports: number): boolean {
  const exported = `${path}.out`;
  if (!existsSync(exported)) return exports === 0;
  const text = readFileSync(exported, 'utf8');
  const lines = text.split('\n').slice(0, -1);
  return (
    text.endsWith('\n') &&
    lines.length >= postsInFile &&
    lines.every((line) => journalPostSchema.safeParse(parseJson(line)).success)
  );
}
