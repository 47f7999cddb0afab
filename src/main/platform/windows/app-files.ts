import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { photoNamePattern } from '#shared/journal/photo.ts';
import { appHost } from './origin.ts';

/** The files that are served at the app's own addresses. */
export interface AppFiles {
  /** The folder of the built renderer. */
  readonly pages: string;
  /**
   * Returns the rendition of the picture file with this name, for an address below `/picture/`. The rendition never has
   * the downloaded bytes, because only the composing page decodes these. Absent: no picture is served.
   */
  readonly picture?: (name: string) => Promise<ShownPicture | null>;
  /** The folder of `LICENSES.txt`. Absent: the licences are not served. */
  readonly licenses?: string;
  /** The folder of thumbnails, served below `/thumbnails/`. Absent: no thumbnail is served. */
  readonly thumbnails?: string;
  /** The folder of the posts' photos, served below `/photos/`. Absent: no photo is served. */
  readonly photos?: string;
}

interface ShownPicture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly format: 'jpeg' | 'png';
}

const licensesPath = '/LICENSES.txt';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const responseHeaders = {
  'Content-Security-Policy': contentPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Returns a function that answers requests for the app's own addresses from `files`. All other addresses get 404. */
export function createAppFileServer(files: AppFiles): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.host !== appHost) return notFoundAnswer();
    const path = safeDecode(url.pathname);
    if (path === null) return notFoundAnswer();
    const picture = /^\/picture\/([\w-]+\.(?:jpg|png|gif|webp))$/.exec(path)?.[1];
    if (picture !== undefined) return servePicture((await files.picture?.(picture)) ?? null);
    const thumbnail = /^\/thumbnails\/([\w-]+\.jpg)$/.exec(path)?.[1];
    if (thumbnail !== undefined) return serveFile(files.thumbnails, thumbnail);
    const photo = /^\/photos\/(.+)$/.exec(path)?.[1] ?? '';
    if (photoNamePattern.test(photo)) return serveFile(files.photos, photo);
    if (path === licensesPath) return serveFile(files.licenses, licensesPath);
    return serveFile(files.pages, path === '/' ? 'index.html' : path);
  };
}

async function serveFile(folder: string | undefined, path: string): Promise<Response> {
  const type = contentTypes[extname(path)];
  if (type === undefined || folder === undefined) return notFoundAnswer();
  try {
    const root = await realpath(folder);
    // Check the real path, so that neither `..` nor a symbolic link can lead out of the folder.
    const file = await realpath(join(root, path));
    if (!file.startsWith(root + sep)) return notFoundAnswer();
    return new Response(await readFile(file), {
      headers: { ...responseHeaders, 'Content-Type': type },
    });
  } catch {
    return notFoundAnswer();
  }
}

const servePicture = (shown: ShownPicture | null): Response =>
  shown === null
    ? notFoundAnswer()
    : new Response(shown.bytes, {
        headers: { ...responseHeaders, 'Content-Type': `image/${shown.format}` },
      });

const notFoundAnswer = (): Response =>
  new Response('Not found', { status: 404, headers: responseHeaders });

function safeDecode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
