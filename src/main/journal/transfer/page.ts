import { m } from '#words';
import { escapeMarkup } from '#shared/escape-markup.ts';
import { attachedInWords, splitAttachedSubject } from '#shared/journal/attached-subject.ts';
import { parseBlocks, type Block, type Inline } from '#shared/journal/markdown.ts';
import { currentLanguage } from '#shared/language/language.ts';
import { dateInFormat } from '#shared/time-words.ts';
import type { FilePost } from './formats.ts';

/** A page to read and to print: each month begins on a new sheet. It has no script, and loads nothing. */
const styleText = `body{max-width:42em;margin:2em auto;padding:0 1em;font:16px/1.5 system-ui,sans-serif}
h2{break-before:page;border-bottom:1px solid}h1+h2{break-before:auto}
article{break-inside:avoid;margin:2em 0}time,.about{color:#555;font-size:.875em}p,li{white-space:pre-line}
pre{white-space:pre-wrap}img{max-width:100%;max-height:60vh}`;

const escapeText = (text: string): string => escapeMarkup(text).replaceAll('"', '&quot;');

/** The parts of the page, in order. Deleted posts are left out. */
export function* journalPage(posts: Iterable<FilePost>): Generator<string> {
  const title = escapeText(m.journal_title());
  yield `<!doctype html>
<html lang="${currentLanguage()}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${title}</title><style>${styleText}</style></head><body>
<h1>${title}</h1>
`;
  let lastMonth = '';
  for (const post of posts) {
    if (post.state.kind === 'deleted' || post.state.kind === 'deleting') continue;
    const month = dateInFormat(post.createdAt, { month: 'long', year: 'numeric' });
    if (month !== lastMonth) yield `<h2>${escapeText(month)}</h2>\n`;
    lastMonth = month;
    yield postAsHtml(post);
  }
  yield '</body></html>\n';
}

function postAsHtml({ title, body, createdAt, photoData }: FilePost): string {
  const { attached, text } = splitAttachedSubject(body);
  const when = dateInFormat(createdAt, { dateStyle: 'full', timeStyle: 'short' });
  const about =
    attached === null
      ? ''
      : `<p class="about">${escapeText(attachedInWords(attached, createdAt))}</p>\n`;
  const image =
    photoData === undefined
      ? ''
      : `<img src="data:image/jpeg;base64,${photoData}" alt="${escapeText(title)}">\n`;
  return `<article><h3 dir="auto">${escapeText(title)}</h3>
<time datetime="${new Date(createdAt).toISOString()}">${escapeText(when)}</time>
${about}${image}${parseBlocks(text).map(blockAsHtml).join('\n')}
</article>
`;
}

function blockAsHtml(block: Block): string {
  switch (block.kind) {
    case 'code':
      return `<pre dir="auto">${escapeText(block.text)}</pre>`;
    case 'list': {
      const tag = block.start === null ? 'ul' : 'ol';
      const start = block.start === null ? '' : ` start="${block.start}"`;
      const items = block.items.map((item) => `<li>${inlineAsHtml(item)}</li>`).join('');
      return `<${tag} dir="auto"${start}>${items}</${tag}>`;
    }
    case 'heading':
      return `<h4 dir="auto">${inlineAsHtml(block.children)}</h4>`;
    case 'paragraph':
      return `<p dir="auto">${inlineAsHtml(block.children)}</p>`;
  }
}

const inlineAsHtml = (pieces: readonly Inline[]): string =>
  pieces
    .map((piece) => {
      switch (piece.kind) {
        case 'text':
        case 'tag':
          return escapeText(piece.text);
        case 'code':
          return `<code>${escapeText(piece.text)}</code>`;
        case 'link':
          return `<a href="${escapeText(piece.href)}">${inlineAsHtml(piece.children)}</a>`;
        case 'strong':
        case 'em':
          return `<${piece.kind}>${inlineAsHtml(piece.children)}</${piece.kind}>`;
      }
    })
    .join('');
