import { expect, it, onTestFinished } from 'vitest';
import { startDesktop } from '#stand-in/desktop/desktop.ts';
import { missingDesktopCommands } from '#stand-in/system/packages.ts';
import { examineMachine } from './examine.ts';

const { signal } = new AbortController();

it.skipIf(missingDesktopCommands().length > 0).each([
  { tray: true, state: 'ok' },
  { tray: false, state: 'limited' },
])('examineMachine finds the parts of a desktop (tray: $tray)', async ({ tray, state }) => {
  const desktop = await startDesktop({ signal, tray });
  onTestFinished(() => desktop.stop());
  const findings = await examineMachine(signal, desktop.env);
  const states = Object.fromEntries(findings.map((finding) => [finding.part, finding.state]));
  expect(states).toMatchObject({
    Display: 'ok',
    'Session bus': 'ok',
    Tray: state,
    Notifications: 'ok',
    Wallpaper: 'ok',
    Autostart: 'ok',
  });
});
