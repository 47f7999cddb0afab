import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import { manifestLimit, signatureLimit } from './manifest.ts';
import type { UpdateFeed } from './ports.ts';
import type { Deadlines } from '#platform/http/failures.ts';
import { createHttp, downloadDeadlines, type Admission, type Http } from '#platform/http/http.ts';
import type { ProxyChoice } from '#platform/http/proxy.ts';
import { looksLikeHtml } from '#platform/http/words.ts';

export interface UpdateFeedOptions {
  /** The folder with the releases; ends with a slash. */
  readonly feed: URL;
  /** Hosts to which the feed may redirect: where a release service keeps its files. */
  readonly hosts: readonly string[];
  readonly userAgent: string;
  /** Through which proxies; none unless told. */
  readonly proxy?: () => ProxyChoice;
  /** In place of the ones below. */
  readonly deadlines?: Partial<Deadlines>;
}

/** Enough for 150 MB at 0.5 Mbit/s. */
const fileDeadlines: Deadlines = { ...downloadDeadlines, idle: 30_000, total: 2_400_000 };
const manifestTotalMs = 30_000;

/** The feed over HTTP. Connections are closed after each use: it is asked once a day. */
export function createUpdateFeed(options: UpdateFeedOptions): UpdateFeed {
  const { feed, hosts, userAgent } = options;

  async function bytesOf(
    http: Http,
    name: string,
    limit: number,
    take: (piece: Uint8Array) => Promise<Failure | null>,
    signal: AbortSignal,
  ): Promise<Result<null>> {
    const headers = { accept: '*/*', 'cache-control': 'no-cache', 'accept-encoding': 'identity' };
    const url = new URL(name, feed);
    return http.download(
      { url, admit: admission(feed, hosts), limit, sink: take, headers },
      signal,
    );
  }

  async function small(
    http: Http,
    name: string,
    limit: number,
    signal: AbortSignal,
  ): Promise<Result<Buffer>> {
    const pieces: Uint8Array[] = [];
    const take = (piece: Uint8Array): Promise<null> => {
      pieces.push(piece);
      return Promise.resolve(null);
    };
    const got = await bytesOf(http, name, limit, take, signal);
    if (!got.ok) return got;
    const bytes = Buffer.concat(pieces);
    // A sign-in page is not a forged update.
    return looksLikeHtml(bytes.toString('latin1', 0, 512))
      ? fail({ kind: 'offline', reason: 'portal' })
      : ok(bytes);
  }

  async function withHttp<T>(deadlines: Partial<Deadlines>, use: (http: Http) => Promise<T>) {
    const { proxy } = options;
    const http = createHttp({
      userAgent,
      ...(proxy && { proxy }),
      deadlines: { ...deadlines, ...options.deadlines },
    });
    try {
      return await use(http);
    } finally {
      await http.close();
    }
  }

  return {
    manifest: (name, signal) =>
      withHttp({ total: manifestTotalMs }, async (http) => {
        const bytes = await small(http, name, manifestLimit, signal);
        if (!bytes.ok) return bytes;
        const signature = await small(http, `${name}.sig`, signatureLimit, signal);
        if (!signature.ok && signature.failure.kind !== 'not-found') return signature;
        const text = signature.ok ? signature.value.toString('latin1') : null;
        return ok({ bytes: bytes.value, signature: text });
      }),
    file: (file, take, signal) =>
      withHttp(fileDeadlines, (http) => bytesOf(http, file.url, file.size, take, signal)),
  };
}

/** The feed itself, and over https the hosts that were built in with it; nothing else, however it is reached. */
const admission =
  (feed: URL, hosts: readonly string[]) =>
  (url: URL): Admission => {
    if (url.username + url.password !== '') return { refused: 'it holds a name or a password' };
    if (url.origin === feed.origin) return 'own';
    if (url.protocol === 'https:' && hosts.includes(url.hostname)) return 'public';
    return { refused: `${url.hostname} is not where the updates are` };
  };
