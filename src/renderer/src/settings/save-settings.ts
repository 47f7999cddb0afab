import type { SettingsChange } from '#shared/settings/settings.ts';

/** Saves a change and reports the result. Resolves true once main has accepted the change. */
export type SaveSettings = (change: SettingsChange) => Promise<boolean>;
