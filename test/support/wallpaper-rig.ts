import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok } from '#shared/failure.ts';
import { defaultAppearance } from '#shared/wallpaper/appearance.ts';
import type { Display } from '#platform/windows/display.ts';
import type { LocatedPicture } from '#wallpaper/wallpaper-setter.ts';
import { plainLook, type WallpaperOverrides, type WallpaperSettings } from '#wallpaper/plan.ts';
import type { Composer } from '#platform/composer/composer.ts';
import { compositionFiles } from '#platform/composer/files.ts';
import { composingFailure } from '#platform/composer/exchange.ts';
import { programCommand, type Backend } from '#wallpaper/desktops/backend.ts';
import { createDesktopStore } from '#wallpaper/setter/desktop-store.ts';
import { DesktopSetter, type SetterOptions } from '#wallpaper/setter/setter.ts';
import { leftDisplay } from './backends.ts';
import { dayPicture } from './pictures.ts';

const { signal } = new AbortController();

/** A desktop with a style, and an image for each display, set by `tell KEY VALUE` and read by `ask`. */
export const sampleBackend: Backend = {
  name: 'sample',
  reach: 'each',
  canChoose: true,
  persists: true,
  survey: [programCommand('ask')],
  held: ([answer = '']) => new Map(Object.entries(JSON.parse(answer) as Record<string, string>)),
  settings: (_answers, { pictures }) => [
    { key: 'style', value: 'zoom' },
    ...pictures.map(({ path, display }) => ({
      key: display.id === 1 ? 'image' : `image ${display.id}`,
      value: path,
    })),
  ],
  write: (key, value) => programCommand('tell', key, ...(value === null ? [] : [value])),
};

/** A composer that returns the bytes `composed` for each composition, or fails if `plan` is false. */
export function sampleComposer(plan = true): Pick<Composer, 'compose'> {
  return {
    compose: (order) => {
      if (!plan) return Promise.resolve(fail(composingFailure('the process ended (oom)')));
      const { compositions } = order.plan({ width: 3000, height: 2000, focus: { x: 0.5, y: 0.5 } });
      const file = { bytes: Buffer.from('composed'), format: 'jpeg' } as const;
      return Promise.resolve(ok(compositions.map(() => file)));
    },
  };
}

/**
 * Wallpapers on a desktop that stores settings, with the files in a real folder.
 *
 * @param folder contains the picture `source.jpg`, and the wallpapers in `wallpaper`
 */
export function wallpaperRig(
  folder: string,
  held: Record<string, string>,
  options: Partial<SetterOptions> = {},
) {
  const source = join(folder, 'source.jpg');
  if (!existsSync(source)) writeFileSync(source, 'a picture');
  const calls: string[] = [];
  const state = {
    held,
    refuses: null as string | null,
    isDeaf: false,
    displays: [leftDisplay] as readonly Display[],
    settings: {
      fit: 'automatic',
      caption: false,
      appearance: defaultAppearance,
      displays: 'all',
      lockScreen: false,
    } as WallpaperSettings,
    look: plainLook,
  };
  const made = new DesktopSetter({
    backends: [sampleBackend],
    desktopName: 'Sample',
    session: 'this login',
    displays: () => state.displays,
    settings: () => state.settings,
    look: () => state.look,
    exampleLook: () => state.look,
    composer: sampleComposer(),
    files: compositionFiles(join(folder, 'wallpaper')),
    store: createDesktopStore(join(folder, 'wallpaper', 'desktop.json'), Date.now),
    lockScreen: null,
    onLockScreen: () => undefined,
    ownFolders: [join(folder, 'wallpaper')],
    onFailure: (display, detail) => calls.push(`display ${display.id}: ${detail}`),
    onPlan: ({ reasons }) => calls.push(reasons.map(({ words }) => words).join()),
    run: () => (program, args) => {
      calls.push([program, ...args.map((arg) => arg.replace(folder, ''))].join(' '));
      const [key = '', value] = args;
      if (key === state.refuses)
        return Promise.resolve({ code: 1, stdout: '', stderr: 'No such channel\n' });
      if (program === 'tell' && !state.isDeaf) {
        const rest = Object.entries(state.held).filter(([name]) => name !== key);
        state.held = Object.fromEntries(value === undefined ? rest : [...rest, [key, value]]);
      }
      return Promise.resolve({ code: 0, stdout: JSON.stringify(state.held), stderr: '' });
    },
    ...options,
  });
  const picture = dayPicture('2026-11-21');
  return {
    made,
    calls,
    state,
    /**
     * The sorted names of the files in the wallpaper folder: the wallpapers, and the file that records the state of the
     * desktop.
     */
    names: () => readdirSync(join(folder, 'wallpaper')).sort(),
    set: (
      order: WallpaperOverrides = {},
      path = source,
      others: ReadonlyMap<number, LocatedPicture> = new Map(),
    ) => made.set({ picture: { picture, path }, others, order }, signal),
    check: async () => (await made.check(signal)).kind,
    ownWallpaper: async () => (await made.own(signal)).ownWallpaper,
    restore: () => made.restore(signal),
  };
}
