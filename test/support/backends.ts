import type { Display } from '#platform/windows/display.ts';
import type { Backend, PicturesToSet } from '#wallpaper/desktops/backend.ts';

export function makeDisplay(id: number, x: number, width: number, height: number): Display {
  const bounds = { x, y: 0, width, height };
  return { id, isPrimary: id === 1, bounds, workArea: bounds, scaleFactor: 1 };
}
export const leftDisplay = makeDisplay(1, 0, 1920, 1080);
export const rightDisplay = makeDisplay(2, 1920, 1280, 1024);
export const sameOnAllDisplays = (path: string): PicturesToSet => ({
  reach: 'same',
  pictures: [{ path, display: leftDisplay }],
  kept: [],
});
export const picturesOnBothDisplays: PicturesToSet = {
  reach: 'each',
  kept: [],
  pictures: [
    { path: '/w/left.jpg', display: leftDisplay },
    { path: '/w/right.jpg', display: rightDisplay },
  ],
};

export const pictureOnlyOnRight: PicturesToSet = {
  reach: 'each',
  pictures: [{ path: '/w/right.jpg', display: rightDisplay }],
  kept: [leftDisplay],
};

/** The command line that writes a setting. */
export const writeCommandLine = (backend: Backend, key: string, value: string | null): string => {
  const { program, args } = backend.write(key, value) ?? { program: 'nothing', args: [] };
  return [program, ...args].join(' ');
};

/** The command lines with which a backend shows a picture if the programs give these answers. */
export const showCommandLines = (
  backend: Backend,
  answers: readonly string[],
  shown: PicturesToSet,
): string[] =>
  backend.settings(answers, shown).map(({ key, value }) => writeCommandLine(backend, key, value));
