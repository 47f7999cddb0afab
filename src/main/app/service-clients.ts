import type { DisplayNeed } from '#picture/download/picture-addresses.ts';
import type { PictureDownloader, PictureSource } from '#picture/ports.ts';
import type { PositionSource } from '#station/ports.ts';
import type { PostsService } from '#journal/ports.ts';
import { pictureUrlsOf, type ServiceUrls } from '#shared/settings/settings.ts';
import { createHttp } from '#platform/http/http.ts';
import { createDownloader } from '#picture/download/download.ts';
import { createPictureSources } from '#picture/providers/sources.ts';
import { createPositionSource } from '#station/position-client.ts';
import { createPostsService } from '#journal/posts-client.ts';
import { createProbe, type Probe } from './probe.ts';
import type { ProxyChoice } from '#platform/http/proxy.ts';

export interface ServiceClients {
  /** In the order of asking. */
  readonly pictures: readonly PictureSource[];
  readonly downloader: PictureDownloader;
  readonly position: PositionSource;
  readonly posts: PostsService;
  /** Asks the service at an address for its smallest answer. */
  readonly probe: Probe;
  /** Ends what is under way and closes the connections. */
  dispose(): Promise<void>;
}

export interface ServiceClientsOptions {
  readonly userAgent: string;
  /** Null while the services are starting. */
  readonly urls: () => ServiceUrls | null;
  /** The key for the picture service at this address. */
  readonly apiKey: (service: string) => string;
  /** Where pictures are kept. */
  readonly pictureFolder: string;
  /** What the pictures are for; left out: nothing is known of the displays. */
  readonly pictureNeed?: () => DisplayNeed;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Through which proxy requests go, as it is now; none unless told. */
  readonly proxy?: () => ProxyChoice;
}

/** The clients of the three services, over one HTTP layer. */
export function createServiceClients(options: ServiceClientsOptions): ServiceClients {
  const { userAgent, urls, apiKey, pictureFolder, pictureNeed, now, proxy } = options;
  const http = createHttp({ userAgent, ...(proxy === undefined ? {} : { proxy }) });
  const pictureUrl = (): string | null => urls()?.picture ?? null;
  const pictureUrls = () => {
    const known = urls();
    return known === null ? null : pictureUrlsOf(known);
  };
  return {
    pictures: createPictureSources({ http, urls: pictureUrls, apiKey, now }),
    downloader: createDownloader({
      http,
      folder: pictureFolder,
      serviceUrls: () => Object.values(pictureUrls() ?? {}),
      ...(pictureNeed === undefined ? {} : { need: pictureNeed }),
    }),
    position: createPositionSource({ http, baseUrl: () => urls()?.position ?? null, now }),
    posts: createPostsService({ http, baseUrl: () => urls()?.posts ?? null }),
    probe: createProbe({ http, apiKey, configured: pictureUrl, now }),
    dispose: () => http.close(),
  };
}
