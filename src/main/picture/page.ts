import type { PictureRecord } from '#shared/picture/picture.ts';

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
