import { DatabaseSync } from 'node:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { databaseLayout, openAppDatabase } from './database.ts';

it('openAppDatabase rebuilds the search index of version 8, so that a search finds words inside Japanese text', () => {
  const folder = mkdtempSync(join(tmpdir(), 'overhead-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'overhead.db');
  const old = new DatabaseSync(path);
  old.exec(databaseLayout.migrations.slice(0, 8).join('\n'));
  old.exec(`INSERT INTO journal_text VALUES (1, '今夜の金星', 'Venus')`);
  old.exec(`INSERT INTO picture_text VALUES (20261120, '木星と金星', 'Jupiter', NULL, '{}')`);
  old.exec('PRAGMA user_version = 8');
  old.close();

  const { database, quarantined, close } = openAppDatabase(path, 0);
  onTestFinished(close);
  expect(quarantined).toBeNull();
  for (const index of ['journal_search', 'picture_search']) {
    const found = (words: string) =>
      database.prepare(`SELECT count(*) AS n FROM ${index} WHERE ${index} MATCH ?`).get(words)?.[
        'n'
      ];
    expect(found('"金 星"*')).toBe(1);
    expect(found('"金星"*')).toBe(0);
    database.exec(`INSERT INTO ${index} (${index}, rank) VALUES ('integrity-check', 1)`);
  }
});
