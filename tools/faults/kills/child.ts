import { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { startJournal } from '#journal/journal.ts';
import { createTransfer } from '#journal/transfer/transfer.ts';
import { openGate } from '#runtime/suspension.ts';
import { createStateHolder } from '#runtime/app-state.ts';
import { systemClock } from '#runtime/clock.ts';
import { createJournalStore } from '#journal/store/journal-store.ts';
import { transferFiles } from '#platform/files/transfer-files.ts';
import { ok } from '#shared/failure.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { postId } from '#test/support/journal-posts.ts';
import { keepAppDatabase } from '#app/database.ts';
import { createValueStores } from '#app/value-stores.ts';

/**
 * A process to be killed: `child.ts DATABASE FIRST STEP [FILE]`. It writes posts, edits and deletes some, and has
 * them published by a service that takes everything at once. It says on its output, a line each, what it
 * begins (`try ID TITLE`) and what is saved (`ok ID TITLE`).
 *
 * FIRST is the number of the first post; STEP is the call into the database at which it kills itself, -1 not.
 * With FILE it also takes the posts of that file meanwhile, and then writes the whole journal to FILE.out again and
 * again; it says when it has done so (`imported N`, `exported N`).
 */
const [path = '', first = '0', step = '-1', file = ''] = process.argv.slice(2);

function killAt(call: number): void {
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

// What is said must be out before the next thing happens.
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

if (Number(step) > 0) killAt(Number(step));
const kept = keepAppDatabase(path, systemClock);
const onDefect = (error: unknown): void => {
  console.error(error);
  process.exit(3);
};
if (kept.opened.quarantined !== null || kept.opened.failure !== null) process.exit(4);
const answer = () => Promise.resolve(ok({ status: 201, id: 101 }));
const journal = startJournal({
  clock: systemClock,
  random: Math.random,
  state: createStateHolder(emptyContent, onDefect),
  begin: Promise.resolve(),
  gate: openGate,
  onDefect,
  newId: () => postId(0),
  authorId: () => 1,
  service: { create: answer, replace: answer, delete: answer },
  store: createJournalStore(kept),
  stateStore: createValueStores(kept).journal,
});
say('started');

async function transfer(): Promise<void> {
  const chosen = {
    forExport: () => Promise.resolve(ok(`${file}.out`)),
    forImport: () => Promise.resolve(ok(file)),
  };
  const files = createTransfer(journal, transferFiles, chosen);
  const taken = await files.import();
  if (taken.ok && taken.value?.kind === 'imported') say(`imported ${taken.value.added}`);
  for (;;) {
    const given = await files.export('jsonl');
    if (given.ok) say(`exported ${given.value?.posts ?? 0}`);
  }
}

function save(n: number, title: string, publish: boolean): void {
  const id = postId(n);
  say(`try ${id} ${title}`);
  const saved = journal.write({ id, publish, title, body: 'text '.repeat(n % 700) });
  if (saved.ok) say(`ok ${id} ${title}`);
}

if (file !== '') transfer().catch(onDefect);
for (let n = Number(first); ; n += 1) {
  save(n, `${n}.0`, n % 3 !== 0);
  if (n % 2 === 0) save(n, `${n}.1`, true);
  // The outbox has its turn.
  if (n % 4 === 0) await setImmediate();
  // Most of the time is for the files.
  if (file !== '') await setTimeout(2);
}
