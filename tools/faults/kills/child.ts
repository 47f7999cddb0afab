import { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { startJournal } from '#journal/journal.ts';
import { createTransfer } from '#journal/transfer/transfer.ts';
import { reportDefect, setDefectSink } from '#runtime/defects.ts';
import { openRequestGate } from '#runtime/suspension.ts';
import { createStateHolder } from '#runtime/app-state.ts';
import { systemClock } from '#runtime/clock.ts';
import { createJournalStore } from '#journal/store/journal-store.ts';
import { transferFiles } from '#platform/files/transfer-files.ts';
import { ok } from '#shared/failure.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { postId } from '#test/support/journal-posts.ts';
import { openKeptAppDatabase } from '#app/database.ts';
import { createValueStores } from '#app/value-stores.ts';

/**
 * A process that kills itself or is killed: `child.ts DATABASE FIRST STEP [FILE]`. It writes posts, edits and deletes
 * some of them, and publishes them to a service that accepts everything at once. It prints one line before each save
 * (`try ID TITLE`) and one after the save (`ok ID TITLE`). FIRST is the number of the first post; STEP is the number of
 * the database call at which the process kills itself, −1: never. With FILE the process also imports the posts of that
 * file, then exports the whole journal to FILE.out repeatedly, and prints `imported N` and `exported N`.
 */
const [path = '', firstPost = '0', postStep = '-1', file = ''] = process.argv.slice(2);

function killAtCall(call: number): void {
  let left = call;
  const guard = (prototype: object, name: string): void => {
    const real: unknown = Reflect.get(prototype, name);
    if (typeof real !== 'function') throw new Error(`there is no ${name}`);
    const value = function (this: unknown, ...args: unknown[]): unknown {
      left -= 1;
      if (left === 0) process.kill(process.pid, 'SIGKILL');
      return Reflect.apply(real, this, args);
    };
    Object.defineProperty(prototype, name, { value });
  };
  guard(DatabaseSync.prototype, 'exec');
  for (const name of ['run', 'get', 'all', 'iterate']) guard(StatementSync.prototype, name);
}

// The line must be in the pipe before the next step.
const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

if (Number(postStep) > 0) killAtCall(Number(postStep));
const keptDatabase = openKeptAppDatabase(path, systemClock);
setDefectSink((error) => {
  console.error(error);
  process.exit(3);
});
if (keptDatabase.opened.quarantined !== null || keptDatabase.opened.failure !== null)
  process.exit(4);
const acceptPost = () => Promise.resolve(ok({ status: 201, id: 101 }));
const journal = startJournal({
  clock: systemClock,
  random: Math.random,
  state: createStateHolder(emptyContent),
  begin: Promise.resolve(),
  gate: openRequestGate,
  newId: () => postId(0),
  authorId: () => 1,
  service: { create: acceptPost, replace: acceptPost, delete: acceptPost },
  store: createJournalStore(keptDatabase),
  values: createValueStores(keptDatabase).journal,
});
printLine('started');

async function runTransfers(): Promise<void> {
  const chosen = {
    forExport: () => Promise.resolve(ok(`${file}.out`)),
    forImport: () => Promise.resolve(ok(file)),
  };
  const files = createTransfer(journal, transferFiles, chosen);
  const imported = await files.import();
  if (imported.ok && imported.value?.kind === 'imported')
    printLine(`imported ${imported.value.added}`);
  for (;;) {
    const exported = await files.export('jsonl');
    if (exported.ok) printLine(`exported ${exported.value?.posts ?? 0}`);
  }
}

function savePost(n: number, title: string, publish: boolean): void {
  const id = postId(n);
  printLine(`try ${id} ${title}`);
  const saved = journal.write({ id, publish, title, body: 'text '.repeat(n % 700) });
  if (saved.ok) printLine(`ok ${id} ${title}`);
}

if (file !== '') runTransfers().catch(reportDefect);
for (let n = Number(firstPost); ; n += 1) {
  savePost(n, `${n}.0`, n % 3 !== 0);
  if (n % 2 === 0) savePost(n, `${n}.1`, true);
  // Waits for one turn of the event loop, so that the outbox can run.
  if (n % 4 === 0) await setImmediate();
  // Waits longer with a file, to give the import and the exports most of the time.
  if (file !== '') await setTimeout(2);
}
