import { EventEmitter } from 'node:events';
import { strict } from './absent.ts';

/** Electron's `powerMonitor`: the desk is always awake and in use. */
export const powerMonitor = strict(
  'powerMonitor',
  Object.assign(new EventEmitter(), {
    getSystemIdleState: () => 'active' as const,
    getSystemIdleTime: () => 0,
    getCurrentThermalState: () => 'unknown' as const,
    isOnBatteryPower: () => false,
    onBatteryPower: false,
  } satisfies Partial<Electron.PowerMonitor>),
);

/** Electron's `nativeTheme`: light, unless the app asks for dark. */
export const nativeTheme = strict(
  'nativeTheme',
  Object.assign(
    Object.defineProperty(new EventEmitter(), 'shouldUseDarkColors', {
      get: (): boolean => nativeTheme.themeSource === 'dark',
    }),
    {
      themeSource: 'system',
      shouldUseHighContrastColors: false,
    },
  ),
);

/** Electron's `safeStorage`: there is no keyring. */
export const safeStorage = strict('safeStorage', {
  isEncryptionAvailable: () => false,
  getSelectedStorageBackend: () => 'unknown' as const,
});

/** Electron's `crashReporter`: collects nothing. */
export const crashReporter = strict('crashReporter', {
  start: () => undefined,
  getUploadToServer: () => false,
} satisfies Partial<Electron.CrashReporter>);
