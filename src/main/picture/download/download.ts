import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import { isVideoStill, type PictureFile, type PictureRecord } from '#shared/picture/picture.ts';
import type { Http } from '#platform/http/http.ts';
import {
  createAddressMemory,
  isIdentified,
  noVersion,
  type MemoryEntry,
} from './address-memory.ts';
import { requestFile } from './file-request.ts';
import { openPartFile } from './part-file.ts';
import { imageAddresses, pictureAddressPolicy, type DisplayNeed } from './picture-addresses.ts';

/** The maximum number of attempts per address. */
const maxTries = 5;

/** The largest accepted size of a picture, in bytes. Originals have up to 38 MB. */
const maxPictureBytes = 64 * 2 ** 20;

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

/** A picture file on the disk, which the composing page can decode. */
export interface DownloadedPicture {
  readonly path: string;
  readonly file: PictureFile;
  /** Whether the picture is the still of a film, whose black bars are cut. */
  readonly isStill: boolean;
}

/** Decodes a complete file before it gets its final name. `unknown`: the file could not be checked. */
export type ProveDecodable = (
  picture: DownloadedPicture,
  signal: AbortSignal,
) => Promise<'decoded' | 'damaged' | 'unknown'>;

export type PictureDownloader = ReturnType<typeof createDownloader>;

/**
 * Downloads pictures into `folder`: in the resolution that the displays need, or else in another one.
 *
 * @param serviceUrls the addresses of the configured picture services; their origins are always allowed
 * @param prove without a proof, a file is accepted if its end marker is there
 */
export function createDownloader({
  http,
  folder,
  serviceUrls,
  need = () => ({ longestSide: null }),
  prove,
  now,
}: {
  readonly http: Http;
  readonly folder: string;
  readonly serviceUrls: () => readonly string[];
  readonly need?: () => DisplayNeed;
  readonly prove?: ProveDecodable | undefined;
  /** The present time, in milliseconds since the Unix epoch. */
  readonly now: () => number;
}) {
  const memory = createAddressMemory(folder, now);

  async function downloadFrom(
    address: string,
    record: PictureRecord,
    signal: AbortSignal,
    { accept = () => null, onProgress }: DownloadOptions,
  ): Promise<Result<PictureFile>> {
    const url = URL.parse(address);
    if (url === null) return fail({ kind: 'address-refused', detail: 'it is not an address' });
    const known = await memory.find(address, accept);
    const knownRequest = known === null ? 'plain' : memory.requestOf(known);
    if (known !== null && knownRequest === 'none') return knownResult(known, accept);
    const openResult = await openPartFile(folder, address, maxPictureBytes);
    if (!openResult.ok) return openResult;
    const part = openResult.value;
    let isResumable = false;
    try {
      const admit = pictureAddressPolicy(serviceUrls());
      const isComparable = known !== null && (known.refusal === null || isIdentified(known));
      const order = {
        http,
        url,
        limit: maxPictureBytes,
        admit,
        part,
        known: isComparable ? known : null,
        isConditional: knownRequest === 'conditional',
        onProgress,
      };
      let isEmptyTryLeft = true;
      for (let attempt = 1; ; attempt += 1) {
        const bytesAtStart = part.bytes;
        const { result, version, isWhole } = await requestFile(order, signal);
        if (!result.ok) {
          const { failure } = result;
          const isBroken = failure.kind === 'truncated' && version !== null && isWhole;
          if (isBroken && memory.noteBreak(address, version)) {
            const refusal: Failure = { kind: 'damaged' };
            // The network may have broken off the answers: the same version is requested again after a pause.
            await memory.remember(address, noVersion, { file: null, refusal });
            return fail(refusal);
          }
          isResumable = isInterruption(failure);
          // One answer without bytes is followed by another try: if a connection breaks soon after the answer has
          // begun, the bytes that have arrived can be lost.
          const isEmpty = part.bytes === bytesAtStart;
          const isWorthwhile = !isEmpty || (isEmptyTryLeft && failure.kind === 'truncated');
          if (isEmpty) isEmptyTryLeft = false;
          const mayResume = isResumable && part.validator !== null && isWorthwhile;
          if (mayResume && failure.kind !== 'cancelled' && attempt < maxTries) continue;
          if (version !== null && isRefusalOfBytes(failure))
            await memory.remember(address, version, { file: null, refusal: failure });
          return result;
        }
        if (result.value === 'unchanged' && known !== null) return knownResult(known, accept);
        let refusedFile = null as PictureFile | null;
        const file = await part.finish(record.date, async (candidate, { path, isEndMissing }) => {
          const refusal = accept(candidate);
          if (refusal !== null) {
            refusedFile = candidate;
            return refusal;
          }
          const picture = { path, file: candidate, isStill: isVideoStill(record) };
          const proof = (await prove?.(picture, signal)) ?? 'unknown';
          if (signal.aborted) return { kind: 'cancelled' };
          const isDamaged = proof === 'damaged' || (proof === 'unknown' && isEndMissing);
          return isDamaged ? { kind: 'damaged' } : null;
        });
        if (version !== null && file.ok)
          await memory.remember(address, version, { file: file.value, refusal: null });
        else if (version !== null && !file.ok && (refusedFile || isRefusalOfBytes(file.failure)))
          await memory.remember(address, version, { file: refusedFile, refusal: file.failure });
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
     * `not-an-image`, `too-large`, `truncated`, `damaged`, `address-refused`, `no-picture`, `storage`, and those of
     * `accept`.
     */
    async download(
      record: PictureRecord,
      signal: AbortSignal,
      options: DownloadOptions = {},
    ): Promise<Result<PictureFile>> {
      let result: Result<PictureFile> = fail({ kind: 'no-picture', mediaType: record.mediaType });
      for (const address of imageAddresses(record, need())) {
        const file = await downloadFrom(address, record, signal, options);
        if (file.ok) return file;
        // If an address of a video's still fails, the result stays `no-picture`.
        if (record.mediaType === 'image' || !isAddressFailure(file.failure)) result = file;
        if (!isAddressFailure(file.failure)) break;
      }
      return result;
    },
  };
}

function knownResult(
  { file, refusal }: MemoryEntry,
  accept: (file: PictureFile) => Failure | null,
): Result<PictureFile> {
  if (refusal !== null) return fail(refusal);
  if (file === null) throw new Error('a known version is neither kept nor refused');
  const presentRefusal = accept(file);
  return presentRefusal === null ? ok(file) : fail(presentRefusal);
}

/** Whether the failure is that of one address, so that another address of the same picture may succeed. */
function isAddressFailure(failure: Failure): boolean {
  const { kind } = failure;
  // The record has just come over the network, so these are failures of the host.
  if (kind === 'offline') return ['dns', 'refused', 'tls'].includes(failure.reason);
  return kind !== 'cancelled' && kind !== 'storage';
}

/** Whether the same bytes would be refused again. */
const isRefusalOfBytes = ({ kind }: Failure): boolean =>
  kind === 'not-an-image' || kind === 'too-large' || kind === 'damaged';

/** Whether a later attempt may get the missing bytes. */
const isInterruption = ({ kind }: Failure): boolean =>
  kind === 'truncated' || kind === 'offline' || kind === 'timeout' || kind === 'cancelled';
