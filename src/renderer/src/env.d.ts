import type { Bridge } from '#shared/contract.ts';

declare global {
  interface Window {
    /** Exposed by the preload script. */
    readonly overhead: Bridge;
  }
}
