import { safeStorage } from 'electron';
import type { Vault } from '../../domain/settings/api-key.ts';
import { createVault } from './sealing.ts';

export const systemVault: Vault = createVault(safeStorage, process.platform);
