import { ok } from '#shared/failure.ts';
import type { Composer } from '#platform/composer/composer.ts';
import { sampleBackend } from '#test/support/wallpaper-rig.ts';
import { programCommand, type Backend, type LockScreen } from '#wallpaper/desktops/backend.ts';
import type { SetterOptions } from '#wallpaper/setter/setter.ts';

const lockScreen: LockScreen = {
  name: 'sample',
  survey: [programCommand('ask')],
  held: ([answer = '']) =>
    new Map(Object.entries(JSON.parse(answer) as Record<string, string>).filter(isLock)),
  settings: (_answers, path) => [{ key: 'lock', value: path }],
  write: (key, value) => programCommand('tell', key, ...(value === null ? [] : [value])),
};

const isLock = ([key]: readonly [string, string]): boolean => key === 'lock';

/** The sample backend, whose record of the held wallpapers leaves out the lock screen. */
const backend: Backend = {
  ...sampleBackend,
  held: (answers) =>
    new Map([...(sampleBackend.held(answers) ?? [])].filter((entry) => !isLock(entry))),
};

let composed = 0;

/** Composes a picture with different bytes each time, longer than a page. */
const composer: Composer = {
  compose(order) {
    const { compositions } = order.plan({ width: 3000, height: 2000, focus: { x: 0.5, y: 0.5 } });
    return Promise.resolve(
      ok(
        compositions.map(() => {
          composed += 1;
          return {
            bytes: Buffer.from(`picture ${composed} `.repeat(500)),
            format: 'jpeg',
          } as const;
        }),
      ),
    );
  },
  close: () => undefined,
};

/**
 * A desktop with a wallpaper for each display and a lock screen. Its settings are durable as soon as they are written.
 */
export function createTestDesktop(desktopSettings: Readonly<Record<string, string>>) {
  const desktop = {
    held: desktopSettings,
    /** @param onChange called after each change of the desktop's settings */
    options: (onChange: () => void = () => undefined): Partial<SetterOptions> => ({
      backends: [backend],
      lockScreen: () => Promise.resolve(lockScreen),
      composer,
      run: () => (program, args) => {
        const [key = '', value] = args;
        if (program === 'tell') {
          const rest = Object.entries(desktop.held).filter(([name]) => name !== key);
          desktop.held = Object.fromEntries(value === undefined ? rest : [...rest, [key, value]]);
          onChange();
        }
        return Promise.resolve({ code: 0, stdout: JSON.stringify(desktop.held), stderr: '' });
      },
    }),
  };
  return desktop;
}
