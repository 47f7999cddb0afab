import type { TextLink } from '#shared/picture/picture.ts';

/** A piece of an explanation: plain text or a link. */
export interface Piece {
  readonly text: string;
  readonly href: string | null;
}

/** Splits a text at its links. Together the pieces are the whole text. */
export function piecesOf(text: string, links: readonly TextLink[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const plain = (to: number): void => {
    if (to > at) pieces.push({ text: text.slice(at, to), href: null });
  };
  for (const { from, to, href } of links) {
    // Skip links outside the text, as in a record saved by an earlier version.
    if (from < at || to > text.length) continue;
    plain(from);
    pieces.push({ text: text.slice(from, to), href });
    at = to;
  }
  plain(text.length);
  return pieces;
}

/** The host of a link, without “www.”. */
export const hostOf = (href: string): string =>
  URL.canParse(href) ? new URL(href).hostname.replace(/^www\./, '') : href;
