import { appRules } from './app.ts';
import { dialogRules, menuRules } from './menus.ts';
import { moduleRules } from './modules.ts';
import { nodeRules } from './node.ts';
import { powerRules } from './power-monitor.ts';
import type { CheckedRule } from './rule.ts';
import { webContentsRules, windowRules } from './windows.ts';

/** The rules of Electron's modules, which need no code of an app. */
export const electronRules: readonly CheckedRule[] = [
  ...windowRules,
  ...appRules,
  ...webContentsRules,
  ...menuRules,
  ...dialogRules,
  ...moduleRules,
  ...nodeRules,
  ...powerRules,
];
