import type { IncomingHttpHeaders } from 'undici/types/header.js';
import type { Failure } from '#shared/failure.ts';

/** A request before it is sent. */
export interface ObservedRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Called during one exchange. None of the functions throws. */
export interface ExchangeObserver {
  answered(status: number, headers: IncomingHttpHeaders): void;
  /** Called with each piece of the answer's body after decompression. */
  piece(bytes: Uint8Array): void;
  /** Called at the end of the exchange. Null: the answer was read without a failure. */
  ended(failure: Failure | null): void;
}

export type ObserveExchange = (request: ObservedRequest) => ExchangeObserver;

const emptyObserver: ExchangeObserver = {
  answered: () => undefined,
  piece: () => undefined,
  ended: () => undefined,
};
export const observeNothing: ObserveExchange = () => emptyObserver;
