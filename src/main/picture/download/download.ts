import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import {
  type PictureFile,
  type PictureRecord,
  pictureFileSchema,
} from '#shared/picture/picture.ts';
import { parseJson } from '#shared/json.ts';
import { headerOf } from '#platform/http/failures.ts';
import type { DownloadAnswer, DownloadRequest, Http, BodyVerdict } from '#platform/http/http.ts';
import { writeFileAtomic } from '#platform/files/atomic.ts';
import {
  imageSources,
  type DisplayNeed,
  type ImageSource,
  pictureAddressPolicy,
} from './picture-addresses.ts';
import {
  isSameValidator,
  openPartFile,
  conditionalHeaders,
  validatorOf,
  validatorSchema,
  type PartFile,
  type Validator,
} from './part-file.ts';

/** The maximum number of attempts per address. */
const maxTries = 5;
export interface DownloadOptions {
  /**
   * Checks the properties of the complete file. A new file is checked before it gets its final name, and is removed if
   * it is refused.
   */
  readonly accept?: (file: PictureFile) => Failure | null;
  /**
   * Called after each received piece. `bytes`: received so far, including earlier attempts; `total`: null if unknown.
   */
  readonly onProgress?: (bytes: number, total: number | null) => void;
}

export type PictureDownloader = ReturnType<typeof createDownloader>;

/**
 * Downloads pictures into `folder`: in the resolution that the displays need, or else in another one.
 *
 * @param serviceUrls the addresses of the configured picture services; their origins are always allowed
 */
export function createDownloader({
  http,
  folder,
  serviceUrls,
  need = () => ({ longestSide: null, metered: false }),
}: {
  readonly http: Http;
  readonly folder: string;
  readonly serviceUrls: () => readonly string[];
  readonly need?: () => DisplayNeed;
}) {
  const knownFiles = createKnownFiles(folder);

  async function downloadFrom(
    { url: address, limit }: ImageSource,
    { date }: PictureRecord,
    signal: AbortSignal,
    { accept = () => null, onProgress }: DownloadOptions,
  ): Promise<Result<PictureFile>> {
    const url = URL.parse(address);
    if (url === null) return fail({ kind: 'address-refused', detail: 'it is not an address' });
    const openResult = await openPartFile(folder, address, limit);
    if (!openResult.ok) return openResult;
    const part = openResult.value;
    const knownFile = await knownFiles.find(address);
    let isResumable = false;
    try {
      const admit = pictureAddressPolicy(serviceUrls());
      const order = { http, url, limit, admit, part, knownFile, onProgress };
      let isEmptyTryLeft = true;
      for (let attempt = 1; ; attempt += 1) {
        const bytesAtStart = part.bytes;
        const transferResult = await requestFile(order, signal);
        if (!transferResult.ok) {
          const { failure } = transferResult;
          isResumable = isInterruption(failure);
          // One answer without bytes is followed by another try: if a connection breaks soon after the answer has
          // begun, the bytes that have arrived can be lost.
          const isEmpty = part.bytes === bytesAtStart;
          const isWorthwhile = !isEmpty || (isEmptyTryLeft && failure.kind === 'truncated');
          if (isEmpty) isEmptyTryLeft = false;
          const mayResume = isResumable && part.validator !== null && isWorthwhile;
          if (mayResume && failure.kind !== 'cancelled' && attempt < maxTries) continue;
          return transferResult;
        }
        if (transferResult.value === 'unchanged' && knownFile !== null) {
          const refusal = accept(knownFile.file);
          return refusal === null ? ok(knownFile.file) : fail(refusal);
        }
        const file = await part.finish(date, accept);
        if (file.ok && transferResult.value !== 'unchanged')
          await knownFiles.remember(address, transferResult.value.validator, file.value);
        return file;
      }
    } finally {
      await part.end(isResumable);
    }
  }

  return {
    /**
     * Returns the complete, checked file under its final name. An interrupted download may be resumed later; other
     * failures leave no file. For a video, downloads its still. Expected failures: those of the network,
     * `not-an-image`, `too-large`, `truncated`, `address-refused`, `no-picture`, `storage`, and those of `accept`.
     */
    async download(
      record: PictureRecord,
      signal: AbortSignal,
      options: DownloadOptions = {},
    ): Promise<Result<PictureFile>> {
      let result: Result<PictureFile> = fail({ kind: 'no-picture', mediaType: record.mediaType });
      for (const source of imageSources(record, need())) {
        const file = await downloadFrom(source, record, signal, options);
        if (file.ok) return file;
        // If an address of a video's still fails, the result stays `no-picture`.
        if (record.mediaType === 'image' || !isAddressFailure(file.failure)) result = file;
        if (!isAddressFailure(file.failure)) break;
      }
      return result;
    },
  };
}

/** Whether the failure is that of one address, so that another address of the same picture may succeed. */
function isAddressFailure({ kind }: Failure): boolean {
  return kind !== 'offline' && kind !== 'cancelled' && kind !== 'storage';
}

const knownFileSchema = z.object({
  /** A hash of the address. The address itself may contain private data. */
  address: z.string(),
  validator: validatorSchema,
  file: pictureFileSchema,
});
type KnownFile = z.infer<typeof knownFileSchema>;

const maxKnownFiles = 64;

/**
 * The addresses of the last downloaded files, so that no file is downloaded twice. Stored in a file in `folder`. Write
 * errors are ignored: a lost record costs one download.
 */
function createKnownFiles(folder: string) {
  const path = join(folder, '.known.json');
  const read = async (): Promise<KnownFile[]> => {
    const text = await readFile(path, 'utf8').catch(() => '');
    return z.array(knownFileSchema).safeParse(parseJson(text)).data ?? [];
  };
  const idOf = (address: string): string =>
    createHash('sha256').update(address).digest('hex').slice(0, 32);
  /** Cached in memory, because writing the file may fail. */
  let cachedFiles: Promise<KnownFile[]> | null = null;

  return {
    async find(address: string): Promise<KnownFile | null> {
      cachedFiles ??= read();
      const knownFile = (await cachedFiles).find((one) => one.address === idOf(address));
      if (knownFile === undefined) return null;
      const stats = await stat(join(folder, knownFile.file.name)).catch(() => null);
      return stats?.size === knownFile.file.bytes ? knownFile : null;
    },

    async remember(address: string, validator: Validator, file: PictureFile): Promise<void> {
      const id = idOf(address);
      const storedFiles = await (cachedFiles ??= read());
      const otherFiles = storedFiles.filter((one) => one.address !== id);
      const files = [{ address: id, validator, file }, ...otherFiles].slice(0, maxKnownFiles);
      cachedFiles = Promise.resolve(files);
      const text = JSON.stringify(files);
      await writeFileAtomic(path, (draft) => draft.writeFile(text)).catch(() => undefined);
    },
  };
}

interface TransferOrder {
  readonly http: Http;
  readonly url: URL;
  readonly limit: number;
  readonly admit: DownloadRequest['admit'];
  readonly part: PartFile;
  /** The file that was downloaded from the same address earlier; null if there is none. */
  readonly knownFile: KnownFile | null;
  readonly onProgress: DownloadOptions['onProgress'] | undefined;
}

const noValidator: Validator = { etag: null, modified: null };

/**
 * Sends one request for an address. If the part can be resumed, requests only the missing bytes. If the file is already
 * known, the request is conditional.
 *
 * @returns `unchanged` if the known file is current, else the version of the bytes in the part
 */
async function requestFile(
  order: TransferOrder,
  signal: AbortSignal,
): Promise<Result<'unchanged' | { readonly validator: Validator }>> {
  const { http, url, limit, admit, part, knownFile, onProgress } = order;
  const resumesAt = knownFile === null && part.validator !== null ? part.bytes : 0;
  let totalBytes: number | null = null;
  let version: 'unchanged' | { readonly validator: Validator } = { validator: noValidator };

  async function onAnswer({ status, headers }: DownloadAnswer): Promise<BodyVerdict> {
    const length = contentLengthOf(headers);
    const validator = validatorOf(headers);
    version = { validator };
    const isSameLength = knownFile !== null && length === knownFile.file.bytes;
    const isUnchanged =
      knownFile !== null &&
      (status === 304 || (isSameLength && isSameValidator(validator, knownFile.validator)));
    if (isUnchanged) {
      version = 'unchanged';
      return 'enough';
    }
    const isEncoded = headerOf(headers, 'content-encoding') !== null;
    const isRest =
      status === 206 && !isEncoded && rangeStartOf(headers) === resumesAt && resumesAt > 0;
    if (status !== 200 && !isRest) return { kind: 'truncated' };
    if (!isRest && part.bytes > 0) {
      const restartResult = await part.restart();
      if (!restartResult.ok) return restartResult.failure;
    }
    totalBytes = length === null || isEncoded ? null : length + part.bytes;
    if (totalBytes !== null && totalBytes > limit)
      return { kind: 'too-large', limit, unit: 'bytes' };
    // A compressed answer cannot be resumed: a range counts compressed bytes, and the part contains decompressed bytes.
    await part.describe(isEncoded ? noValidator : validator);
    return 'take';
  }

  const downloadResult = await http.download(
    {
      url,
      admit,
      limit,
      headers:
        knownFile !== null
          ? conditionalHeaders(knownFile.validator)
          : resumesAt > 0 && part.validator !== null
            ? { range: `bytes=${resumesAt}-`, 'if-range': part.validator }
            : {},
      onAnswer,
      async sink(piece) {
        const failure = await part.write(piece);
        if (failure === null) onProgress?.(part.bytes, totalBytes);
        return failure;
      },
    },
    signal,
  );
  if (downloadResult.ok) return ok(version);
  // 416: the part is not shorter than the file, so it is not a part of that file.
  const { failure } = downloadResult;
  return failure.kind === 'refused' && failure.status === 416
    ? fail({ kind: 'malformed', detail: 'it has no such range' })
    : downloadResult;
}

/** Whether a later attempt may get the missing bytes. */
const isInterruption = ({ kind }: Failure): boolean =>
  kind === 'truncated' || kind === 'offline' || kind === 'timeout' || kind === 'cancelled';

function contentLengthOf(headers: DownloadAnswer['headers']): number | null {
  const value = headerOf(headers, 'content-length')?.trim() ?? '';
  return /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** The offset at which a partial answer begins; null if the answer does not name it. */
function rangeStartOf(headers: DownloadAnswer['headers']): number | null {
  const [, start] = /^bytes (\d{1,15})-/.exec(headerOf(headers, 'content-range') ?? '') ?? [];
  return start === undefined ? null : Number(start);
}
