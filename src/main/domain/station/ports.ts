import type { Result } from '../../../shared/failure.ts';
import type { Fix } from '../../../shared/station.ts';

/** Where fixes come from. */
export interface PositionSource {
  fetch(signal: AbortSignal): Promise<Result<Fix>>;
}
