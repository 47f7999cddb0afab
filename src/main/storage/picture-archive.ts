import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { dayPictureSchema, type DayPicture } from '../../shared/picture.ts';
import type { PictureArchive } from '../domain/picture/ports.ts';
import { attemptWrite } from './attempt.ts';

/** Greater than every date. */
const afterAll = '~';

/** Pictures in the folder `folder`, what is known of them in the database. */
export function createPictureArchive(database: DatabaseSync, folder: string): PictureArchive {
  const select = database.prepare('SELECT json FROM picture WHERE date < ? ORDER BY date DESC');
  const selectDay = database.prepare('SELECT json FROM picture WHERE date = ?');
  const upsert = database.prepare(
    `INSERT INTO picture (date, json) VALUES (?, ?)
     ON CONFLICT (date) DO UPDATE SET json = excluded.json`,
  );
  const pathOf: PictureArchive['pathOf'] = (file) => join(folder, file.name);

  /** Null when somebody tidied the folder: the day counts as not kept, so that its picture is fetched again. */
  function read(row: Record<string, unknown>): DayPicture | null {
    const picture = dayPictureSchema.parse(JSON.parse(String(row['json'])));
    return picture.file !== null && !existsSync(pathOf(picture.file)) ? null : picture;
  }
  const days: PictureArchive['days'] = ({ before, limit }) => {
    const found: DayPicture[] = [];
    for (const row of select.iterate(before ?? afterAll)) {
      if (found.length >= limit) break;
      const picture = read(row);
      if (picture !== null) found.push(picture);
    }
    return found;
  };

  return {
    pathOf,
    days,
    newest: () => days({ before: null, limit: 1 })[0] ?? null,
    get(date) {
      const row = selectDay.get(date);
      return row === undefined ? null : read(row);
    },
    save: (picture) => attemptWrite(() => upsert.run(picture.record.date, JSON.stringify(picture))),
  };
}
