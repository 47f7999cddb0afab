import type { PictureRecord } from '../../../shared/picture.ts';

/** The page of a day: where the service says it is, else at the first picture service's own site. */
export const pageOf = ({ date, pageUrl }: PictureRecord): string =>
  pageUrl ?? `https://apod.nasa.gov/apod/ap${date.slice(2).replaceAll('-', '')}.html`;
