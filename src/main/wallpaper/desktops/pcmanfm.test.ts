import { describe, expect, it } from 'vitest';
import { lxqt } from './pcmanfm.ts';

describe('lxqt', () => {
  it.each([
    ['/w/a.jpg', '/w/a.jpg'],
    ['"/w/a, b.jpg"', '/w/a, b.jpg'],
    ['"/w/a\\"b\\\\c;.jpg"', '/w/a"b\\c;.jpg'],
    ['/w/"a"', '/w/"a"'],
    ['"a"/w', '"a"/w'],
    ['', ''],
  ])('reads the value %s of its settings as %s', (written, value) => {
    const answer = `[Desktop]\nWallpaper=${written}\nWallpaperMode=fit\nOther=x\n Wallpaper=y\n`;
    expect([...(lxqt.held([answer]) ?? [])]).toEqual([
      ['Wallpaper', value],
      ['WallpaperMode', 'fit'],
    ]);
  });

  it('writes the picture alone as all settings', () => {
    expect(lxqt.write('WallpaperMode', 'fit')).toBeNull();
    const picture = { key: 'Wallpaper', value: '/w/a.jpg' };
    expect(lxqt.write('Wallpaper', '/w/a.jpg')).toEqual(lxqt.writeAll?.([picture]));
    expect(lxqt.write('Wallpaper', '/w/a.jpg')?.args.join(' ')).toContain('/w/a.jpg');
  });
});
