import type { Context, Hono } from 'hono';
import { notFoundAnswer } from '../http/problem.ts';
import { type ServiceEnv, worldOf } from '../scenarios/definition.ts';
import { dateOfArticle } from './addresses.ts';
import { type Day, dayOf } from './day.ts';
import { toHtml, pictureWordsOf } from './words.ts';
import { isPublished, newestDay, type PictureWorld, defaultPictureWorld } from './world.ts';

type RouteContext = Context<ServiceEnv<PictureWorld>>;

const videoStyle = `
html, body { margin: 0; height: 100%; overflow: hidden; background: #05070d; color: #e8eaf2; }
img { width: 100%; height: 100%; object-fit: cover; animation: pan 90s ease-in-out infinite alternate; }
p { position: fixed; inset: auto 0 0; margin: 0; padding: 1rem; font: 0.875rem system-ui; background: #05070db3; }
@keyframes pan {
  from { transform: scale(1.25) translate(-8%, 5%); }
  to { transform: scale(1.25) translate(8%, -5%); }
}
@media (prefers-reduced-motion: reduce) { img { animation: none; } }
`;
const articleStyle = `
body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.6 Georgia, serif; }
img { max-width: 100%; height: auto; }
`;

/** Adds the pages to which records link: the video of a day, and the day's article on the successor of APOD. */
export function addPages(
  app: Hono<ServiceEnv<PictureWorld>>,
  { now }: { readonly now: () => number },
): void {
  const publishedDay = (world: PictureWorld, date: string | undefined) => {
    const newestDate = newestDay(world, now());
    return date !== undefined && isPublished(date, newestDate)
      ? dayOf(date, world, newestDate)
      : null;
  };

  app.get('/video/:date', (c: RouteContext) => {
    const day = publishedDay(worldOf(c.env, defaultPictureWorld), c.req.param('date'));
    if (day?.kind !== 'video') return notFoundAnswer(c);
    const title = toHtml(pictureWordsOf(day).title);
    const caption = `${title}. A simulated video: one drawn picture that moves slowly.`;
    return c.html(pageOf(title, videoStyle, `${pictureOf(day)}\n<p>${caption}</p>`));
  });

  app.get('/image-article/:slug/', (c: RouteContext) => {
    const day = publishedDay(
      worldOf(c.env, defaultPictureWorld),
      dateOfArticle(c.req.param('slug') ?? ''),
    );
    if (day === null) return notFoundAnswer(c);
    const words = pictureWordsOf(day);
    const title = toHtml(words.title);
    const picture = day.kind === 'other' ? '' : `<p>${pictureOf(day)}</p>\n`;
    const body =
      `<h1>${title}</h1>\n<p><time>${day.date}</time></p>\n${picture}` +
      `<p>${toHtml(words.explanation)}</p>`;
    return c.html(pageOf(title, articleStyle, body));
  });
}

const pictureOf = (day: Day): string =>
  `<img src="/image/${day.date}/standard.${day.photo.format}" alt="${toHtml(pictureWordsOf(day).alt)}">`;

const pageOf = (title: string, style: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
