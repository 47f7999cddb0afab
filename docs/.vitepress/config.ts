import { copyFileSync, cpSync, existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { defineConfig } from 'vitepress';

const docs = resolve(import.meta.dirname, '..');
const root = dirname(docs);

/** The site of these pages: `npm run docs`. Everything it needs is in it; search runs in the page. */
export default defineConfig({
  title: 'Overhead',
  description: 'The astronomy picture of the day, the space station and a journal, in your tray',
  lang: 'en',
  srcDir: docs,
  outDir: join(root, '.run', 'docs'),
  cacheDir: join(root, '.run', 'cache', 'vitepress'),
  cleanUrls: true,
  buildEnd({ outDir }) {
    // A page is first loaded as its `lean` script, which VitePress 1.6 makes in a way that Vite 8 ignores.
    const assets = join(outDir, 'assets');
    for (const name of readdirSync(assets).filter((one) => /\.md\.[\w-]+\.js$/.test(one))) {
      const lean = join(assets, name.replace(/js$/, 'lean.js'));
      if (!existsSync(lean)) copyFileSync(join(assets, name), lean);
    }
    // The picture of the first page is named in its front matter, which is not searched for pictures.
    cpSync(join(docs, 'images'), join(outDir, 'images'), { recursive: true });
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Use it', link: '/install' },
      { text: 'Build on it', link: '/architecture' },
    ],
    sidebar: [
      {
        text: 'Use it',
        items: [
          { text: 'How do I install it?', link: '/install' },
          { text: 'What do I do first?', link: '/first-steps' },
          { text: 'Where do the pictures come from?', link: '/picture' },
          { text: 'How does the wallpaper change?', link: '/wallpaper' },
          { text: 'When do I see the station?', link: '/station' },
          { text: 'Where do my posts go?', link: '/journal' },
          { text: 'What can I set?', link: '/settings' },
          { text: 'How do I steer it from a terminal?', link: '/command-line' },
          { text: 'How does it update itself?', link: '/updates' },
          { text: 'How do many installations share it?', link: '/many' },
          { text: 'Something does not work', link: '/troubleshooting' },
          { text: 'Questions and answers', link: '/faq' },
        ],
      },
      {
        text: 'Build on it',
        items: [
          { text: 'Where is the code?', link: '/architecture' },
          { text: 'How do I add …?', link: '/adding' },
          { text: 'How does the interface look?', link: '/interface' },
          { text: 'How do I use the services as a mock?', link: '/services' },
          { text: 'What keeps it secure?', link: '/security' },
          { text: 'Which faults does it withstand?', link: '/reliability' },
          { text: 'How fast is it?', link: '/performance' },
          { text: 'What does Electron do differently?', link: '/electron' },
          { text: 'How is a release made?', link: '/releasing' },
          { text: 'What does that word mean?', link: '/glossary' },
        ],
      },
      {
        text: 'Why is it made like this?',
        collapsed: true,
        items: [
          { text: 'Folders by feature', link: '/decisions/0001-features-over-layers' },
          { text: 'The settings file', link: '/decisions/0002-settings-file' },
          { text: 'One database', link: '/decisions/0003-one-database' },
          { text: 'The first check of a day', link: '/decisions/0004-first-check-of-the-day' },
          { text: 'Staged imports', link: '/decisions/0005-imports-are-staged' },
          { text: 'The OpenAPI document', link: '/decisions/0006-openapi-from-descriptions' },
          { text: 'The update chain', link: '/decisions/0007-update-chain' },
          {
            text: 'Components without a library',
            link: '/decisions/0008-components-without-a-library',
          },
          {
            text: '9. Sets as samples',
            link: '/decisions/0009-sets-as-samples',
          },
        ],
      },
    ],
  },
  markdown: {
    config: (md) => {
      // The site holds the pages alone. A link to a source file becomes its path, as text.
      md.core.ruler.push('source-links', ({ tokens, env }) => {
        const page = (env as { path: string }).path;
        for (const { children } of tokens) {
          let title: string | null = null;
          for (const token of children ?? []) {
            if (token.type === 'link_open') {
              title = sourceOf(token.attrGet('href') ?? '', page);
              if (title === null) continue;
              token.tag = 'span';
              token.attrs = [['title', title]];
            } else if (token.type === 'link_close' && title !== null) {
              token.tag = 'span';
              title = null;
            }
          }
        }
      });
    },
  },
});

/** The path in the repository that a link of a page leads to, or null for a link to a page or another site. */
function sourceOf(href: string, page: string): string | null {
  if (/^[a-z]+:|^[#/]/.test(href)) return null;
  const target = resolve(dirname(page), decodeURIComponent(href.replace(/[?#].*/, '')));
  const isPage = !relative(docs, target).startsWith('..') && target.endsWith('.md');
  if (isPage) return null;
  if (!existsSync(target))
    throw new Error(`${relative(root, page)} links to ${href}, which is missing`);
  return relative(root, target);
}
