import { type Listener, listen } from './http/listen.ts';
import { createPictureApp } from './picture/app.ts';
import { createGallery } from './picture/gallery.ts';
import { createPositionApp } from './position/app.ts';
import { bundledElements } from './position/elements.ts';
import { orbitOf } from './position/orbit.ts';
import { createPostsApp } from './posts/app.ts';

export interface ServicesOptions {
  /** 0, or left out: any free port. */
  readonly ports?: {
    readonly posts?: number | undefined;
    readonly position?: number | undefined;
    readonly picture?: number | undefined;
  };
  /** A key that the picture service accepts beside `DEMO_KEY`. */
  readonly key?: string | undefined;
  /** The services' clock, ms since the epoch. */
  readonly now?: () => number;
}

/** Where the services answer: the base addresses of the specification. */
export interface ServiceUrls {
  readonly posts_url: string;
  readonly iss_url: string;
  readonly apod_url: string;
}

export interface Services {
  readonly urls: ServiceUrls;
  /** Ends every connection and every picture being drawn. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the three services, each on a port of its own of this machine. All of them, or none.
 *
 * @throws the system's error (`EADDRINUSE`, `EACCES`) when a port cannot be had
 */
export async function startServices(options: ServicesOptions = {}): Promise<Services> {
  const { ports = {}, key, now = Date.now } = options;
  const drawing = new AbortController();
  const posts = createPostsApp();
  const position = createPositionApp({ now, orbit: orbitOf(bundledElements) });
  const picture = createPictureApp({ now, key, draw: createGallery(drawing.signal) });

  const listeners: Listener[] = [];
  const stop = async (): Promise<void> => {
    drawing.abort();
    await Promise.all(listeners.map((listener) => listener.stop()));
  };
  const start = async (app: typeof posts, port = 0): Promise<string> => {
    const listener = await listen((request) => app.fetch(request), port);
    listeners.push(listener);
    return listener.url;
  };

  try {
    const urls = {
      posts_url: await start(posts, ports.posts),
      iss_url: await start(position, ports.position),
      apod_url: await start(picture, ports.picture),
    };
    return { urls, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
