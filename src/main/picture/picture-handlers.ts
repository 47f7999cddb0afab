import type { Handlers } from '#shared/contract.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import { currentLanguage } from '#shared/language/language.ts';
import type { DayPicture, PictureFile, PictureRecord } from '#shared/picture/picture.ts';
import { providers } from '#shared/picture/providers.ts';
import { translatedPageOf } from '#shared/picture/translated-page.ts';
import type { Clock } from '#runtime/clock.ts';

interface PictureHandlerOptions {
  readonly clock: Clock;
  /** The picture that is shown; null: no picture yet. */
  readonly last: () => DayPicture | null;
  /** A kept day whose file, if it has one, is on the disk; or null. */
  readonly kept: (date: string) => DayPicture | null;
  /** The picture of any day, from the disk or else from the services. */
  readonly day: (date: string, signal?: AbortSignal) => Promise<Result<DayPicture>>;
  readonly check: () => void;
  readonly pathOf: (file: PictureFile) => string;
  /** Opens an address in the browser. False if the app does not open that address, or if there is no browser. */
  readonly openLink: (address: string) => Promise<boolean>;
  readonly openLinkOrCopy: (address: string) => Promise<'opened' | 'copied'>;
  /** Asks the user for a path; the dialog warns before a file is replaced. Null if no path was chosen. */
  readonly choose: (name: string) => Promise<Result<string | null>>;
  /** Copies a whole file or nothing. Fails with `storage`. */
  readonly copyFile: (from: string, to: string) => Promise<Result<null>>;
}

export function pictureHandlers(options: PictureHandlerOptions): Handlers['picture'] {
  const { last, kept, day, check, pathOf, choose, copyFile } = options;
  return {
    check,
    day: createDayRequests(options),

    async openPage(date) {
      const picture = date === null ? last() : kept(date);
      // A video may be on a host that the app does not open.
      for (const page of picture === null ? [] : pageAddressesOf(picture.record))
        if (await options.openLink(page)) return ok(null);
      return fail({ kind: 'not-found' });
    },

    async openLink({ date, href }) {
      // Open only links of the explanation and its translation, so that a compromised page cannot open others.
      const record = kept(date)?.record;
      const isLinkOfDay =
        record !== undefined &&
        (record.links.some((link) => link.href === href) ||
          translatedPageOf(record, currentLanguage()) === href);
      return isLinkOfDay ? ok(await options.openLinkOrCopy(href)) : fail({ kind: 'not-found' });
    },

    async save(date) {
      const picture = await day(date);
      if (!picture.ok) return picture;
      const { file, record } = picture.value;
      if (file === null) return fail({ kind: 'no-picture', mediaType: record.mediaType });
      const extension = file.name.slice(file.name.lastIndexOf('.'));
      const chosenPath = await choose(`Overhead ${date}${extension}`);
      if (!chosenPath.ok || chosenPath.value === null) return chosenPath;
      const target = chosenPath.value;
      const copyResult = await copyFile(pathOf(file), target);
      return copyResult.ok ? ok(target) : copyResult;
    },
  };
}

/** A day is fetched when its page has stayed open for this time, in milliseconds. */
export const debounceMs = 350;

const supersededFailure = fail({ kind: 'superseded' });

/**
 * Returns the function that answers the requests of pages for days. A day that is not on the disk is fetched only if
 * the page requests no other day for `debounceMs`, because the user may flip through days. A newer request of a page
 * aborts the page's older request, which fails with `superseded`.
 */
export function createDayRequests({
  clock,
  kept,
  day,
}: Pick<PictureHandlerOptions, 'clock' | 'kept'> & {
  readonly day: (date: string, signal: AbortSignal) => Promise<Result<DayPicture>>;
}): (date: string, page: number) => Promise<Result<DayPicture>> {
  const latestRequests = new Map<number, AbortController>();

  return async (date, page) => {
    const ownController = new AbortController();
    latestRequests.get(page)?.abort();
    latestRequests.set(page, ownController);
    try {
      if (kept(date) === null && !(await clock.sleep(debounceMs, ownController.signal)))
        return supersededFailure;
      const picture = await day(date, ownController.signal);
      // An aborted fetch fails with `cancelled`, or succeeds if it ended just before the abort.
      return ownController.signal.aborted ? supersededFailure : picture;
    } finally {
      if (latestRequests.get(page) === ownController) latestRequests.delete(page);
    }
  };
}

/**
 * The addresses to open in the browser for a day, the best one first: the video of the day, and the page of the day at
 * the source that served the record.
 */
export function pageAddressesOf(record: PictureRecord): readonly string[] {
  const { date, mediaType, url, pageUrl, servedBy } = record;
  const page = pageUrl ?? providers[servedBy].pageOf?.(date) ?? null;
  const video = mediaType === 'video' && url !== null ? videoPageOf(url) : null;
  return [video, page].filter((address) => address !== null);
}

/** The page to open for a video: the players of YouTube and Vimeo refuse to play outside a page that embeds them. */
function videoPageOf(address: string): string {
  const url = URL.parse(address);
  const [, youtube] = /^\/embed\/([\w-]+)$/.exec(url?.pathname ?? '') ?? [];
  if (youtube !== undefined && /(^|\.)youtube(-nocookie)?\.com$/.test(url?.hostname ?? ''))
    return `https://www.youtube.com/watch?v=${youtube}`;
  const [, vimeo] = /^\/video\/(\d+)$/.exec(url?.pathname ?? '') ?? [];
  return vimeo !== undefined && url?.hostname === 'player.vimeo.com'
    ? `https://vimeo.com/${vimeo}`
    : address;
}
