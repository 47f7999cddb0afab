import type { Handlers } from '#shared/contract.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { DayPicture, PictureFile } from '#shared/picture/picture.ts';
import { copyFile } from '#platform/files/transfer-files.ts';
import { choosePictureFile } from '#platform/windows/file-chooser.ts';
import { copyText, openLink } from '#platform/windows/links.ts';
import type { Clock } from '#runtime/clock.ts';
import { createDayHandlers, pageAddressesOf } from './day-handlers.ts';

interface PictureHandlerOptions {
  readonly clock: Clock;
  readonly archive: {
    get(date: string): DayPicture | null;
    pathOf(file: PictureFile): string;
  };
  /** The picture that is shown; null: no picture yet. */
  readonly last: () => DayPicture | null;
  /** The picture of any day, from the disk or else from the services. */
  readonly day: (date: string, signal?: AbortSignal) => Promise<Result<DayPicture>>;
  readonly check: () => void;
}

export function pictureHandlers(
  options: PictureHandlerOptions,
): Pick<Handlers['picture'], 'check' | 'day' | 'openPage' | 'openLink' | 'save'> {
  const { clock, archive, last, day, check } = options;
  const storedDay = (date: string): DayPicture | null => archive.get(date);
  return {
    check,
    async openPage(date) {
      const picture = date === null ? last() : storedDay(date);
      // A video may be on a host that the app does not open.
      for (const page of picture === null ? [] : pageAddressesOf(picture.record))
        if (await openLink(page)) return ok(null);
      return fail({ kind: 'not-found' });
    },
    ...createDayHandlers({
      clock,
      kept: storedDay,
      day,
      pathOf: (file) => archive.pathOf(file),
      open: openLink,
      copyText,
      choose: choosePictureFile,
      copyFile,
    }),
  };
}
