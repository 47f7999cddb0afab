import type { Bridge } from '#shared/contract.ts';

declare global {
  interface Window {
    /** Put there by the preload. */
    readonly overhead: Bridge;
  }
}
