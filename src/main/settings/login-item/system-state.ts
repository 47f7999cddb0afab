import type { LoginItemState } from '#shared/app.ts';

type Told = Pick<
  Electron.LoginItemSettings,
  'openAtLogin' | 'executableWillLaunchAtLogin' | 'status'
>;

/** What the system says, as far as a person is concerned. Pure. */
export function stateOf(platform: NodeJS.Platform, told: Told): LoginItemState {
  if (platform === 'darwin') {
    if (told.status === 'requires-approval') return 'switched-off';
    return told.status === 'enabled' || told.openAtLogin ? 'on' : 'off';
  }
  // Switched off in the task manager, the entry stays and is passed over.
  if (told.openAtLogin) return told.executableWillLaunchAtLogin ? 'on' : 'switched-off';
  return 'off';
}
