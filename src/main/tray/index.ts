export type { TrayCommand } from './menu.ts';
