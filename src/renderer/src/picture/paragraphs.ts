import type { TextLink } from '#shared/picture/picture.ts';

/** A piece of an explanation: plain, or a link. */
export interface Piece {
  readonly text: string;
  readonly href: string | null;
}

/** A text cut at its links, in order; together the pieces are the whole text. */
export function piecesOf(text: string, links: readonly TextLink[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const plain = (to: number): void => {
    if (to > at) pieces.push({ text: text.slice(at, to), href: null });
  };
  for (const { from, to, href } of links) {
    // Links that do not fit the text (a record kept by an earlier version) are left out.
    if (from < at || to > text.length) continue;
    plain(from);
    pieces.push({ text: text.slice(from, to), href });
    at = to;
  }
  plain(text.length);
  return pieces;
}

/** The host that a link leads to, as people say it. */
export const hostOf = (href: string): string =>
  URL.canParse(href) ? new URL(href).hostname.replace(/^www\./, '') : href;
