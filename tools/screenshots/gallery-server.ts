import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { PNG } from 'pngjs';
import { type Connect, createServer, type Plugin } from 'vite';
import { placesPlugin } from '../places/plugin.ts';
import { wholeWordsPlugin } from '../words/plugin.ts';
import { root, runFolder } from '../setup/paths.ts';
import { pseudoWords } from './pseudo-words.ts';

/** Draws a sky over a horizon, so that words on the picture lie over bright and over dark areas. */
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

/** Answers requests for pictures with the drawn sky. In the app, the main process answers these requests. */
function picturesPlugin(): Plugin {
  let sky: Buffer | undefined;
  const serve: Connect.NextHandleFunction = (request, response, next) => {
    if (!/^\/(picture|thumbnails|photos)\//.test(request.url ?? '')) {
      next();
      return;
    }
    response.setHeader('content-type', 'image/png');
    response.end((sky ??= skyPng(1600, 1000)));
  };
  return {
    name: 'pictures',
    configureServer: (server) => void server.middlewares.use(serve),
  };
}

interface GalleryServer {
  readonly address: string;
  readonly stop: () => Promise<void>;
}

/** Serves the page of the gallery. The page reloads when a source changes. */
export async function serveGallery(port: number): Promise<GalleryServer> {
  const server = await createServer({
    configFile: false,
    root: join(root, 'tools', 'screenshots', 'gallery'),
    cacheDir: join(runFolder, 'gallery', 'cache'),
    logLevel: 'warn',
    plugins: [
      wholeWordsPlugin(),
      pseudoWords(root),
      svelte({ configFile: false }),
      placesPlugin(),
      picturesPlugin(),
    ],
    server: { host: '127.0.0.1', port },
  });
  await server.listen();
  const [address] = server.resolvedUrls?.local ?? [];
  if (address === undefined) throw new Error('the gallery has no address');
  return { address, stop: () => server.close() };
}
