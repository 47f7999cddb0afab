/** Numbered by position: entry n brings version n to version n + 1. Never changed once released. */
export const migrations: readonly string[] = [
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
];
