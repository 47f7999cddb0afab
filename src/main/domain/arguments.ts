import type { ServiceSource } from '../../shared/settings.ts';

export interface LaunchOptions {
  /** Overrides the setting for this run. */
  readonly services: ServiceSource | null;
  /** Start in the tray, without a window. */
  readonly hidden: boolean;
}

/** Reads the app's own arguments; everything else on the line belongs to Chromium or the system. */
export function parseArguments(args: readonly string[]): LaunchOptions {
  const named = args.findLast((arg) => arg.startsWith('--services='))?.split('=')[1];
  return {
    services: named === 'live' || named === 'embedded' || named === 'own' ? named : null,
    hidden: args.includes('--hidden'),
  };
}
