import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { parseJson } from '../../shared/json.ts';
import { pictureDateSchema, wallpaperSchema } from '../../shared/picture.ts';
import { restSchema } from '../../shared/app.ts';
import { noUpdateMemory, updateMemorySchema } from '../../shared/update.ts';
import type { NoticeMemory, SeenMemory } from '../domain/notices.ts';
import { pictureNotesSchema, type PictureNotebook } from '../domain/picture/notes.ts';
import type { WallpaperMemory } from '../domain/picture/ports.ts';
import { windowPlaceSchema, type WindowMemory } from '../domain/windows/bounds.ts';
import type { RestMemory } from '../domain/rest.ts';
import type { UpdateNotebook } from '../domain/update/ports.ts';
import { attemptWrite } from './attempt.ts';

/** Small things that outlive a restart. Losing one costs a repetition, so a full disk is no failure here. */
export interface Memory {
  readonly wallpaper: WallpaperMemory;
  readonly notices: NoticeMemory;
  readonly seen: SeenMemory;
  readonly picture: PictureNotebook;
  readonly rest: RestMemory;
  readonly update: UpdateNotebook;
  readonly windows: WindowMemory;
}

/** How many notices are remembered: a month's worth and more. */
const noticesKept = 200;

export function createMemory(database: DatabaseSync): Memory {
  const select = database.prepare('SELECT json FROM memory WHERE key = ?');
  const upsert = database.prepare(
    `INSERT INTO memory (key, json) VALUES (?, ?)
     ON CONFLICT (key) DO UPDATE SET json = excluded.json`,
  );
  function read<T>(key: string, schema: z.ZodType<T>): T | null {
    const row = select.get(key);
    return row === undefined
      ? null
      : (schema.safeParse(parseJson(String(row['json']))).data ?? null);
  }
  const write = (key: string, value: unknown): void => {
    attemptWrite(() => upsert.run(key, JSON.stringify(value)));
  };

  // Held in memory too: what the disk refuses holds at least for this run.
  const wallpaper = read('wallpaper', wallpaperSchema);
  let last = wallpaper?.kind === 'set' ? wallpaper : null;
  let update = read('update', updateMemorySchema) ?? noUpdateMemory;
  const shown = new Set(read('notices', z.array(z.string())));
  let seen = read('seen', pictureDateSchema);
  return {
    wallpaper: {
      last: () => last,
      remember(wallpaper) {
        last = wallpaper;
        write('wallpaper', wallpaper);
      },
    },
    notices: {
      shown: () => shown,
      remember(key) {
        shown.add(key);
        // A set keeps the order of adding: the oldest go.
        for (const oldest of [...shown].slice(0, -noticesKept)) shown.delete(oldest);
        write('notices', [...shown]);
      },
      forget(key) {
        if (shown.delete(key)) write('notices', [...shown]);
      },
    },
    seen: {
      seen: () => seen,
      remember(date) {
        seen = date;
        write('seen', date);
      },
    },
    picture: {
      read: () => read('picture', pictureNotesSchema),
      write: (notes) => write('picture', notes),
    },
    update: {
      read: () => update,
      write(next) {
        update = next;
        write('update', next);
      },
    },
    windows: {
      place: () => read('windows', windowPlaceSchema),
      remember: (place) => write('windows', place),
    },
    rest: {
      paused: () => read('paused', restSchema.shape.paused),
      remember: (paused) => write('paused', paused),
    },
  };
}
