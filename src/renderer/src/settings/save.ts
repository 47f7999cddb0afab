import type { SettingsChange } from '#shared/settings/settings.ts';

/** Saves a change, and says so. Resolves true when main took it. */
export type Save = (change: SettingsChange) => Promise<boolean>;
