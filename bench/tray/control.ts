import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/setup/paths.ts';

const controlMainCode = `import { join } from 'node:path';
import { app, Menu, nativeImage, Tray } from 'electron';
app.on('window-all-closed', () => undefined);
// Do not await it: Electron becomes ready only after its main module has run to the end.
app.whenReady().then(() => {
  const tray = new Tray(nativeImage.createFromPath(join(import.meta.dirname, 'icon.png')));
  tray.setToolTip('Nothing');
  tray.setContextMenu(Menu.buildFromTemplate([{ label: 'Quit', click: () => app.quit() }]));
  globalThis.tray = tray;
});
`;

/**
 * Writes a minimal tray app with an icon, a tooltip and a menu of one item. Its cost is the cost of the runtime alone.
 * Returns the folder of this control app.
 */
export function writeControlApp(scratch: string): string {
  const folder = join(scratch, 'control');
  mkdirSync(folder, { recursive: true });
  const manifest = { name: 'control', version: '1.0.0', type: 'module', main: 'main.js' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'main.js'), controlMainCode);
  copyFileSync(join(root, 'resources', 'icon.png'), join(folder, 'icon.png'));
  return folder;
}
