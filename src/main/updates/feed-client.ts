import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import { refusedUpdate, type UpdateResult } from '#shared/updates/update.ts';
import { storageFailure } from '#platform/files/attempt.ts';
import type { BodySink } from '#platform/http/body.ts';
import { type Deadlines, looksLikeHtml } from '#platform/http/failures.ts';
import { createHttp, downloadDeadlines, type ConnectionAdmission } from '#platform/http/http.ts';
import type { ProxyFor } from '#platform/http/system-proxy.ts';
import { systemClock } from '#runtime/clock.ts';
import { manifestLimit, signatureLimit, type PackageFile } from './manifest.ts';

export interface UpdateFeedOptions {
  /** The folder that holds the releases. Ends with a slash. */
  readonly feed: URL;
  /** Hosts to which the feed may redirect over https. */
  readonly hosts: readonly string[];
  readonly userAgent: string;
  /** Chooses the proxy of each request. Default: no proxy. */
  readonly proxy?: ProxyFor;
  readonly deadlines?: Partial<Deadlines>;
}

export type UpdateFeed = ReturnType<typeof createUpdateFeed>;

const manifestTotalMs = 30_000;
/** The time limit for a package: enough for 150 MB at 0.5 Mbit/s. */
const packageTotalMs = 2_400_000;
const idleMs = 30_000;
/** Bytes between two progress reports. */
const progressStep = 2 ** 20;

/** Reads the feed over HTTP. Connections are closed after each request, because the feed is read once a day. */
export function createUpdateFeed(options: UpdateFeedOptions) {
  const { feed, hosts, userAgent, proxy } = options;

  /**
   * Decides whether a connection is allowed: to the feed's origin, and over https to the built-in hosts. Also called
   * for every redirect.
   */
  function admit(url: URL): ConnectionAdmission {
    if (url.username + url.password !== '') return { refused: 'it holds a name or a password' };
    if (url.origin === feed.origin) return 'own';
    if (url.protocol === 'https:' && hosts.includes(url.hostname)) return 'public';
    return { refused: `${url.hostname} is not where the updates are` };
  }

  async function receive(
    name: string,
    limits: { readonly bytes: number; readonly totalMs: number },
    sink: BodySink,
    signal: AbortSignal,
  ): Promise<Result<null>> {
    const totalMs = limits.totalMs;
    const deadlines = { ...downloadDeadlines, idle: idleMs, total: totalMs, ...options.deadlines };
    const http = createHttp({
      userAgent,
      now: () => systemClock.now(),
      ...(proxy && { proxy }),
      deadlines,
    });
    const headers = { accept: '*/*', 'cache-control': 'no-cache', 'accept-encoding': 'identity' };
    const url = new URL(name, feed);
    try {
      return await http.download({ url, admit, limit: limits.bytes, sink, headers }, signal);
    } finally {
      await http.close();
    }
  }

  async function receiveBytes(name: string, bytes: number, signal: AbortSignal) {
    const pieces: Uint8Array[] = [];
    const sink = (piece: Uint8Array): null => (pieces.push(piece), null);
    const receiveResult = await receive(name, { bytes, totalMs: manifestTotalMs }, sink, signal);
    if (!receiveResult.ok) return receiveResult;
    const content = Buffer.concat(pieces);
    // A network may answer with its own sign-in page. Such an answer does not count as a forged update.
    const isPage = looksLikeHtml(content.toString('latin1', 0, 512));
    return isPage ? fail({ kind: 'offline', reason: 'portal' }) : ok(content);
  }

  return {
    /** Reads a manifest and its signature file. `signature` is null if there is no such file. Verifies neither. */
    async manifest(name: string, signal: AbortSignal) {
      const bytes = await receiveBytes(name, manifestLimit, signal);
      if (!bytes.ok) return bytes;
      const signature = await receiveBytes(`${name}.sig`, signatureLimit, signal);
      if (!signature.ok && signature.failure.kind !== 'not-found') return signature;
      const text = signature.ok ? signature.value.toString('latin1') : null;
      return ok({ bytes: bytes.value, signature: text });
    },

    /** Downloads a package to a new file. Fails unless it has the given size and SHA-512. */
    async download(
      { url, size, sha512 }: PackageFile,
      path: string,
      onProgress: (bytes: number) => void,
      signal: AbortSignal,
    ): Promise<UpdateResult<null>> {
      const failedDownload = (failure: Failure) => refusedUpdate({ kind: 'download', failure });
      const hash = createHash('sha512');
      let bytes = 0;
      try {
        // Only this user may read or run the package.
        const file = await open(path, 'wx', 0o700);
        try {
          const sink = async (piece: Uint8Array): Promise<Failure | null> => {
            try {
              await file.appendFile(piece);
            } catch (error) {
              return storageFailure(error);
            }
            hash.update(piece);
            bytes += piece.length;
            if (bytes % progressStep < piece.length) onProgress(bytes);
            return null;
          };
          const limits = { bytes: size, totalMs: packageTotalMs };
          const receiveResult = await receive(url, limits, sink, signal);
          if (!receiveResult.ok) return failedDownload(receiveResult.failure);
          await file.sync();
        } finally {
          await file.close();
        }
      } catch (error) {
        return failedDownload(storageFailure(error));
      }
      if (bytes !== size) return failedDownload({ kind: 'truncated' });
      return hash.digest('base64') === sha512 ? ok(null) : refusedUpdate({ kind: 'wrong-file' });
    },
  };
}
