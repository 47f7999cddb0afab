import type { TextLink } from '#shared/picture/picture.ts';

/** A piece of an explanation: plain text or a link. */
interface Piece {
  readonly text: string;
  readonly href: string | null;
}

/** Splits a text at its links. Together the pieces are the whole text. */
export function piecesOf(text: string, links: readonly TextLink[]): Piece[] {
  const pieces: Piece[] = [];
  let position = 0;
  const addPlainText = (to: number): void => {
    if (to > position) pieces.push({ text: text.slice(position, to), href: null });
  };
  for (const { from, to, href } of links) {
    // Skip links that overlap or leave the text of a damaged record.
    if (from < position || to > text.length) continue;
    addPlainText(from);
    pieces.push({ text: text.slice(from, to), href });
    position = to;
  }
  addPlainText(text.length);
  return pieces;
}

/** The host of a link, without “www.”. */
export const hostOf = (href: string): string =>
  URL.canParse(href) ? new URL(href).hostname.replace(/^www\./, '') : href;
