import type { SystemFacts } from '#shared/app.ts';
import type { Handlers } from '#shared/contract.ts';
import type { Result } from '#shared/failure.ts';
import type { ServiceUrls, Settings } from '#shared/settings/settings.ts';
import type { ActivityOptions } from '#runtime/service-loop.ts';
import type { Suspension } from '#runtime/suspension.ts';
import type { Composer } from './composer/composer.ts';
import type { KeptDatabase } from './database/kept-database.ts';
import type { OpenValue } from './database/values.ts';
import type { Http } from './http/http.ts';
import type { ProxyFor } from './http/system-proxy.ts';

/** What each feature gets from the app. */
export interface FeatureContext extends ActivityOptions {
  readonly suspension: Pick<Suspension, 'isPaused' | 'onChange'>;
  readonly settings: () => Settings;
  readonly database: KeptDatabase;
  /** Opens a value that is kept between runs. */
  readonly value: OpenValue;
  readonly http: Http;
  /** The header User-Agent of requests that do not go to a service. */
  readonly userAgent: string;
  readonly proxy: ProxyFor;
  /** The key for a picture service at an address. */
  readonly apiKey: (service: string) => string;
  /** Draws and decodes pictures. */
  readonly composer: Pick<Composer, 'compose'>;
  /** The addresses of the services; null while the services are starting. */
  readonly urls: () => ServiceUrls | null;
  /** Names the service from which stored data come: its address if it is the user's own, else the kind of the services. */
  readonly originOf: (service: keyof ServiceUrls) => string;
  /** The absolute paths of the app's folders; `data` contains all but the last. */
  readonly paths: Readonly<
    Record<'data' | 'photos' | 'pictures' | 'thumbnails' | 'renditions' | 'resources', string>
  >;
  readonly log: (line: string) => void;
  /** The last lines of the log. */
  readonly logLines: () => readonly string[];
  readonly facts: () => SystemFacts;
  /** Registers a function that stops something at the end. The function registered last runs first. */
  readonly onEnd: (stop: () => void | PromiseLike<void>) => void;
}

/** What the app gets from a running feature. */
export interface RunningFeature {
  /** The answers to the commands of the windows. */
  readonly handlers: Partial<Handlers>;
  /** Runs the work that is due. Called after sleep, and when the network is back. */
  readonly wake?: () => void;
}

/** A feature that talks to a service. */
export interface ServiceFeature extends RunningFeature {
  readonly service: keyof ServiceUrls;
  /** Runs the work that is due. Called after sleep, and when the network is back. */
  readonly wake: () => void;
  /** Checks the service, within its limits. */
  readonly check: () => void;
  /** Called when requests are suspended (true), and when they are allowed again (false). */
  readonly pause?: (suspended: boolean) => void;
  /** Sends a request, also if the newest result is already stored. */
  readonly ask?: () => void;
  /** Forgets the results of the service at the former address. */
  readonly useAddress?: (address: string) => void;
  /** Tests whether the feature's service answers at an address. */
  readonly probe: (url: string, signal: AbortSignal) => Promise<Result<unknown>>;
}
