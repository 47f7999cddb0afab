import type { ProviderName } from '#shared/picture/picture.ts';
import type { PictureSource } from '#picture/ports.ts';
import type { Http } from '#platform/http/http.ts';
import { createEditorsSource } from './editors.ts';
import { createFeedSource } from './feed.ts';
import { createLegacySource } from './legacy.ts';
import { createSuccessorSource } from './successor.ts';

export interface PictureSourcesOptions {
  readonly http: Http;
  /** The base address of each source; null while the services are starting. */
  readonly urls: () => Readonly<Record<ProviderName, string>> | null;
  /** The key for the legacy service at this address. */
  readonly apiKey: (service: string) => string;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** All picture sources, in the order of asking. */
export function createPictureSources(options: PictureSourcesOptions): readonly PictureSource[] {
  const { http, urls, apiKey, now } = options;
  const at = (name: ProviderName) => ({ http, baseUrl: () => urls()?.[name] ?? null });
  return [
    createSuccessorSource(at('successor')),
    createLegacySource({ ...at('legacy'), apiKey, now }),
    createFeedSource(at('feed')),
    createEditorsSource(at('editors')),
  ];
}
