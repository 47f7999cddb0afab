// Runs in Electron or the stand-in: checks the rules of Electron's modules and prints one line of JSON for each.
// `--contract-part=first-listener` and `--contract-part=exit` run the checks that need separate processes.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { app } from 'electron';
import { appRules, earlyAppRules, exitWithWindow, quitWithWindow } from './app-rules.ts';
import { earlyWindowRules, windowRules } from './browser-window.ts';
import { earlyDialogRules, menuRules } from './menu.ts';
import { earlyRules, readyRules } from './others.ts';
import { firstListenerRules, powerRules } from './power-monitor.ts';
import { check, checkNow } from './rule.ts';
import { webContentsRules } from './web-contents.ts';

const part = app.commandLine.getSwitchValue('contract-part');

// Without this listener, Electron would end the app when a rule closes its window.
app.on('window-all-closed', () => undefined);

async function all(): Promise<void> {
  await check('app', appRules);
  await check('BrowserWindow', windowRules);
  await check('WebContents', webContentsRules);
  await check('powerMonitor', powerRules);
  for (const [module, rules] of Object.entries({ ...menuRules, ...readyRules }))
    await check(module, rules);
  quitWithWindow((rules) => checkNow('app', rules));
}

if (part === '') {
  checkNow('BrowserWindow', earlyWindowRules);
  checkNow('app', earlyAppRules);
  checkNow('dialog', earlyDialogRules);
  for (const [module, rules] of Object.entries(earlyRules)) checkNow(module, rules);
}
void app.whenReady().then(async () => {
  // Waits one more turn, so that this code runs after the listeners and promises of the rules.
  await nextTurn();
  if (part === 'first-listener') {
    await check('powerMonitor', firstListenerRules);
    app.exit(0);
  } else if (part === 'exit') exitWithWindow((rules) => checkNow('app', rules));
  else await all();
});
