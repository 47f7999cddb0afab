/** The page of a day (`YYYY-MM-DD`) at the picture service's own site. */
export const pageOfDay = (date: string): string =>
  `https://apod.nasa.gov/apod/ap${date.slice(2).replaceAll('-', '')}.html`;
