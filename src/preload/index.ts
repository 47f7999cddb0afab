import { contextBridge, ipcRenderer } from 'electron';
import { buildBridge } from './bridge.ts';

contextBridge.exposeInMainWorld('overhead', buildBridge(ipcRenderer));
