import type { KeyObject } from 'node:crypto';
import type { UpdatesOff } from '#shared/updates/update.ts';
import { publicKeyFrom } from './signature.ts';

// Set by electron.vite.config.ts from the environment of the build; not there when the sources run unbuilt.
declare const __OVERHEAD_UPDATE_FEED__: string;
declare const __OVERHEAD_UPDATE_KEYS__: string;
declare const __OVERHEAD_UPDATE_HOSTS__: string;

/** What the build says about updates. Lists are separated by commas. */
export interface BuiltIn {
  readonly feed: string;
  /** Public keys; each is 32 bytes in base64. */
  readonly keys: string;
  /** Hosts to which the feed may redirect. */
  readonly hosts: string;
}

export const builtIn: BuiltIn = {
  feed: typeof __OVERHEAD_UPDATE_FEED__ === 'string' ? __OVERHEAD_UPDATE_FEED__ : '',
  keys: typeof __OVERHEAD_UPDATE_KEYS__ === 'string' ? __OVERHEAD_UPDATE_KEYS__ : '',
  hosts: typeof __OVERHEAD_UPDATE_HOSTS__ === 'string' ? __OVERHEAD_UPDATE_HOSTS__ : '',
};

export interface Trust {
  readonly feed: URL;
  readonly keys: readonly KeyObject[];
  readonly hosts: readonly string[];
}

/** What to look for updates with, or why there are none. One bad key spoils all: the build was not meant so. */
export function trustOf({ feed, keys, hosts }: BuiltIn): Trust | UpdatesOff {
  if (feed.trim() === '') return 'no-feed';
  const given = listed(keys);
  if (given.length === 0) return 'no-key';
  const url = feedFrom(feed.trim());
  const parsed = given.map(publicKeyFrom).filter((key) => key !== null);
  if (url === null || parsed.length < given.length) return 'unusable-build';
  return { feed: url, keys: parsed, hosts: listed(hosts) };
}

/** https only, except on this machine, where nobody stands in between. */
function feedFrom(text: string): URL | null {
  const url = URL.parse(text.endsWith('/') ? text : `${text}/`);
  if (url === null || url.username + url.password + url.search + url.hash !== '') return null;
  const isLocal = url.protocol === 'http:' && url.hostname === '127.0.0.1';
  return url.protocol === 'https:' || isLocal ? url : null;
}

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
