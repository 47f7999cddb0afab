import type { Handlers } from '#shared/contract.ts';
import type { Result } from '#shared/failure.ts';
import type { ServiceTest, Settings } from '#shared/settings/settings.ts';
import type { TransferFiles } from '#platform/files/transfer-files.ts';
import type { ApiKeyKeeper } from './api-key.ts';
import { exportSettings } from './export.ts';
import type { SettingsKeeper } from './keeper.ts';
import { removeAllData, type RemovalPorts } from './removal.ts';

export interface SettingsHandlerPorts {
  readonly keeper: SettingsKeeper;
  readonly apiKey: ApiKeyKeeper;
  readonly settings: () => Settings;
  /** Asks the service at an address for its smallest answer. */
  readonly probe: (test: ServiceTest, signal: AbortSignal) => Promise<Result<null>>;
  /** Aborted when the app ends. */
  readonly signal: AbortSignal;
  readonly files: Pick<TransferFiles, 'write'>;
  readonly choose: () => Promise<string | null>;
  readonly removal: RemovalPorts;
}

/** What the commands of the settings do. */
export function createSettingsHandlers(ports: SettingsHandlerPorts): Handlers['settings'] {
  const { keeper, apiKey, settings, probe, signal, files, choose, removal } = ports;
  return {
    change: (change) => keeper.change(change),
    setApiKey: (key) => apiKey.set(key),
    test: (test) => probe(test, signal),
    export: () => exportSettings(settings(), files, choose),
    reset: () => keeper.reset(),
    removeData: () => removeAllData(removal),
  };
}
