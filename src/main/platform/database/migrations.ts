import type { DatabaseSync } from 'node:sqlite';
import { journalInTables } from '#journal/store/journal-migration.ts';
import { picturesInTables } from '#picture/store/picture-migration.ts';

export type Migration = string | ((database: DatabaseSync) => void);

/** Numbered by position: entry n brings version n to version n + 1. Never changed once released. */
export const migrations: readonly Migration[] = [
  `CREATE TABLE post (
     sequence INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     created_at INTEGER NOT NULL,
     json TEXT NOT NULL
   ) STRICT;

   CREATE TABLE picture (
     date TEXT PRIMARY KEY,
     json TEXT NOT NULL
   ) STRICT;

   CREATE TABLE memory (
     key TEXT PRIMARY KEY,
     json TEXT NOT NULL
   ) STRICT`,

  journalInTables,

  `CREATE TABLE fix (
     origin TEXT NOT NULL,
     time REAL NOT NULL,
     latitude REAL NOT NULL,
     longitude REAL NOT NULL,
     received_at REAL NOT NULL,
     PRIMARY KEY (origin, time)
   ) STRICT, WITHOUT ROWID;

   CREATE TABLE orbit (
     origin TEXT PRIMARY KEY,
     json TEXT NOT NULL
   ) STRICT`,

  picturesInTables,
];
