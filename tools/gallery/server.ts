import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { PNG } from 'pngjs';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { placesPlugin } from '../places/plugin.ts';
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
const pictures: Plugin = {
  name: 'pictures',
  configureServer(server) {
    let sky: Buffer | undefined;
    server.middlewares.use((request, response, next) => {
      if (!/^\/(picture|thumbnails)\//.test(request.url ?? '')) return next();
      response.writeHead(200, { 'content-type': 'image/png' });
      response.end((sky ??= skyPng(1600, 1000)));
    });
  },
};

/** Serves the pages of the gallery of the source tree at `tree`, on a free port when `port` is 0. */
export async function serveGallery(tree: string, port = 0): Promise<ViteDevServer> {
  const server = await createServer({
    configFile: false,
    root: join(tree, 'tools', 'gallery', 'page'),
    cacheDir: join(tree, '.run', 'gallery', 'cache'),
    logLevel: 'warn',
    plugins: [pseudoWords(tree), svelte({ configFile: false }), placesPlugin(), pictures],
    server: {
      host: '127.0.0.1',
      port,
      // Another tree may borrow the packages of this one.
      fs: { allow: [tree, root] },
    },
  });
  await server.listen();
  return server;
}

export function addressOf(server: ViteDevServer): string {
  const [address] = server.resolvedUrls?.local ?? [];
  if (address === undefined) throw new Error('the gallery has no address');
  return address;
}
