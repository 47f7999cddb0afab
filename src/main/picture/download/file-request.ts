import { fail, ok, type Result } from '#shared/failure.ts';
import { headerOf } from '#platform/http/failures.ts';
import type { BodyVerdict, DownloadAnswer, DownloadRequest, Http } from '#platform/http/http.ts';
import { isSameVersion, type FileVersion } from './address-memory.ts';
import { conditionalHeaders, noValidator, validatorOf, type PartFile } from './part-file.ts';

interface FileRequest {
  readonly http: Http;
  readonly url: URL;
  /** The largest accepted number of bytes. */
  readonly limit: number;
  readonly admit: DownloadRequest['admit'];
  readonly part: PartFile;
  /** The version whose bytes need not be sent again; null if there is none. */
  readonly known: FileVersion | null;
  /** Whether the service is asked, with the validator, to send no bytes of the known version. */
  readonly isConditional: boolean;
  readonly onProgress: ((bytes: number, total: number | null) => void) | undefined;
}

/** How a request ended, and the version of the file in the answer; null if the answer contained no file. */
interface FileAnswer {
  readonly result: Result<'unchanged' | 'complete'>;
  readonly version: FileVersion | null;
  /** Whether the answer began with the first byte of the file. */
  readonly isWhole: boolean;
}

/**
 * Sends one request for an address. If the part can be resumed, requests only the missing bytes. The body of a version
 * that is already known is not read.
 */
export async function requestFile(order: FileRequest, signal: AbortSignal): Promise<FileAnswer> {
  const { http, url, limit, admit, part, known, isConditional, onProgress } = order;
  const resumesAt = known === null && part.validator !== null ? part.bytes : 0;
  let totalBytes: number | null = null;
  let isUnchanged = false as boolean;
  let version = null as FileVersion | null;
  let isWhole = false as boolean;

  async function onAnswer({ status, headers }: DownloadAnswer): Promise<BodyVerdict> {
    const length = contentLengthOf(headers);
    const validator = validatorOf(headers);
    const isEncoded = headerOf(headers, 'content-encoding') !== null;
    const isRest =
      status === 206 && !isEncoded && rangeStartOf(headers) === resumesAt && resumesAt > 0;
    isWhole = status === 200;
    version = { validator, length: length === null ? null : length + (isRest ? resumesAt : 0) };
    isUnchanged =
      known !== null && (status === 304 || (status === 200 && isSameVersion(version, known)));
    if (isUnchanged) return 'enough';
    if (status !== 200 && !isRest)
      return status === 206
        ? { kind: 'truncated' }
        : { kind: 'malformed', detail: `it answered with ${status}` };
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
        known !== null
          ? conditionalHeaders(isConditional ? known.validator : noValidator)
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
  if (downloadResult.ok)
    return { result: ok(isUnchanged ? 'unchanged' : 'complete'), version, isWhole };
  // 416: the part is not shorter than the file, so it is not a part of that file.
  const { failure } = downloadResult;
  const isOutOfRange = failure.kind === 'refused' && failure.status === 416;
  return {
    result: isOutOfRange
      ? fail({ kind: 'malformed', detail: 'it has no such range' })
      : downloadResult,
    version,
    isWhole,
  };
}

function contentLengthOf(headers: DownloadAnswer['headers']): number | null {
  const value = headerOf(headers, 'content-length')?.trim() ?? '';
  return /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** The offset at which a partial answer begins; null if the answer does not name it. */
function rangeStartOf(headers: DownloadAnswer['headers']): number | null {
  const [, start] = /^bytes (\d{1,15})-/.exec(headerOf(headers, 'content-range') ?? '') ?? [];
  return start === undefined ? null : Number(start);
}
