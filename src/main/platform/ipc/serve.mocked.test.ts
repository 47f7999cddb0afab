import type { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { closeStoreChannel } from './serve.ts';

const { ipcMain } = vi.hoisted(() => ({ ipcMain: { current: null as EventEmitter | null } }));
vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  ipcMain.current = new EventEmitter();
  return { BrowserWindow: {}, ipcMain: ipcMain.current };
});

it('closeStoreChannel prevents pages from asking electron-store for the data folder', () => {
  ipcMain.current?.on('electron-store-get-data', () => undefined);
  closeStoreChannel();
  expect(ipcMain.current?.eventNames()).toEqual([]);
});
