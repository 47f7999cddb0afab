// Runs in Electron or the stand-in: checks the rules of Electron's modules and prints one line of JSON for each.
// `--contract-part=first-listener` and `--contract-part=exit` run the checks that need separate processes.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { app } from 'electron';
import { appRules, earlyAppRules, exitWithWindow, quitWithWindow } from './app-rules.ts';
import { earlyWindowRules, windowRules } from './browser-window.ts';
import { earlyDialogRules, menuRules } from './menu.ts';
import { earlyRules, readyRules } from './other-modules.ts';
import { firstListenerRules, powerRules } from './power-monitor.ts';
import { checkRules, checkRulesNow } from './rule.ts';
import { webContentsRules } from './web-contents.ts';

const contractPart = app.commandLine.getSwitchValue('contract-part');

// Without this listener, Electron would end the app when a rule closes its window.
app.on('window-all-closed', () => undefined);

async function checkAllRules(): Promise<void> {
  await checkRules('app', appRules);
  await checkRules('BrowserWindow', windowRules);
  await checkRules('WebContents', webContentsRules);
  await checkRules('powerMonitor', powerRules);
  for (const [module, rules] of Object.entries({ ...menuRules, ...readyRules }))
    await checkRules(module, rules);
  quitWithWindow((rules) => checkRulesNow('app', rules));
}

if (contractPart === '') {
  checkRulesNow('BrowserWindow', earlyWindowRules);
  checkRulesNow('app', earlyAppRules);
  checkRulesNow('dialog', earlyDialogRules);
  for (const [module, rules] of Object.entries(earlyRules)) checkRulesNow(module, rules);
}
void app.whenReady().then(async () => {
  // Waits one more turn, so that this code runs after the listeners and promises of the rules.
  await nextTurn();
  if (contractPart === 'first-listener') {
    await checkRules('powerMonitor', firstListenerRules);
    app.exit(0);
  } else if (contractPart === 'exit') exitWithWindow((rules) => checkRulesNow('app', rules));
  else await checkAllRules();
});
