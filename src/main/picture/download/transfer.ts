import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import type { PictureFile } from '#shared/picture/picture.ts';
import { headerOf } from '#platform/http/failures.ts';
import type { DownloadAnswer, DownloadRequest, Http, Verdict } from '#platform/http/http.ts';
import { isSame, unlessSame, validatorOf, type PartFile, type Validator } from './part-file.ts';

interface TransferOrder {
  readonly http: Http;
  readonly url: URL;
  readonly limit: number;
  readonly admit: DownloadRequest['admit'];
  readonly part: PartFile;
  /** The file that came from this address before. */
  readonly known: { readonly validator: Validator; readonly file: PictureFile } | null;
  readonly onProgress: ((bytes: number, total: number | null) => void) | undefined;
}

const noValidator: Validator = { etag: null, modified: null };

/**
 * Makes one request for an address: for the rest of the bytes if the part can be resumed, conditional if the file
 * is already known.
 *
 * @returns `known` if the known file is current, else the version of the bytes in the part
 */
export async function transfer(
  order: TransferOrder,
  signal: AbortSignal,
): Promise<Result<'known' | { readonly validator: Validator }>> {
  const { http, url, limit, admit, part, known, onProgress } = order;
  const resumesAt = known === null && part.validator !== null ? part.bytes : 0;
  let total: number | null = null;
  let got: 'known' | { readonly validator: Validator } = { validator: noValidator };

  async function begin({ status, headers }: DownloadAnswer): Promise<Verdict> {
    const length = lengthOf(headers);
    const validator = validatorOf(headers);
    got = { validator };
    const isSameLength = known !== null && length === known.file.bytes;
    const isKnown =
      known !== null && (status === 304 || (isSameLength && isSame(validator, known.validator)));
    if (isKnown) {
      got = 'known';
      return 'enough';
    }
    const encoded = headerOf(headers, 'content-encoding') !== null;
    const goesOn = status === 206 && !encoded && startOf(headers) === resumesAt && resumesAt > 0;
    if (status !== 200 && !goesOn) return { kind: 'truncated' };
    if (!goesOn && part.bytes > 0) {
      const restarted = await part.restart();
      if (!restarted.ok) return restarted.failure;
    }
    total = length === null || encoded ? null : length + part.bytes;
    if (total !== null && total > limit) return { kind: 'too-large', limit, unit: 'bytes' };
    // Bytes of a compressed answer cannot be counted from outside.
    await part.describe(encoded ? noValidator : validator);
    return 'take';
  }

  const downloaded = await http.download(
    {
      url,
      admit,
      limit,
      headers:
        known !== null
          ? unlessSame(known.validator)
          : resumesAt > 0 && part.validator !== null
            ? { range: `bytes=${resumesAt}-`, 'if-range': part.validator }
            : {},
      onAnswer: begin,
      async sink(piece) {
        const failure = await part.write(piece);
        if (failure === null) onProgress?.(part.bytes, total);
        return failure;
      },
    },
    signal,
  );
  if (downloaded.ok) return ok(got);
  // 416: the part is not shorter than the file, so it is not a part of that file.
  const { failure } = downloaded;
  return failure.kind === 'refused' && failure.status === 416
    ? fail({ kind: 'malformed', detail: 'it has no such range' })
    : downloaded;
}

/** Whether a later attempt may get the rest. */
export const isBreak = ({ kind }: Failure): boolean =>
  kind === 'truncated' || kind === 'offline' || kind === 'timeout' || kind === 'cancelled';

function lengthOf(headers: DownloadAnswer['headers']): number | null {
  const value = headerOf(headers, 'content-length')?.trim() ?? '';
  return /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** Where the bytes of a partial answer begin; null when it does not say. */
function startOf(headers: DownloadAnswer['headers']): number | null {
  const [, start] = /^bytes (\d{1,15})-/.exec(headerOf(headers, 'content-range') ?? '') ?? [];
  return start === undefined ? null : Number(start);
}
