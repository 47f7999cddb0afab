import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonLine } from '#journal/transfer/formats.ts';
import type { JournalStore } from '#journal/ports.ts';
import { journalPostSchema } from '#shared/journal/journal.ts';
import { parseJson } from '#shared/json.ts';
import { acceptedPost } from '#test/support/journal-posts.ts';

/** A file of posts that are in no journal yet. */
export interface PostFile {
  readonly path: string;
  readonly ids: readonly string[];
}

/** Posts of an import, each so long that some come in a portion and several portions in all. */
const postsInFile = 40;

export function writePostFile(folder: string, round: number): PostFile {
  const path = join(folder, `posts-${round}.jsonl`);
  const posts = Array.from({ length: postsInFile }, (_, index) => {
    // Behind all that the process itself numbers.
    const n = 500_000_000_000 + round * 1000 + index;
    const post = acceptedPost(n, { title: `${n}.0`, body: 'sky '.repeat(1500) });
    return { ...post, sequence: index + 1, slot: index + 1 };
  });
  writeFileSync(path, posts.map(jsonLine).join(''));
  return { path, ids: posts.map(({ id }) => id) };
}

export function isThere(store: JournalStore, id: string): boolean {
  const found = store.get(id);
  return found.ok && found.value !== null;
}

/** True when what was exported beside the file is a whole journal, or when there is nothing and nothing was said. */
export function isWholeExport(path: string, exports: number): boolean {
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
