import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backdropPath } from '../desktop/config.ts';
import { describeDesktop } from '../desktop/describe-desktop.ts';
import { startDesktop, type Desktop } from '../desktop/desktop.ts';
import { readGnomeWallpaper, readXfceWallpaper } from './wallpaper.ts';

const run = promisify(execFile);

describeDesktop('readXfceWallpaper and readGnomeWallpaper', () => {
  let desktop: Desktop;
  beforeAll(async () => {
    desktop = await startDesktop({ notifications: 'none', tray: false });
  });
  afterAll(() => desktop.stop());

  it('readXfceWallpaper returns the wallpaper in the settings of XFCE', async () => {
    expect(await readXfceWallpaper(desktop.env)).toEqual([backdropPath(desktop.home)]);
    const picture = join(desktop.dir, 'a picture, the 2nd.png');
    const property = '/backdrop/screen0/monitorscreen/workspace0/last-image';
    await run('xfconf-query', ['-c', 'xfce4-desktop', '-p', property, '-s', picture], {
      env: desktop.env,
    });
    expect(await readXfceWallpaper(desktop.env)).toEqual([picture]);
  });

  it('readGnomeWallpaper returns the wallpaper in the settings of GNOME', async () => {
    const set = (key: string, value: string): Promise<unknown> =>
      run('gsettings', ['set', 'org.gnome.desktop.background', key, value], { env: desktop.env });
    await set('picture-uri', 'file:///a%20picture.png');
    await set('picture-uri-dark', "file:///it's.png");
    await set('picture-options', 'zoom');
    expect(await readGnomeWallpaper(desktop.env)).toEqual({
      pictureUri: 'file:///a%20picture.png',
      pictureUriDark: "file:///it's.png",
      pictureOptions: 'zoom',
    });
  });
});
