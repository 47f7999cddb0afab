import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { PNG } from 'pngjs';
import {
  build,
  type Connect,
  createServer,
  type InlineConfig,
  type Plugin,
  preview,
  type PreviewServer,
} from 'vite';
import { placesPlugin } from '../places/plugin.ts';
import { wholeWordsPlugin } from '../words/plugin.ts';
import { root } from '../setup/paths.ts';
import { pseudoWords } from './pseudo-words.ts';

/** A sky over a horizon, the same each time: bright and dark under the words that lie on it. */
function skyPng(width: number, height: number): Buffer {
  const png = new PNG({ width, height });
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const glow = Math.exp(-(((x - width * 0.65) / 300) ** 2) - ((y - height * 0.4) / 200) ** 2);
      const ground = y > height * 0.82 ? 0.35 : 1;
      const at = 4 * (y * width + x);
      png.data[at] = ground * (20 + 200 * glow);
      png.data[at + 1] = ground * (28 + 150 * glow);
      png.data[at + 2] = ground * (60 + (60 * y) / height + 110 * glow);
      png.data[at + 3] = 255;
    }
  }
  return PNG.sync.write(png);
}

/** The pictures that main serves in the app. */
function pictures(): Plugin {
  let sky: Buffer | undefined;
  const serve: Connect.NextHandleFunction = (request, response, next) => {
    if (!/^\/(picture|thumbnails)\//.test(request.url ?? '')) {
      next();
      return;
    }
    response.setHeader('content-type', 'image/png');
    response.end((sky ??= skyPng(1600, 1000)));
  };
  return {
    name: 'pictures',
    configureServer: (server) => void server.middlewares.use(serve),
    configurePreviewServer: (server) => void server.middlewares.use(serve),
  };
}

const pageFolder = (tree: string): string => join(tree, 'tools', 'gallery', 'page');

const configOf = (tree: string) =>
  ({
    configFile: false,
    root: pageFolder(tree),
    cacheDir: join(tree, '.run', 'gallery', 'cache'),
    logLevel: 'warn',
    plugins: [
      wholeWordsPlugin(),
      pseudoWords(tree),
      svelte({ configFile: false }),
      placesPlugin(),
      pictures(),
    ],
  }) satisfies InlineConfig;

const addressOf = ({ resolvedUrls }: Pick<PreviewServer, 'resolvedUrls'>): string => {
  const [address] = resolvedUrls?.local ?? [];
  if (address === undefined) throw new Error('the gallery has no address');
  return address;
};

interface GalleryServer {
  readonly address: string;
  readonly stop: () => Promise<void>;
}

/** Serves the pages of the gallery; they reload by themselves when a source changes. */
export async function serveGallery(port: number): Promise<GalleryServer> {
  const server = await createServer({ ...configOf(root), server: { host: '127.0.0.1', port } });
  await server.listen();
  return { address: addressOf(server), stop: () => server.close() };
}

/** Builds the pages of the gallery of the source tree at `tree` into `folder`, and serves them. */
export async function serveBuiltGallery(tree: string, folder: string): Promise<GalleryServer> {
  const config = configOf(tree);
  const input = ['index.html', 'views.html'].map((page) => join(pageFolder(tree), page));
  await build({
    ...config,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, minify: false, rolldownOptions: { input } },
  });
  const server = await preview({
    ...config,
    build: { outDir: folder },
    preview: { host: '127.0.0.1', port: 0 },
  });
  return { address: addressOf(server), stop: () => server.close() };
}
