import { createHash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { notFound, problemSchema } from '../http/problem.ts';
import { described, type Description } from '../openapi.ts';
import { type ServiceEnv, worldOf } from '../scenarios/definition.ts';
import { dateOfArticle } from './addresses.ts';
import { type Day, dayOf } from './day.ts';
import { wordsOf } from './words.ts';
import { isPublished, newestDay, type PictureWorld, plainWorld } from './world.ts';

const videoStyle = `
html, body { margin: 0; height: 100%; overflow: hidden; background: #05070d; color: #e8eaf2; }
img { width: 100%; height: 100%; object-fit: cover; animation: pan 90s ease-in-out infinite alternate; }
p { position: fixed; left: 0; right: 0; bottom: 0; margin: 0; padding: 0.75rem 1rem;
  font: 0.875rem/1.4 system-ui, sans-serif; background: rgb(5 7 13 / 70%); }
@keyframes pan {
  from { transform: scale(1.25) translate(-8%, 5%); }
  to { transform: scale(1.25) translate(8%, -5%); }
}
@media (prefers-reduced-motion: reduce) { img { animation: none; } }
`;
const articleStyle = `
body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.6 Georgia, serif;
  background: #fff; color: #1a1c22; }
img { max-width: 100%; height: auto; }
h1 { line-height: 1.25; }
`;

type Ask = Context<ServiceEnv<PictureWorld>>;

const page = { 200: 'text/html', 404: problemSchema };
const video: Description = {
  operationId: 'readVideo',
  summary: 'The page of a video',
  answers: page,
};
const article: Description = {
  operationId: 'readArticle',
  summary: 'The article of a day',
  description: 'The slug is like `apod-2026-november-20-rose-clouds-above-still-water`.',
  answers: page,
};

/** Pages that records name: a day's video, and its article at the successor. */
export function addPages(
  app: Hono<ServiceEnv<PictureWorld>>,
  { now }: { readonly now: () => number },
): void {
  const published = (world: PictureWorld, date: string | undefined) => {
    const newest = newestDay(world, now());
    return date !== undefined && isPublished(date, newest) ? dayOf(date, world, newest) : null;
  };

  app.get(
    '/video/:date',
    described(video, (c: Ask) => {
      const day = published(worldOf(c.env, plainWorld), c.req.param('date'));
      if (day?.kind !== 'video') return notFound(c);
      const { title, alt } = wordsOf(day);
      const body =
        `<img src="${standardPath(day)}" alt="${toHtml(alt)}">\n` +
        `<p>${toHtml(title)}. A simulated video: one drawn picture that moves slowly.</p>`;
      return pageOf({ title, style: videoStyle, body });
    }),
  );

  app.get(
    '/image-article/:slug/',
    described(article, (c: Ask) => {
      const day = published(worldOf(c.env, plainWorld), dateOfArticle(c.req.param('slug') ?? ''));
      if (day === null) return notFound(c);
      const { title, explanation, alt } = wordsOf(day);
      const picture =
        day.kind === 'other'
          ? ''
          : `<p><img src="${standardPath(day)}" alt="${toHtml(alt)}"></p>\n`;
      const body =
        `<h1>${toHtml(title)}</h1>\n<p><time>${day.date}</time></p>\n${picture}` +
        `<p>${toHtml(explanation)}</p>`;
      return pageOf({ title, style: articleStyle, body });
    }),
  );
}

const standardPath = ({ date, photo }: Day): string => `/image/${date}/standard.${photo.format}`;

const entities: Readonly<Record<string, string>> = {
  '&': '&#038;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

/** Plain text for HTML, with the entities that WordPress writes. */
export function toHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

interface Page {
  /** Plain text. */
  readonly title: string;
  readonly style: string;
  /** HTML. */
  readonly body: string;
}

/** A page of its own: pictures of this listener, its own style, nothing else is loaded or run. */
export function pageOf({ title, style, body }: Page): Response {
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = [
    "default-src 'none'",
    "img-src 'self'",
    `style-src 'sha256-${hash}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  const html =
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n' +
    '<meta name="viewport" content="width=device-width">\n' +
    `<title>${toHtml(title)}</title>\n<style>${style}</style>\n</head>\n<body>\n${body}\n</body>\n</html>\n`;
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy.join('; '),
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
