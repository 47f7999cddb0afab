import type { Display } from '#platform/windows/display.ts';
import type { Backend, PicturesToSet } from '#wallpaper/desktops/backend.ts';

export function display(id: number, x: number, width: number, height: number): Display {
  const bounds = { x, y: 0, width, height };
  return { id, isPrimary: id === 1, bounds, workArea: bounds, scaleFactor: 1 };
}
export const left = display(1, 0, 1920, 1080);
export const right = display(2, 1920, 1280, 1024);
export const one = (path: string): PicturesToSet => ({
  reach: 'same',
  pictures: [{ path, display: left }],
  kept: [],
});
export const two: PicturesToSet = {
  reach: 'each',
  kept: [],
  pictures: [
    { path: '/w/left.jpg', display: left },
    { path: '/w/right.jpg', display: right },
  ],
};

export const onlyRight: PicturesToSet = {
  reach: 'each',
  pictures: [{ path: '/w/right.jpg', display: right }],
  kept: [left],
};

/** The command line that writes a setting. */
export const line = (backend: Backend, key: string, value: string | null): string => {
  const { program, args } = backend.write(key, value) ?? { program: 'nothing', args: [] };
  return [program, ...args].join(' ');
};

/** The command lines with which a backend shows a picture if the programs give these answers. */
export const lines = (
  backend: Backend,
  answers: readonly string[],
  shown: PicturesToSet,
): string[] => backend.settings(answers, shown).map(({ key, value }) => line(backend, key, value));
