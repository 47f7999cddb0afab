import { z } from 'zod';
import { parseJson } from '#shared/json.ts';
import { pictureDateSchema, wallpaperSchema } from '#shared/picture/picture.ts';
import { suspensionSchema } from '#shared/app.ts';
import { noUpdateRecord, updateRecordSchema } from '#shared/updates/update.ts';
import type { NoticeStore } from '#notifications/notice.ts';
import type { SeenStore } from '#notifications/seen.ts';
import {
  storedPictureStateSchema,
  type PictureStateStorage,
} from '#picture/picture-state-store.ts';
import type { JournalStateStore } from '#journal/ports.ts';
import { heldLookSchema, noLook, type LookStore } from '#wallpaper/look.ts';
import type { WallpaperStore } from '#wallpaper/ports.ts';
import { windowPlaceSchema, type WindowPlaceStore } from '#platform/windows/bounds.ts';
import type { CalendarFileStore } from '#station/calendar/calendar.ts';
import type { PauseStore } from '#runtime/suspension.ts';
import type { UpdateStore } from '#updates/rules.ts';
import { attemptWrite } from '#platform/files/attempt.ts';
import type { StoreDatabase } from '#platform/database/kept-database.ts';

/**
 * Small persistent values. What the disk refuses is held for this run and written with the next value.
 */
export interface ValueStores {
  /** Reads all values again after the database was replaced. */
  reload(): void;
  /** Retries writing what the disk refused. */
  flush(): void;
  readonly wallpaper: WallpaperStore;
  readonly look: LookStore;
  readonly journal: JournalStateStore;
  readonly notices: NoticeStore;
  readonly seen: SeenStore;
  /** Simulated pictures have their own: favorites and pins name days of one kind. */
  pictureState(simulated: boolean): PictureStateStorage;
  readonly suspension: PauseStore;
  readonly update: UpdateStore;
  readonly windows: WindowPlaceStore;
  readonly closeHint: CloseHintStore;
  readonly calendarFile: CalendarFileStore;
}

/** Whether the person was told that the app goes on when its window is closed. */
interface CloseHintStore {
  shown(): boolean;
  remember(): void;
}

/** How many notices are remembered: more than a month of them. */
const noticesKept = 200;

export function createValueStores(source: StoreDatabase): ValueStores {
  const use = source.bound((database) => ({
    select: database.prepare('SELECT json FROM memory WHERE key = ?'),
    upsert: database.prepare(
      `INSERT INTO memory (key, json) VALUES (?, ?)
       ON CONFLICT (key) DO UPDATE SET json = excluded.json`,
    ),
  }));
  /** What the disk refused: JSON by key. */
  const unsaved = new Map<string, string>();
  function read<T>(key: string, schema: z.ZodType<T>): T | null {
    const row = use(({ select }) => select.get(key));
    const json = unsaved.get(key) ?? (row === undefined ? null : String(row['json']));
    return json === null ? null : (schema.safeParse(parseJson(json)).data ?? null);
  }
  function flush(): void {
    for (const [key, json] of unsaved)
      if (attemptWrite(() => use(({ upsert }) => upsert.run(key, json))).ok) unsaved.delete(key);
  }
  function write(key: string, value: unknown): void {
    unsaved.set(key, JSON.stringify(value));
    flush();
  }

  function readAll() {
    const wallpaper = read('wallpaper', wallpaperSchema);
    return {
      last: wallpaper?.kind === 'set' ? wallpaper : null,
      look: read('look', heldLookSchema) ?? noLook,
      update: read('update', updateRecordSchema) ?? noUpdateRecord,
      shown: new Set(read('notices', z.array(z.string()))),
      seen: read('seen', pictureDateSchema),
      journalPaused: read('journal-paused', z.boolean()) ?? false,
    };
  }
  let { last, look, update, shown, seen, journalPaused } = readAll();
  return {
    reload() {
      ({ last, look, update, shown, seen, journalPaused } = readAll());
    },
    flush,
    wallpaper: {
      last: () => last,
      remember(wallpaper) {
        last = wallpaper;
        write('wallpaper', wallpaper);
      },
    },
    look: {
      current: () => look,
      remember(next) {
        look = next;
        write('look', next);
      },
    },
    journal: {
      paused: () => journalPaused,
      rememberPaused(paused) {
        journalPaused = paused;
        write('journal-paused', paused);
      },
      clock: () => read('journal-clock', z.object({ since: z.number(), last: z.number() })),
      rememberClock: (record) => write('journal-clock', record),
    },
    notices: {
      shown: () => shown,
      remember(key) {
        shown.add(key);
        // A set keeps the order of insertion: remove the oldest.
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
    pictureState(simulated) {
      const key = simulated ? 'picture-simulated' : 'picture';
      return {
        read: () => read(key, storedPictureStateSchema),
        write: (notes) => write(key, notes),
      };
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
    closeHint: {
      shown: () => read('close-hint', z.literal(true)) ?? false,
      remember: () => write('close-hint', true),
    },
    calendarFile: {
      path: () => read('calendar-file', z.string()),
      remember: (path) => write('calendar-file', path),
    },
    suspension: {
      paused: () => read('paused', suspensionSchema.shape.paused),
      pauseMs: () => read('pause-ms', z.number().nonnegative()),
      remember(paused, lengthMs) {
        // Apart from the pause, whose form earlier versions read.
        write('pause-ms', lengthMs);
        write('paused', paused);
      },
    },
  };
}
