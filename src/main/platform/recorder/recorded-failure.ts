import type { Failure } from '#shared/failure.ts';
import type { RecordedFailure } from '#shared/report/flight-record.ts';

const systemCodePattern = /^[A-Z][A-Z\d_]{1,40}$/;

function reasonOf(failure: Failure): string | null {
  switch (failure.kind) {
    case 'offline':
    case 'implausible':
      return failure.reason;
    case 'timeout':
      return failure.stage;
    case 'not-an-image':
      return failure.found;
    case 'no-picture':
      return failure.mediaType;
    case 'too-large':
      return failure.unit;
    case 'storage':
      return systemCodePattern.test(failure.code) ? failure.code : null;
    case 'wallpaper':
      return failure.why ?? null;
    default:
      return null;
  }
}

/**
 * The failure as it may be stored: without its message, because the message may repeat the request.
 *
 * @param now milliseconds since the Unix epoch
 */
export function recordedFailure(failure: Failure, now: number): RecordedFailure {
  const retryAt = 'retryAt' in failure ? failure.retryAt : null;
  return {
    kind: failure.kind,
    reason: reasonOf(failure),
    status: 'status' in failure ? failure.status : null,
    retryAfterMs: retryAt === null ? null : Math.max(Math.round(retryAt - now), 0),
  };
}
