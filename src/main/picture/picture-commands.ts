import type { Handlers } from '#shared/contract.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import { currentLanguage } from '#shared/language/language.ts';
import type { DayPicture, PictureFile, PictureRecord } from '#shared/picture/picture.ts';
import { translatedPageOf } from '#shared/picture/translated-page.ts';

interface PictureCommandPorts {
  /** A day that is kept, or null: nothing is fetched for a link. */
  readonly kept: (date: string) => DayPicture | null;
  /** The picture of any day, from the disk or else from the services. */
  readonly day: (date: string) => Promise<Result<DayPicture>>;
  readonly pathOf: (file: PictureFile) => string;
  /** False when the app does not open that address, or there is no browser. */
  readonly open: (address: string) => Promise<boolean>;
  readonly copyText: (text: string) => Promise<void>;
  /** Asks for a path; the system confirms before a file is replaced. Null if none was chosen. */
  readonly choose: (name: string) => Promise<Result<string | null>>;
  /** Copies a file whole, or not at all. Fails with `storage`. */
  readonly copyFile: (from: string, to: string) => Promise<Result<null>>;
}

/** What a person can do with the picture of a day, besides looking at it. */
export function createPictureCommands(
  ports: PictureCommandPorts,
): Pick<Handlers['picture'], 'openLink' | 'save'> {
  const { kept, day, pathOf, open, copyText, choose, copyFile } = ports;
  return {
    async openLink({ date, href }) {
      // Open only links of the explanation and its translation, so that a compromised page cannot open others.
      const record = kept(date)?.record;
      const isOurs =
        record !== undefined &&
        (record.links.some((link) => link.href === href) ||
          translatedPageOf(record, currentLanguage()) === href);
      if (!isOurs) return fail({ kind: 'not-found' });
      if (await open(href)) return ok('opened');
      await copyText(href);
      return ok('copied');
    },

    async save(date) {
      const found = await day(date);
      if (!found.ok) return found;
      const { file, record } = found.value;
      if (file === null) return fail({ kind: 'no-picture', mediaType: record.mediaType });
      const ending = file.name.slice(file.name.lastIndexOf('.'));
      const chosen = await choose(`Overhead ${date}${ending}`);
      if (!chosen.ok || chosen.value === null) return chosen;
      const to = chosen.value;
      const copied = await copyFile(pathOf(file), to);
      return copied.ok ? ok(to) : copied;
    },
  };
}

/** What to open in the browser for a day, the best address first: the video of the day, and the day's page. */
export function pagesOf({ date, mediaType, url, pageUrl }: PictureRecord): readonly string[] {
  const page = pageUrl ?? `https://apod.nasa.gov/apod/ap${date.slice(2).replaceAll('-', '')}.html`;
  return mediaType === 'video' && url !== null ? [watchPageOf(url), page] : [page];
}

/** Players refuse to play outside of a page that embeds them, so the video's own page is opened. */
function watchPageOf(address: string): string {
  const url = URL.parse(address);
  const [, youtube] = /^\/embed\/([\w-]+)$/.exec(url?.pathname ?? '') ?? [];
  if (youtube !== undefined && /(^|\.)youtube(-nocookie)?\.com$/.test(url?.hostname ?? ''))
    return `https://www.youtube.com/watch?v=${youtube}`;
  const [, vimeo] = /^\/video\/(\d+)$/.exec(url?.pathname ?? '') ?? [];
  return vimeo !== undefined && url?.hostname === 'player.vimeo.com'
    ? `https://vimeo.com/${vimeo}`
    : address;
}
