import type { DatabaseSync } from 'node:sqlite';

/** What the tables of the days and those of the days set aside have in common. */
const columns = {
  picture_day:
    'day, title, credit, media_type, file, format, bytes, width, height, kept, shown_at, thumbnail, thumbnail_bytes',
  picture_text: 'day, title, explanation, credit, rest',
};

/** 1 for a day that the embedded services drew. A row without a readable text counts as real. */
const isSimulated = `iif(json_valid(t.rest), coalesce(json_extract(t.rest, '$.simulated'), 0), 0)`;

/**
 * Gives a function that puts the simulated days in use, or the real ones, and sets the others aside: lists, search
 * and the limit on the disk then know one kind only. Must run inside of a transaction. Gives how many days moved.
 */
export function prepareSets(database: DatabaseSync): (simulated: boolean) => number {
  const selectOthers = database.prepare(
    `SELECT p.day FROM picture_day p LEFT JOIN picture_text t ON t.day = p.day WHERE ${isSimulated} <> ?`,
  );
  const moves = Object.entries(columns).map(([table, names]) => ({
    setAside: database.prepare(
      `INSERT OR REPLACE INTO ${table}_aside (simulated, ${names})
       SELECT ?, ${names} FROM ${table} WHERE day IN (SELECT value FROM json_each(?))`,
    ),
    remove: database.prepare(`DELETE FROM ${table} WHERE day IN (SELECT value FROM json_each(?))`),
    putBack: database.prepare(
      `INSERT OR IGNORE INTO ${table} (${names})
       SELECT ${names} FROM ${table}_aside WHERE simulated = ?`,
    ),
    removeAside: database.prepare(`DELETE FROM ${table}_aside WHERE simulated = ?`),
  }));
  const countAside = database.prepare(
    'SELECT count(*) AS days FROM picture_day_aside WHERE simulated = ?',
  );
  return (simulated) => {
    const [wanted, other] = simulated ? [1, 0] : [0, 1];
    const others = selectOthers.all(wanted).map(({ day }) => Number(day));
    const back = Number(countAside.get(wanted)?.['days'] ?? 0);
    const list = JSON.stringify(others);
    for (const { setAside, remove, putBack, removeAside } of moves) {
      if (others.length > 0) {
        setAside.run(other, list);
        remove.run(list);
      }
      if (back > 0) {
        putBack.run(wanted);
        removeAside.run(wanted);
      }
    }
    return others.length + back;
  };
}
