import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { dayPictureSchema } from '../../shared/picture.ts';
import type { PictureArchive } from '../domain/picture/ports.ts';
import { attemptWrite } from './attempt.ts';

/** Pictures in the folder `folder`, what is known of them in the database. */
export function createPictureArchive(database: DatabaseSync, folder: string): PictureArchive {
  const newest = database.prepare('SELECT json FROM picture ORDER BY date DESC LIMIT 1');
  const upsert = database.prepare(
    `INSERT INTO picture (date, json) VALUES (?, ?)
     ON CONFLICT (date) DO UPDATE SET json = excluded.json`,
  );
  const pathOf: PictureArchive['pathOf'] = (file) => join(folder, file.name);

  return {
    pathOf,
    newest() {
      const row = newest.get();
      if (row === undefined) return null;
      const picture = dayPictureSchema.parse(JSON.parse(String(row['json'])));
      // Somebody tidied the folder: the day counts as not kept, so that its picture is fetched again.
      return picture.file !== null && !existsSync(pathOf(picture.file)) ? null : picture;
    },
    save: (picture) => attemptWrite(() => upsert.run(picture.record.date, JSON.stringify(picture))),
  };
}
