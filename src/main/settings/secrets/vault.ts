import { safeStorage } from 'electron';
import type { Vault } from '../api-key.ts';
import { createVault } from './sealing.ts';

export const systemVault: Vault = createVault(safeStorage, process.platform);
