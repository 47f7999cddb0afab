import { ok, type Result } from '#shared/failure.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import type { PictureArchive } from '../ports.ts';

export interface HeldArchive extends PictureArchive {
  /** Tries again to save what is held; fails with why something still is. */
  flush(): Result<null>;
  /** What the disk has not taken yet. */
  unsaved(): readonly DayPicture[];
}

/**
 * An archive that holds for this run what the disk does not take, so that nothing is downloaded twice.
 *
 * @param onSaved told of each day that the disk took
 * @param onHeld told of each day that it has not taken
 */
export function holdUnsaved(
  archive: PictureArchive,
  onSaved: (picture: DayPicture) => void = () => undefined,
  onHeld: () => void = () => undefined,
): HeldArchive {
  const held = new Map<string, DayPicture>();
  const newestFirst = (a: DayPicture, b: DayPicture): number =>
    a.record.date < b.record.date ? 1 : -1;

  function save(picture: DayPicture): Result<null> {
    const { date } = picture.record;
    const saved = archive.save(picture);
    if (!saved.ok) {
      held.set(date, picture);
      onHeld();
      return saved;
    }
    held.delete(date);
    onSaved(picture);
    return saved;
  }

  const days: PictureArchive['days'] = ({ before, limit }) => {
    const kept = archive.days({ before, limit });
    if (held.size === 0) return kept;
    const mine = [...held.values()].filter(({ record }) => before === null || record.date < before);
    const others = kept.filter(({ record }) => !held.has(record.date));
    return [...mine, ...others].sort(newestFirst).slice(0, limit);
  };

  return {
    pathOf: (file) => archive.pathOf(file),
    days,
    newest: () =>
      held.size === 0 ? archive.newest() : (days({ before: null, limit: 1 })[0] ?? null),
    get: (date) => held.get(date) ?? archive.get(date),
    known: (date) => held.get(date) ?? archive.known(date),
    save,
    noteShown: (date, at) => archive.noteShown(date, at),
    flush() {
      for (const picture of [...held.values()]) {
        const saved = save(picture);
        if (!saved.ok) return saved;
      }
      return ok(null);
    },
    unsaved: () => [...held.values()],
  };
}
