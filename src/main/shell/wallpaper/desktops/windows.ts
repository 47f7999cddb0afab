import { z } from 'zod';
import { parseJson } from '../../../../shared/json.ts';
import { command, firstPicture, type Backend, type Command } from './backend.ts';

const powershell = (code: string): Command =>
  command('powershell.exe', '-NoProfile', '-NonInteractive', '-Command', code);

const desktopKey = "'HKCU:\\Control Panel\\Desktop'";
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
/** SPI_SETDESKWALLPAPER, with SPIF_UPDATEINIFILE and SPIF_SENDCHANGE. */
const show = (path: string): string =>
  `Add-Type -Namespace Overhead -Name Desktop -MemberDefinition '[DllImport("user32.dll", CharSet=CharSet.Unicode)] public static extern int SystemParametersInfo(int action, int zero, string path, int flags);'; if ([Overhead.Desktop]::SystemParametersInfo(20, 0, ${literal(path)}, 3) -eq 0) { exit 1 }`;

const registrySchema = z.object({
  WallPaper: z.string(),
  WallpaperStyle: z.string(),
  TileWallpaper: z.string(),
});

/** Windows shows the same picture on each display: `WallpaperStyle` 10 scales and crops it. */
export const windows: Backend = {
  name: 'windows',
  reach: 'same',
  survey: [
    powershell(
      `[Console]::OutputEncoding = [Text.Encoding]::UTF8; Get-ItemProperty ${desktopKey} | Select-Object WallPaper, WallpaperStyle, TileWallpaper | ConvertTo-Json`,
    ),
  ],
  held: ([answer = '']) =>
    new Map(Object.entries(registrySchema.safeParse(parseJson(answer)).data ?? {})),
  settings: (_answers, shown) => [
    { key: 'TileWallpaper', value: '0' },
    { key: 'WallpaperStyle', value: '10' },
    // Last: it makes the others count.
    { key: 'WallPaper', value: firstPicture(shown) },
  ],
  write: (key, value) =>
    key === 'WallPaper'
      ? powershell(show(value ?? ''))
      : powershell(`Set-ItemProperty ${desktopKey} ${key} ${literal(value ?? '0')}`),
};
