import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/paths.ts';
import type { Catalog } from './checks.ts';

/**
 * The hashes of each message when its translations were last read beside the English text: English first, then the
 * other languages in the order of their tags.
 */
type ReadHashes = Readonly<Record<string, string>>;

const recordPath = join(root, 'src', 'locales', 'read.json');
export const readRecord = (): ReadHashes =>
  JSON.parse(readFileSync(recordPath, 'utf8')) as ReadHashes;

const hashLetters = 5;
const hashOf = (forms: readonly string[] | undefined): string =>
  createHash('sha256')
    .update(forms?.join('\n') ?? '')
    .digest('base64url')
    .slice(0, hashLetters);
const hashesOf = (key: string, catalogs: ReadonlyMap<string, Catalog>): readonly string[] =>
  [...catalogs.values()].map((catalog) => hashOf(catalog.get(key)));

/** The languages whose translation of a message has not changed since the English text changed. */
function staleLanguages(
  key: string,
  catalogs: ReadonlyMap<string, Catalog>,
  record: ReadHashes,
): string[] {
  const readHashes = record[key]?.split(' ');
  const hashes = hashesOf(key, catalogs);
  if (readHashes === undefined || readHashes[0] === hashes[0]) return [];
  return [...catalogs.keys()].filter(
    (_, index) => index > 0 && readHashes[index] === hashes[index],
  );
}

/**
 * The translations whose English text has changed since they were read. A message that is not in the record is new.
 *
 * @param catalogs by language, English first
 */
export const staleTranslations = (
  catalogs: ReadonlyMap<string, Catalog>,
  record: ReadHashes = readRecord(),
): string[] =>
  [...(catalogs.get('en') ?? [])].flatMap(([key]) =>
    staleLanguages(key, catalogs, record).map(
      (language) =>
        `${language} ${key}: the English text has changed. Read the translation, then: npm run words -- --read ${key}`,
    ),
  );

/** The record after a check: stale translations keep their hashes, unless the message is one of `readKeys`. */
export const updatedRecord = (
  catalogs: ReadonlyMap<string, Catalog>,
  record: ReadHashes,
  readKeys: readonly string[],
): ReadHashes =>
  Object.fromEntries(
    [...(catalogs.get('en') ?? [])]
      .map(([key]): [string, string] => {
        const isStale = staleLanguages(key, catalogs, record).length > 0;
        const former = isStale && !readKeys.includes(key) ? record[key] : undefined;
        return [key, former ?? hashesOf(key, catalogs).join(' ')];
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Writes the record, if it has changed. */
export function writeRecord(record: ReadHashes): void {
  const text = `${JSON.stringify(record, null, 2)}\n`;
  if (text !== readFileSync(recordPath, 'utf8')) writeFileSync(recordPath, text);
}
