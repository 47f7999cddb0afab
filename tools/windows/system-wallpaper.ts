/**
 * `node.exe system-wallpaper.ts KOFFI`, in Wine: prints the wallpaper that Windows itself reports, as JSON in one line.
 * KOFFI is the path of Koffi's native module.
 */
import { createRequire } from 'node:module';

interface Koffi {
  load(library: string): { func(declaration: string): (...args: readonly unknown[]) => unknown };
}

const getDesktopWallpaper = 0x73;
/** `MAX_PATH`: the longest path with its end, in UTF-16 units. */
const maxPath = 260;

const koffi = createRequire(import.meta.url)(process.argv[2] ?? '') as Koffi;
const ask = koffi
  .load('user32.dll')
  .func(
    'int32 __stdcall SystemParametersInfoW(uint32 action, uint32 size, _Out_ uint8 *text, uint32 flags)',
  );
const text = Buffer.alloc(maxPath * 2);
const isRead = ask(getDesktopWallpaper, maxPath, text, 0) !== 0;
console.log(JSON.stringify(isRead ? text.toString('utf16le').replace(/\0.*$/s, '') : null));
